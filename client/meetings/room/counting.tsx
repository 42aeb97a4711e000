import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { CHOICES } from '../../../schema/meetings.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { FactOf, Tally } from '../../../sync/meetings/books.ts';
import { ofKind } from '../../../sync/meetings/facts/heads.ts';
import { type CountFact, withCount } from '../../../sync/meetings/motions/count-anew.ts';
import { tallyOf } from '../../../sync/meetings/motions/tally.ts';
import { PlainForm } from '../../forms/actions.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { trueNow } from '../clock.ts';
import { useRoom } from './context.ts';
import { NUMBERS_MISSING, NumbersFields, numbersIn, textOf } from './numbers.tsx';
import { beyondWords, Totals } from './totals.tsx';

const EMPTY = { label: '', for: '', against: '', abstain: '' };

/** A show of hands: each counter enters numbers under a label, and the labels are added up. */
export const Counting = ({ motion, tally }: { motion: Motion; tally: Tally }) => {
  const { books } = useRoom();
  const counts = ofKind(books, 'count').filter(({ subject }) => subject === motion.id);
  const form = useCountForm(motion, counts.length === 0 ? 'All' : '');
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Totals tally={tally} />
      {counts.length > 0 && (
        <ul className="grid gap-1.5">
          {counts.map((count) => (
            <Line
              key={count.id}
              count={count}
              others={counts}
              isDoubled={tally.doubled.includes(count.data.label)}
              onCorrect={() => form.edit(count)}
            />
          ))}
        </ul>
      )}
      <CountForm form={form} />
      {form.error && (
        <p role="alert" className="text-red text-sm">
          {form.error}
        </p>
      )}
      {form.excess && (
        <TooMany motion={motion} fact={form.excess} onClose={form.dismiss} onConfirm={form.recordAnyway} />
      )}
    </div>
  );
};

/** The numbers as typed, new or of a count that is corrected; `excess` is a count of more votes than people, to be
 * confirmed. */
const useCountForm = (motion: Motion, label: string) => {
  const { desk, record } = useRoom();
  const [values, setValues] = useState({ ...EMPTY, label });
  const [corrected, setCorrected] = useState<FactOf<'count'> | null>(null);
  const [excess, setExcess] = useState<CountFact | null>(null);
  const [error, setError] = useState<string>();
  const isBeyond = useIsBeyond(motion);
  const edit = (count: FactOf<'count'> | null) => {
    setCorrected(count);
    setValues(count ? { label: count.data.label, ...textOf(count.data) } : EMPTY);
  };
  const save = async (fact: CountFact) => {
    if (await record([fact])) edit(null);
  };
  const send = () => {
    const numbers = numbersIn(values);
    if (!numbers || (!corrected && CHOICES.every((choice) => numbers[choice] === 0))) return setError(NUMBERS_MISSING);
    setError(undefined);
    const fact: CountFact = {
      ...{ id: uuidv7(), kind: 'count', subject: motion.id, at: trueNow() },
      data: { label: values.label.trim() || desk, ...numbers },
      replaces: corrected ? [corrected.id] : [],
    };
    if (isBeyond(fact)) setExcess(fact);
    else void save(fact);
  };
  return {
    ...{ values, send, edit, error, excess, isCorrection: corrected !== null },
    set: (changed: Partial<typeof EMPTY>) => setValues({ ...values, ...changed }),
    dismiss: () => setExcess(null),
    recordAnyway: async () => void (excess && (await save(excess))),
  };
};

const CountForm = ({ form }: { form: ReturnType<typeof useCountForm> }) => (
  <PlainForm className="flex flex-wrap items-end gap-2" onSubmit={form.send}>
    <Field label="Where counted" className="min-w-36 flex-1">
      <Input
        value={form.values.label}
        maxLength={60}
        placeholder="Left side"
        onChange={(event) => form.set({ label: event.target.value })}
      />
    </Field>
    <NumbersFields values={form.values} onChange={form.set} />
    <Button type="submit">{form.isCorrection ? 'Save Correction' : 'Add Count'}</Button>
    {form.isCorrection && <Button onClick={() => form.edit(null)}>Cancel</Button>}
  </PlainForm>
);

/** Null, too, while this device cannot know who is here. */
const useIsBeyond = (motion: Motion) => {
  const { books, presence, desksOut, online } = useRoom();
  const isBlind = !online && desksOut.length > 0;
  return (fact: CountFact) => (isBlind ? null : tallyOf(withCount(books, fact), motion, presence).beyond);
};

const TooMany = ({
  motion,
  fact,
  ...dialog
}: {
  motion: Motion;
  fact: CountFact;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}) => {
  const beyond = useIsBeyond(motion)(fact);
  return (
    <ConfirmDialog open title="More Votes Than People" variant="primary" confirm="Record Anyway" {...dialog}>
      {beyond && beyondWords(beyond)} Check the numbers, or check in who is missing.
    </ConfirmDialog>
  );
};

type LineProps = {
  count: FactOf<'count'>;
  others: readonly FactOf<'count'>[];
  isDoubled: boolean;
  onCorrect: () => void;
};

/** A label that was counted twice is in no total until one of its counts replaces the others. */
const Line = ({ count, others, isDoubled, onCorrect }: LineProps) => {
  const { record } = useRoom();
  const { label } = count.data;
  const same = others.filter((other) => other.data.label === label);
  const keep = () =>
    void record([{ kind: 'count', subject: count.subject, data: count.data, replaces: same.map(({ id }) => id) }]);
  const remove = () =>
    void record([{ kind: 'voided', subject: count.id, data: { reason: 'Counted again' }, replaces: [count.id] }]);
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-card px-3 py-1.5">
      <span className="num">
        <b className="font-semibold">{label}</b>: {count.data.for} for, {count.data.against} against,{' '}
        {count.data.abstain} abstain
        <span className="text-ink-3 text-sm"> · {count.desk}</span>
      </span>
      <span className="flex items-center gap-2">
        {isDoubled && <Badge tone="warn">Counted twice</Badge>}
        {isDoubled && (
          <Button size="small" onClick={keep}>
            Keep This
          </Button>
        )}
        <Button size="small" onClick={onCorrect}>
          Correct<span className="sr-only"> {label}</span>
        </Button>
        <Button size="small" variant="ghost" onClick={remove}>
          Remove
        </Button>
      </span>
    </li>
  );
};
