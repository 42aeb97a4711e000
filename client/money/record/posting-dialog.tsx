import { uuidv7 } from 'uuidv7';
import { SINGLE_CHARGES } from '../../../schema/postings.ts';
import { save } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { DateField, MoneyField, SelectField, TextField } from '../../forms/fields.tsx';
import { toNumber } from '../../forms/numbers.ts';
import { SaveForm, useSaveForm } from '../../forms/save-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { formatLabel } from '../../ui/format.ts';

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
  const isCharge = kind === 'charge';
  const edit = useSaveForm({
    values: { amount: '', category: 'fine', due_on: today, text: '' },
    write: ({ amount, text, ...charge }) => {
      const given = { id: uuidv7(), account_id, amount: toNumber(amount) };
      return isCharge
        ? save('chargeAccount', { ...given, ...charge, memo: text })
        : save('creditAccount', { ...given, reason: text });
    },
    said: WORDS[kind].done,
    onSaved: onClose,
  });
  const { form } = edit;
  return (
    <SaveForm edit={edit} submit={WORDS[kind].submit} onCancel={onClose}>
      <MoneyField form={form} name="amount" label="Amount" required autoFocus placeholder="0.00" />
      {isCharge && (
        <div className="grid gap-4.5 md:grid-cols-2">
          <SelectField form={form} name="category" label="Category" required options={CATEGORIES} />
          <DateField form={form} name="due_on" label="Due on" required min={today} />
        </div>
      )}
      <TextField
        form={form}
        name="text"
        label={isCharge ? 'Memo' : 'Reason'}
        required={!isCharge}
        hint="The holder sees it."
        autoComplete="off"
      />
    </SaveForm>
  );
};
