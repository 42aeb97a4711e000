import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { byPaper, type PaperFact, papersOf } from '../../../sync/meetings/notice/notice.ts';
import { useUser } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatPlural } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import { recordFacts } from '../record.ts';
import { useHoaTime } from '../time.ts';
import { readersInWords, WAY_LABELS, whenOf } from './model.ts';
import type { ShownProof, ShownUnit } from './shown.ts';
import { TakeBackForm } from './take-back-form.tsx';

type Props = { meeting: Meeting; proof: ShownProof; open: boolean; onClose: () => void };

/** The units that no mail has reached, to record their notice on paper. */
export const PaperDialog = ({ open, onClose, ...props }: Props) => (
  <Dialog
    open={open}
    onClose={onClose}
    title="By Paper"
    subtitle="Email has not reached these units. Print their notice, then record how it was given."
  >
    <Papers {...props} />
  </Dialog>
);

const Papers = ({ meeting, proof }: Pick<Props, 'meeting' | 'proof'>) => {
  const facts = useRows('meetingFact').by('meeting_id', meeting.id);
  const papers = useMemo(() => papersOf(facts), [facts]);
  const [taken, setTaken] = useState<{ paper: PaperFact; unit: ShownUnit['unit'] } | null>(null);
  if (taken) return <TakeBackForm meeting={meeting} {...taken} onDone={() => setTaken(null)} />;
  const takeBack = ({ unit }: ShownUnit) => {
    const paper = papers.get(unit.id);
    if (paper) setTaken({ paper, unit });
  };
  return <PaperForm meeting={meeting} proof={proof} onTakeBack={takeBack} />;
};

type Way = 'mailed' | 'handed' | 'posted';
const WAYS: { value: Way; label: string }[] = [
  { value: 'mailed', label: 'Mailed' },
  { value: 'handed', label: 'Hand-delivered' },
  { value: 'posted', label: 'Posted' },
];

type FormProps = Pick<Props, 'meeting' | 'proof'> & { onTakeBack: (unit: ShownUnit) => void };

const PaperForm = ({ meeting, proof, onTakeBack }: FormProps) => {
  const time = useHoaTime();
  const units = byPaper(proof);
  const { values, set, chosen, setChosen, record, busy, failure, dismiss } = usePaperNotice(meeting);
  if (units.length === 0) return <p className="text-ink-2">Email has reached every unit.</p>;
  const open = units.filter((one) => !isOnPaper(one));
  const readers = readersInWords(proof, time);
  return (
    <PlainForm onSubmit={record}>
      {readers && <p className="num text-ink-2">{readers}</p>}
      <div className="flex flex-wrap items-center justify-between gap-2">
        {open.length > 0 ? (
          <Button size="small" onClick={() => setChosen(new Set(open.map(({ unit }) => unit.id)))}>
            Select All {open.length} Not on Paper Yet
          </Button>
        ) : (
          <span className="text-ink-2">Every unit got the notice on paper.</span>
        )}
        <Link href={paths.meetingPrint(meeting.id, 'notice')} className="text-pine-text underline">
          Print their notices
        </Link>
      </div>
      <UnitChoice units={units} chosen={chosen} onChange={setChosen} onTakeBack={onTakeBack} />
      <GivenFields values={values} onChange={set} />
      <ErrorAlert message={failure} onClose={dismiss} />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={busy}>
          Record for {formatPlural(chosen.size, 'Unit')}
        </Button>
      </div>
    </PlainForm>
  );
};

type Given = { way: Way; on: string; name: string };
type Chosen = ReadonlySet<string>;

const usePaperNotice = (meeting: Meeting) => {
  const { name: ownName } = useUser();
  const today = useHoaToday();
  const [chosen, setChosen] = useState<Chosen>(new Set());
  const [values, setValues] = useState<Given>({ way: 'mailed', on: today, name: ownName });
  const { submit, busy, failure, dismiss, fail } = useSubmit('This could not be recorded. Please try again.', {
    repeat: true,
  });
  const record = async () => {
    if (chosen.size === 0) return fail('Please select at least one unit.');
    if (!values.name.trim()) return fail('Please enter who gave the notice.');
    const data = { ...values, name: values.name.trim(), units: [...chosen] };
    if (!(await submit(async () => void (await recordFacts(meeting.id, [{ kind: 'paper_notice', data }]))))) return;
    setChosen(new Set());
    void toast(`Recorded for ${formatPlural(data.units.length, 'unit')}`);
  };
  const set = (changed: Partial<Given>) => setValues({ ...values, ...changed });
  return { values, set, chosen, setChosen, record, busy, failure, dismiss };
};

type ChoiceProps = {
  units: readonly ShownUnit[];
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  onTakeBack: (unit: ShownUnit) => void;
};

const UnitChoice = ({ units, chosen, onChange, onTakeBack }: ChoiceProps) => {
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  };
  return (
    <ul className="max-h-72 overflow-y-auto rounded-md border border-line px-3">
      {units.map((one) => (
        <li
          key={one.unit.id}
          className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1 border-line border-t py-2 first:border-t-0"
        >
          <Checkbox
            className="min-w-0 flex-1 [overflow-wrap:anywhere]"
            label={one.unit.label}
            hint={<PaperState proof={one} />}
            checked={chosen.has(one.unit.id)}
            onChange={() => toggle(one.unit.id)}
          />
          {isOnPaper(one) && (
            <Button size="small" variant="ghost" onClick={() => onTakeBack(one)}>
              Take Back<span className="sr-only"> {one.unit.label}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
};

const GivenFields = ({ values, onChange }: { values: Given; onChange: (changed: Partial<Given>) => void }) => {
  const today = useHoaToday();
  return (
    <div className="grid gap-3 md:grid-cols-3">
      <Field label="How">
        <Select value={values.way} options={WAYS} onChange={(way) => onChange({ way })} />
      </Field>
      <Field label="On">
        <DatePicker value={values.on} min="2000-01-01" onChange={(day) => onChange({ on: day || today })} />
      </Field>
      <Field label="By">
        <Input value={values.name} maxLength={100} onChange={({ target }) => onChange({ name: target.value })} />
      </Field>
    </div>
  );
};

const isOnPaper = ({ way }: ShownUnit): boolean => way === 'mailed' || way === 'handed' || way === 'posted';

const PaperState = ({ proof }: { proof: ShownUnit }) => {
  const time = useHoaTime();
  const { unit, way, name, failed } = proof;
  const who = unit.owners.join(', ') || 'Owner not recorded';
  const how =
    way === 'none' || way === 'unknown'
      ? WAY_LABELS[way]
      : `${WAY_LABELS[way]}, ${[whenOf(proof, time), name].filter(Boolean).join(', ')}`;
  return (
    <>
      {who} · {how}
      {failed && <span className="block text-red">The email failed: {failed}</span>}
    </>
  );
};
