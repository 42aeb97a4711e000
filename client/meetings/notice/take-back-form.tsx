import { useState } from 'react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { keyOf, type PaperFact } from '../../../sync/meetings/notice/notice.ts';
import { messageOf } from '../../device/http.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceGroup, Radio } from '../../ui/choice.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate, formatPlural } from '../../ui/format.ts';
import { Textarea } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';
import { type NewFact, recordFacts } from '../record.ts';
import { WAY_LABELS } from './model.ts';
import { REASON_LIMIT } from './reason-form.tsx';

type Props = { meeting: Meeting; paper: PaperFact; unit: { id: string; label: string }; onDone: () => void };

/** Takes a recorded paper back, with a reason: for one of its units, or for all of them. */
export const TakeBackForm = ({ meeting, paper, unit, onDone }: Props) => {
  const { way, on, name, units } = paper.data;
  const [isForAll, setForAll] = useState(units.length === 1);
  const [reason, setReason] = useState('');
  const { submit, busy, failure, dismiss, fail } = useSubmit((error) =>
    messageOf(error, 'This could not be taken back.'),
  );
  const press = async () => {
    if (!reason.trim()) return fail('Please say why it is taken back.');
    const facts = takingBack(paper, isForAll ? units : units.filter((id) => keyOf(id) === unit.id), reason.trim());
    if (!(await submit(async () => void (await recordFacts(meeting.id, facts))))) return;
    void toast('The paper notice is taken back');
    onDone();
  };
  return (
    <PlainForm onSubmit={() => void press()}>
      <p className="num">
        {WAY_LABELS[way]} on {formatDate(on)} by {name}, recorded for {formatPlural(units.length, 'unit')}.
      </p>
      {units.length > 1 && (
        <ChoiceGroup label="Take back for">
          <Radio name="taken-back" label={unit.label} checked={!isForAll} onChange={() => setForAll(false)} />
          <Radio
            name="taken-back"
            label={`All ${units.length} units of this entry`}
            checked={isForAll}
            onChange={() => setForAll(true)}
          />
        </ChoiceGroup>
      )}
      <Field label="Reason" required hint="It stays in the record of the meeting.">
        <Textarea
          value={reason}
          rows={2}
          maxLength={REASON_LIMIT}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <ErrorAlert message={failure} onClose={dismiss} />
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Back</Button>
        <Button type="submit" variant="danger" busy={busy}>
          Take Back
        </Button>
      </div>
    </PlainForm>
  );
};

/** The fact is voided as a whole; what still holds of it is recorded anew with its own time. */
const takingBack = ({ id, at, data }: PaperFact, taken: readonly string[], reason: string): NewFact[] => {
  const units = data.units.filter((one) => !taken.includes(one));
  const voided: NewFact = { kind: 'voided', subject: id, data: { reason }, replaces: [id] };
  return units.length === 0 ? [voided] : [voided, { kind: 'paper_notice', data: { ...data, units }, at }];
};
