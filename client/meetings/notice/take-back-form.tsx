import { useState } from 'react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { keyOf, type PaperFact } from '../../../sync/meetings/notice/notice.ts';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { formatDate, formatPlural } from '../../ui/format.ts';
import { toast } from '../../ui/toast.tsx';
import { RadioGroup, ReasonField } from '../plain-fields.tsx';
import { type NewFact, recordFacts } from '../record.ts';
import { WAY_LABELS } from './model.ts';

type Props = { meeting: Meeting; paper: PaperFact; unit: { id: string; label: string }; onDone: () => void };

/** Takes a recorded paper back, with a reason: for one of its units, or for all of them. */
export const TakeBackForm = ({ meeting, paper, unit, onDone }: Props) => {
  const { way, on, name, units } = paper.data;
  const [isForAll, setForAll] = useState(units.length === 1);
  const [reason, setReason] = useState('');
  const { submit, fail, ...edit } = useSubmit('This could not be taken back. Please try again.');
  const press = async () => {
    if (!reason.trim()) return fail('Please say why it is taken back.');
    const facts = takingBack(paper, isForAll ? units : units.filter((id) => keyOf(id) === unit.id), reason.trim());
    if (!(await submit(async () => void (await recordFacts(meeting.id, facts))))) return;
    void toast('Paper notice taken back');
    onDone();
  };
  return (
    <SaveForm edit={{ ...edit, save: press }} submit="Take Back" isDanger onCancel={onDone} cancel="Back">
      <p className="num">
        {WAY_LABELS[way]} on {formatDate(on)} by {name}, recorded for {formatPlural(units.length, 'unit')}.
      </p>
      {units.length > 1 && (
        <RadioGroup
          label="Take back for"
          options={[
            { value: 'one', label: unit.label },
            { value: 'all', label: `All ${units.length} units of this entry` },
          ]}
          value={isForAll ? 'all' : 'one'}
          onChange={(value) => setForAll(value === 'all')}
        />
      )}
      <ReasonField value={reason} onChange={setReason} required hint="Kept in the meeting’s record." />
    </SaveForm>
  );
};

/** The fact is voided as a whole; what still holds of it is recorded anew with its own time. */
const takingBack = ({ id, at, data }: PaperFact, taken: readonly string[], reason: string): NewFact[] => {
  const units = data.units.filter((one) => !taken.includes(one));
  const voided: NewFact = { kind: 'voided', subject: id, data: { reason }, replaces: [id] };
  return units.length === 0 ? [voided] : [voided, { kind: 'paper_notice', data: { ...data, units }, at }];
};
