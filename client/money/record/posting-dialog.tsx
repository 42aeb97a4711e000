import { type FormEvent, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { SINGLE_CHARGES } from '../../../schema/postings.ts';
import { save } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { toNumber } from '../../forms/numbers.ts';
import { useSubmit } from '../../forms/submit.ts';
import { Button } from '../../ui/button.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatLabel } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';

export type PostingKind = 'charge' | 'credit';
type Props = { account_id: string; kind: PostingKind; open: boolean; onClose: () => void };

const WORDS = {
  charge: { title: 'Charge Account', submit: 'Charge', done: 'Charged' },
  credit: { title: 'Credit Account', submit: 'Credit', done: 'Credited' },
} as const;

/** A single charge without a due, or a credit with its reason. */
export const PostingDialog = (props: Props) => {
  const words = WORDS[props.kind];
  return (
    <Dialog open={props.open} onClose={props.onClose} title={words.title}>
      <PostingForm key={String(props.open)} {...props} />
    </Dialog>
  );
};

const CATEGORIES = SINGLE_CHARGES.map((value) => ({ value, label: formatLabel(value) }));

const PostingForm = ({ account_id, kind, onClose }: Props) => {
  const today = useHoaToday();
  const [values, setValues] = useState({ amount: '', category: 'fine', due_on: today, text: '' });
  const set = (changes: Partial<typeof values>) => setValues((before) => ({ ...before, ...changes }));
  const { submit, busy, failure, dismiss } = useSubmit();
  const isCharge = kind === 'charge';
  const press = async (event: FormEvent) => {
    event.preventDefault();
    const { category, due_on, text } = values;
    const given = { id: uuidv7(), account_id, amount: toNumber(values.amount) };
    const saved = await submit(() =>
      isCharge
        ? save('chargeAccount', { ...given, category, due_on, memo: text })
        : save('creditAccount', { ...given, reason: text }),
    );
    if (!saved) return;
    void toast(WORDS[kind].done);
    onClose();
  };
  return (
    <form noValidate onSubmit={press} className="grid gap-4.5 py-1">
      <Field label="Amount" required>
        <Input
          autoFocus
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          value={values.amount}
          onChange={({ target }) => set({ amount: target.value })}
        />
      </Field>
      {isCharge && (
        <div className="grid gap-4.5 md:grid-cols-2">
          <Field label="Category" required>
            <Select value={values.category} onChange={(category) => set({ category })} options={CATEGORIES} />
          </Field>
          <Field label="Due on" required>
            <DatePicker value={values.due_on} onChange={(due_on) => set({ due_on })} min={today} />
          </Field>
        </div>
      )}
      <Field label={isCharge ? 'Memo' : 'Reason'} required={!isCharge} hint="The holder sees it.">
        <Input autoComplete="off" value={values.text} onChange={({ target }) => set({ text: target.value })} />
      </Field>
      <ErrorAlert message={failure} onClose={dismiss} />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {WORDS[kind].submit}
        </Button>
      </div>
    </form>
  );
};
