import { useState } from 'react';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { FactOf, Tally } from '../../../sync/meetings/books.ts';
import { ofKind } from '../../../sync/meetings/heads.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { useRoom } from './context.ts';
import { Totals } from './totals.tsx';

const EMPTY = { label: '', for: '', against: '', abstain: '' };
const NUMBERS = ['for', 'against', 'abstain'] as const;

/** A show of hands: each counter enters numbers under a label, and the labels are added up. */
export const Counting = ({ motion, tally }: { motion: Motion; tally: Tally }) => {
  const { books, desk, record } = useRoom();
  const counts = ofKind(books.facts, 'count').filter(({ subject }) => subject === motion.id);
  const [values, setValues] = useState({ ...EMPTY, label: counts.length === 0 ? 'All' : '' });
  const [error, setError] = useState<string>();
  const send = async () => {
    const numbers = NUMBERS.map((name) => Number(values[name] || 0));
    if (numbers.some((number) => !Number.isInteger(number) || number < 0) || numbers.every((number) => number === 0))
      return setError('Please enter whole numbers.');
    const label = values.label.trim() || desk;
    const [yes = 0, no = 0, abstain = 0] = numbers;
    setError(undefined);
    if (await record([{ kind: 'count', subject: motion.id, data: { label, for: yes, against: no, abstain } }]))
      setValues(EMPTY);
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Totals tally={tally} />
      {counts.length > 0 && (
        <ul className="grid gap-1.5">
          {counts.map((count) => (
            <Line key={count.id} count={count} others={counts} isDoubled={tally.doubled.includes(count.data.label)} />
          ))}
        </ul>
      )}
      <form
        noValidate
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Field label="Counted where" className="min-w-36 flex-1">
          <Input
            value={values.label}
            maxLength={60}
            placeholder="Left side"
            onChange={(event) => setValues({ ...values, label: event.target.value })}
          />
        </Field>
        {NUMBERS.map((name) => (
          <Field
            key={name}
            label={name === 'for' ? 'For' : name === 'against' ? 'Against' : 'Abstain'}
            className="w-20"
          >
            <Input
              type="number"
              inputMode="numeric"
              min={0}
              value={values[name]}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          </Field>
        ))}
        <Button type="submit">Add Count</Button>
      </form>
      {error && (
        <p role="alert" className="text-red text-sm">
          {error}
        </p>
      )}
    </div>
  );
};

/** A label that was counted twice is in no total until one of its counts replaces the others. */
const Line = ({
  count,
  others,
  isDoubled,
}: {
  count: FactOf<'count'>;
  others: readonly FactOf<'count'>[];
  isDoubled: boolean;
}) => {
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
            Keep this
          </Button>
        )}
        <Button size="small" variant="ghost" onClick={remove}>
          Remove
        </Button>
      </span>
    </li>
  );
};
