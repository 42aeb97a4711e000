import { type FormEvent, useMemo, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Entry } from '../../../schema/tables/ledger.ts';
import { INSUFFICIENT_FUNDS, returnedFee } from '../../../sync/payments/returned-fee.ts';
import { save, useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, ChoiceGroup, Radio } from '../../ui/choice.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Field } from '../../ui/field.tsx';
import { formatMoney } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.tsx';
import type { AccountBooks } from '../account/model.ts';

const REASONS = [INSUFFICIENT_FUNDS, 'Account closed', 'Payment stopped', 'Refused by the bank'] as const;
const OWN_WORDS = 'own';

type Props = { entry: Entry; books: AccountBooks; onCancel: () => void; onDone: () => void };

/** Records that a check bounced or a transfer was taken back. The fee of the rules is proposed for insufficient funds alone. */
export const ReturnForm = ({ entry, books, onCancel, onDone }: Props) => {
  const today = useHoaToday();
  const [id] = useState(uuidv7);
  const [returned_on, setReturnedOn] = useState(today);
  const [choice, setChoice] = useState<string>(INSUFFICIENT_FUNDS);
  const [words, setWords] = useState('');
  const [decided, setDecided] = useState<boolean | null>(null);
  const fee_cents = useFee(entry, books, returned_on);
  const fee = decided ?? choice === INSUFFICIENT_FUNDS;
  const { submit, busy, failure, dismiss } = useSubmit();
  const press = async (event: FormEvent) => {
    event.preventDefault();
    const reason = choice === OWN_WORDS ? words : choice;
    const args = { id, payment_id: entry.payment_id ?? '', returned_on, reason, fee: fee && fee_cents > 0 };
    if (!(await submit(() => save('returnPayment', args)))) return;
    void toast('Return recorded');
    onDone();
  };
  return (
    <form noValidate onSubmit={press} className="mt-5 grid gap-4 border-line border-t pt-4">
      <p className="text-ink-2">The check bounced or the transfer was taken back. What it covered is open again.</p>
      <Field label="Returned on" required className="max-w-56">
        <DatePicker value={returned_on} onChange={setReturnedOn} min={entry.effective_on} />
      </Field>
      <ChoiceGroup label="Reason">
        {REASONS.map((one) => (
          <Radio key={one} name="return-reason" label={one} checked={choice === one} onChange={() => setChoice(one)} />
        ))}
        <Radio
          name="return-reason"
          label="Own words"
          checked={choice === OWN_WORDS}
          onChange={() => setChoice(OWN_WORDS)}
        />
      </ChoiceGroup>
      {choice === OWN_WORDS && (
        <Field label="Reason in your own words" required>
          <Input autoFocus autoComplete="off" value={words} onChange={({ target }) => setWords(target.value)} />
        </Field>
      )}
      {fee_cents > 0 && (
        <Checkbox
          label={`Charge the returned-payment fee of ${formatMoney(fee_cents)}`}
          hint="By your rules it is for insufficient funds alone."
          checked={fee}
          onChange={({ target }) => setDecided(target.checked)}
        />
      )}
      <ErrorAlert message={failure} onClose={dismiss} />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Record Return
        </Button>
      </div>
    </form>
  );
};

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
