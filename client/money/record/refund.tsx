import { useState } from 'react';
import { type FieldPath, type UseFormReturn, useWatch } from 'react-hook-form';
import { uuidv7 } from 'uuidv7';
import { RECORDED_METHODS, type RefundOutcome } from '../../../schema/postings.ts';
import type { Payment } from '../../../schema/tables/invoices.ts';
import type { Entry } from '../../../schema/tables/ledger.ts';
import { leftOf } from '../../../sync/ledger/entry-status.ts';
import { titleOf } from '../../../sync/ledger/entry-titles.ts';
import { coveredWhole, refundable } from '../../../sync/payments/refunds.ts';
import { api } from '../../device/api.ts';
import { save, useOnline } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { DateField, MoneyField, RadioField, SelectField, TextField } from '../../forms/fields.tsx';
import { toNumber, typedHundredths } from '../../forms/numbers.ts';
import { SaveForm, useSaveForm } from '../../forms/save-form.tsx';
import { Checkbox, ChoiceGroup } from '../../ui/choice.tsx';
import { formatLabel, formatMoney } from '../../ui/format.ts';
import type { AccountBooks } from '../accounts.ts';

const ONLINE = 'Refund';
const RECORD = 'Record a Refund';

/** The ways in which a payment or a credit can be given back. */
export const refundsOf = (entry: Entry, books: AccountBooks): string[] => {
  if (entry.kind !== 'payment' && entry.kind !== 'credit') return [];
  if (leftOf(entry, books.list) <= 0) return [];
  const isOnline = books.payments.get(entry.payment_id ?? '')?.kind === 'charge';
  return isOnline && leftToRefund(entry, books) > 0 ? [ONLINE, RECORD] : [RECORD];
};

const leftToRefund = (entry: Entry, { list, payments }: AccountBooks): number =>
  refundable(entry, list, [...payments.values()]);

type Props = { entry: Entry; books: AccountBooks; onCancel: () => void; onDone: () => void };

export const RefundForm = ({ name, ...props }: Props & { name: string }) =>
  name === ONLINE ? <OnlineRefund {...props} /> : <RecordedRefund {...props} />;

type OnlineValues = { amount: string; reason: string; outcome: RefundOutcome; canceled: string[] };

/** Gives an online payment back through the payment service, and says what becomes of what it covered. */
const OnlineRefund = ({ entry, books, onCancel, onDone }: Props) => {
  const online = useOnline();
  const left = leftToRefund(entry, books);
  const edit = useOnlineRefund(entry, books, onDone);
  const { form } = edit;
  const { amount, outcome, canceled } = useWatch({ control: form.control }) as OnlineValues;
  const covered = coveredBy(entry, books);
  const cents = Math.round((toNumber(amount) || 0) * 100);
  const freed = outcome === 'cancel' ? sumOf(covered.filter(({ id }) => canceled.includes(id))) : 0;
  return (
    <SaveForm edit={edit} layout="below" submit="Refund" onCancel={onCancel} disabled={!online}>
      <AmountField form={form} most={left} />
      <RadioField
        form={form}
        name="outcome"
        label="What happens to the charges it paid"
        options={outcomesOf(entry, books).map((value) => ({ value, ...OUTCOMES[value] }))}
      />
      {outcome === 'cancel' && (
        <ChoiceGroup label="Charges to cancel">
          {covered.map((charge) => (
            <Checkbox
              key={charge.id}
              label={`${titleOf(charge, books)}, ${formatMoney(charge.amount_cents)}`}
              checked={canceled.includes(charge.id)}
              onChange={() => form.setValue('canceled', toggled(canceled, charge.id))}
            />
          ))}
        </ChoiceGroup>
      )}
      <ReasonField form={form} />
      <p className="num text-ink-2">{balanceAfter(books.fold.balance_cents + cents - freed)}</p>
      {!online && <p className="text-ink-2">You need a connection to send a refund.</p>}
    </SaveForm>
  );
};

