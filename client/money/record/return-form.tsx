import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import type { Entry } from '../../../schema/tables/ledger.ts';
import { INSUFFICIENT_FUNDS, returnedFee } from '../../../sync/payments/returned-fee.ts';
import { save, useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { DateField, RadioField, TextField } from '../../forms/fields.tsx';
import { SaveForm, useSaveForm } from '../../forms/save-form.tsx';
import { Checkbox } from '../../ui/choice.tsx';
import { formatMoney } from '../../ui/format.ts';
import type { AccountBooks } from '../accounts.ts';

const OWN_WORDS = 'own';
const REASONS = [
  ...[INSUFFICIENT_FUNDS, 'Account closed', 'Payment stopped', 'Refused by the bank'].map((value) => ({
    value,
    label: value,
  })),
  { value: OWN_WORDS, label: 'Other' },
];

type Props = { entry: Entry; books: AccountBooks; onCancel: () => void; onDone: () => void };
/** `decided` once the fee was chosen or left out by hand. */
type Values = { returned_on: string; choice: string; words: string; decided: boolean | null };

/** Records that a check bounced or a transfer was taken back. The fee of the rules is proposed for insufficient funds alone. */
export const ReturnForm = ({ entry, books, onCancel, onDone }: Props) => {
  const edit = useReturnForm(entry, books, onDone);
  const { form, choice, fee, fee_cents } = edit;
  return (
    <SaveForm edit={edit} layout="below" submit="Record Return" onCancel={onCancel}>
      <p className="text-ink-2">
        The check bounced or the transfer was taken back. The charges it covered become unpaid again.
      </p>
      <DateField
        form={form}
        name="returned_on"
        label="Returned on"
        required
        className="max-w-56"
        min={entry.effective_on}
      />
      <RadioField form={form} name="choice" label="Reason" options={REASONS} />
      {choice === OWN_WORDS && (
        <TextField form={form} name="words" label="Reason in your own words" required autoFocus autoComplete="off" />
      )}
      {fee_cents > 0 && (
        <Checkbox
          label={`Charge the returned-payment fee of ${formatMoney(fee_cents)}`}
          hint="Your rules charge it only for NSF."
          checked={fee}
          onChange={({ target }) => form.setValue('decided', target.checked)}
        />
      )}
    </SaveForm>
  );
};

const useReturnForm = (entry: Entry, books: AccountBooks, onDone: () => void) => {
  const today = useHoaToday();
  const [id] = useState(uuidv7);
  const edit = useSaveForm<Values>({
    values: { returned_on: today, choice: INSUFFICIENT_FUNDS, words: '', decided: null },
    write: async ({ returned_on, choice, words, decided }): Promise<void> => {
      const reason = choice === OWN_WORDS ? words : choice;
      const fee = isCharged({ choice, decided }) && fee_cents > 0;
      await save('returnPayment', { id, payment_id: entry.payment_id ?? '', returned_on, reason, fee });
    },
    said: 'Return recorded',
    onSaved: onDone,
  });
  const [returned_on, choice, decided] = useWatch({
    control: edit.form.control,
    name: ['returned_on', 'choice', 'decided'],
  });
  const fee_cents: number = useFee(entry, books, returned_on);
  return { ...edit, choice, fee: isCharged({ choice, decided }), fee_cents };
};

const isCharged = ({ choice, decided }: Pick<Values, 'choice' | 'decided'>): boolean =>
  decided ?? choice === INSUFFICIENT_FUNDS;

/** In cents; 0 where the rules ask for none. */
const useFee = ({ account_id, payment_id }: Entry, { list }: AccountBooks, effective_on: string): number => {
  const policies = useRows('policy').all;
  const isOpen = useRows('account').get(account_id)?.status === 'open';
  return useMemo(() => {
    if (!isOpen) return 0;
    const [fee] = returnedFee({ id: '', effective_on, payment_id }, account_id, { entries: list, policies });
    return fee?.amount_cents ?? 0;
  }, [account_id, payment_id, list, effective_on, policies, isOpen]);
};