const useOnlineRefund = (entry: Entry, books: AccountBooks, onDone: () => void) => {
  const [id] = useState(uuidv7);
  return useSaveForm({
    values: {
      amount: typedHundredths(leftToRefund(entry, books)),
      reason: '',
      outcome: outcomesOf(entry, books).includes('credit') ? 'credit' : 'open',
      canceled: coveredWhole(entry, books.fold).map((charge) => charge.id),
    } satisfies OnlineValues as OnlineValues,
    write: ({ amount, reason, outcome, canceled }) => {
      const debit_ids = coveredBy(entry, books).flatMap((charge) => (canceled.includes(charge.id) ? charge.id : []));
      const terms = { id, amount: toNumber(amount), reason, ...(outcome === 'cancel' && { debit_ids }) };
      const body = Object.fromEntries([...Object.entries(terms), ['then', outcome]]);
      const path = `/api/payments/${entry.payment_id}/refund`;
      return api<{ status?: Payment['status'] }>(path, { method: 'POST', body });
    },
    said: ({ status }) => (status === 'succeeded' ? 'Refunded' : 'The refund is on its way'),
    onSaved: onDone,
    fallback: 'The refund could not be sent. Please try again.',
  });
};

const OUTCOMES: Record<RefundOutcome, { label: string; hint: string }> = {
  credit: { label: 'Refund the credit', hint: 'No charges reopen.' },
  cancel: { label: 'Refund and cancel the charges', hint: 'They are no longer owed.' },
  open: { label: 'Refund and leave the charges open', hint: 'They will be owed again.' },
};

const outcomesOf = (entry: Entry, books: AccountBooks): RefundOutcome[] => [
  ...((books.fold.credits.get(entry.id)?.left_cents ?? 0) > 0 ? (['credit'] as const) : []),
  ...(coveredBy(entry, books).length > 0 ? (['cancel'] as const) : []),
  'open',
];

/** The charges that a payment covers, wholly or in part. */
const coveredBy = (entry: Entry, { fold }: AccountBooks): Entry[] => {
  const ids = new Set(fold.credits.get(entry.id)?.covers.map(({ debit_id }) => debit_id));
  return [...ids].flatMap((id) => {
    const debit = fold.debits.get(id)?.entry;
    return debit && debit.kind !== 'transfer' ? [debit] : [];
  });
};

const sumOf = (entries: readonly Entry[]) => entries.reduce((sum, { amount_cents }) => sum + amount_cents, 0);

const toggled = (ids: readonly string[], id: string): string[] =>
  ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];

const balanceAfter = (cents: number): string =>
  cents < 0 ? `Balance after: ${formatMoney(-cents)} credit` : `Balance after: ${formatMoney(cents)}`;

const METHODS = RECORDED_METHODS.map((value) => ({ value, label: formatLabel(value) }));

/** Money that the board gives back by itself; works offline. */
const RecordedRefund = ({ entry, books, onCancel, onDone }: Props) => {
  const left = leftOf(entry, books.list);
  const edit = useRecordedRefund(entry, left, onDone);
  const { form } = edit;
  const isCheck = useWatch({ control: form.control, name: 'method' }) === 'check';
  return (
    <SaveForm edit={edit} layout="below" submit="Record Refund" onCancel={onCancel}>
      <p className="text-ink-2">
        Record a refund that the board paid outside Porchlight. The charges it covered will be unpaid again.
      </p>
      <AmountField form={form} most={left} />
      <div className="grid gap-4 md:grid-cols-2">
        <SelectField form={form} name="method" label="Method" required options={METHODS} />
        <TextField
          form={form}
          name="reference"
          label={isCheck ? 'Check number' : 'Reference'}
          required={isCheck}
          autoComplete="off"
        />
      </div>
      <DateField form={form} name="refunded_on" label="Refunded on" required />
      <ReasonField form={form} />
    </SaveForm>
  );
};

const useRecordedRefund = (entry: Entry, left: number, onDone: () => void) => {
  const [id] = useState(uuidv7);
  return useSaveForm({
    values: {
      ...{ amount: typedHundredths(left), method: 'check', refunded_on: useHoaToday() },
      ...{ reference: '', reason: '' },
    },
    write: ({ amount, reference, ...given }) =>
      save('recordRefund', {
        ...{ ...given, id, source_id: entry.id },
        ...{ amount: toNumber(amount), reference: reference || null },
      }),
    said: 'Refund recorded',
    onSaved: onDone,
  });
};

const AmountField = <Values extends { amount: string }>({
  form,
  most,
}: {
  form: UseFormReturn<Values>;
  most: number;
}) => (
  <MoneyField
    form={form}
    name={'amount' as FieldPath<Values>}
    label="Amount"
    required
    hint={`At most ${formatMoney(most)}.`}
  />
);

const ReasonField = <Values extends { reason: string }>({ form }: { form: UseFormReturn<Values> }) => (
  <TextField
    form={form}
    name={'reason' as FieldPath<Values>}
    label="Reason"
    required
    hint="The holder sees it."
    autoFocus
    autoComplete="off"
  />
);
