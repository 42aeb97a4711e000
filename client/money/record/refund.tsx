import { type FormEvent, type ReactNode, useState } from 'react';
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
import { ErrorAlert } from '../../forms/failure.tsx';
import { toNumber } from '../../forms/numbers.ts';
import { useSubmit } from '../../forms/submit.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, ChoiceGroup, Radio } from '../../ui/choice.tsx';
import { DatePicker } from '../../ui/date-picker.tsx';
import { Field } from '../../ui/field.tsx';
import { formatLabel, formatMoney } from '../../ui/format.ts';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { toast } from '../../ui/toast.tsx';
import type { AccountBooks } from '../account/model.ts';

const ONLINE = 'Refund';
const RECORD = 'Record a Refund';

/** By which of the two a payment or a credit can be given back. */
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

const FAILED = 'The refund could not be sent. Please try again.';

/** Gives an online payment back through the payment service, and says what becomes of what it covered. */
const OnlineRefund = ({ entry, books, onCancel, onDone }: Props) => {
  const online = useOnline();
  const left = leftToRefund(entry, books);
  const [id] = useState(uuidv7);
  const [amount, setAmount] = useState((left / 100).toFixed(2));
  const [reason, setReason] = useState('');
  const choices = outcomesOf(entry, books);
  const [outcome, setOutcome] = useState<RefundOutcome>(choices.includes('credit') ? 'credit' : 'open');
  const [canceled, setCanceled] = useState<ReadonlySet<string>>(
    () => new Set(coveredWhole(entry, books.fold).map((charge) => charge.id)),
  );
  const { submit, busy, failure, dismiss } = useSubmit(FAILED);
  const covered = coveredBy(entry, books);
  const debit_ids = covered.flatMap((charge) => (canceled.has(charge.id) ? charge.id : []));
  const cents = Math.round((toNumber(amount) || 0) * 100);
  const freed = outcome === 'cancel' ? sumOf(covered.filter((charge) => canceled.has(charge.id))) : 0;
  const press = async (event: FormEvent) => {
    event.preventDefault();
    const terms = { id, amount: toNumber(amount), reason, ...(outcome === 'cancel' && { debit_ids }) };
    const body = Object.fromEntries([...Object.entries(terms), ['then', outcome]]);
    const path = `/api/payments/${entry.payment_id}/refund`;
    let sent: { status?: Payment['status'] } = {};
    const send = async () => {
      sent = (await api(path, { method: 'POST', body })) as typeof sent;
    };
    if (!(await submit(send))) return;
    void toast(sent.status === 'succeeded' ? 'Refunded' : 'The refund is on its way');
    onDone();
  };
  return (
    <Form onSubmit={press}>
      <Amount value={amount} most={left} onChange={setAmount} />
      <ChoiceGroup label="What becomes of what it paid">
        {choices.map((one) => (
          <Radio
            key={one}
            name="refund-outcome"
            label={OUTCOMES[one].label}
            hint={OUTCOMES[one].hint}
            checked={outcome === one}
            onChange={() => setOutcome(one)}
          />
        ))}
      </ChoiceGroup>
      {outcome === 'cancel' && (
        <ChoiceGroup label="Charges to cancel">
          {covered.map((charge) => (
            <Checkbox
              key={charge.id}
              label={`${titleOf(charge, books)}, ${formatMoney(charge.amount_cents)}`}
              checked={canceled.has(charge.id)}
              onChange={() => setCanceled(toggled(canceled, charge.id))}
            />
          ))}
        </ChoiceGroup>
      )}
      <Reason value={reason} onChange={setReason} />
      <p className="num text-ink-2">{balanceAfter(books.fold.balance_cents + cents - freed)}</p>
      <ErrorAlert message={failure} onClose={dismiss} />
      {!online && <p className="text-ink-2">Refunding needs a connection.</p>}
      <Row>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy} disabled={!online}>
          Refund
        </Button>
      </Row>
    </Form>
  );
};

const OUTCOMES: Record<RefundOutcome, { label: string; hint: string }> = {
  credit: { label: 'Give back credit', hint: 'Nothing opens again.' },
  cancel: { label: 'Give back and cancel the charges', hint: 'They are no longer owed.' },
  open: { label: 'Give back and leave the charges open', hint: 'They are owed again.' },
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

const toggled = (ids: ReadonlySet<string>, id: string): ReadonlySet<string> => {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
};

const balanceAfter = (cents: number): string =>
  cents < 0 ? `Balance afterwards: ${formatMoney(-cents)} credit` : `Balance afterwards: ${formatMoney(cents)}`;

const METHODS = RECORDED_METHODS.map((value) => ({ value, label: formatLabel(value) }));

/** Money that the board gives back by itself; works offline. */
const RecordedRefund = ({ entry, books, onCancel, onDone }: Props) => {
  const today = useHoaToday();
  const left = leftOf(entry, books.list);
  const [id] = useState(uuidv7);
  const [values, setValues] = useState({
    amount: (left / 100).toFixed(2),
    method: 'check',
    refunded_on: today,
    reference: '',
    reason: '',
  });
  const set = (changes: Partial<typeof values>) => setValues((before) => ({ ...before, ...changes }));
  const { submit, busy, failure, dismiss } = useSubmit();
  const press = async (event: FormEvent) => {
    event.preventDefault();
    const { amount, reference, ...given } = values;
    const refund = { ...given, id, source_id: entry.id, amount: toNumber(amount), reference: reference || null };
    if (!(await submit(() => save('recordRefund', refund)))) return;
    void toast('Refund recorded');
    onDone();
  };
  return (
    <Form onSubmit={press}>
      <p className="text-ink-2">Money that the board has given back by itself. What it paid is open again.</p>
      <Amount value={values.amount} most={left} onChange={(amount) => set({ amount })} />
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Method" required>
          <Select value={values.method} onChange={(method) => set({ method })} options={METHODS} />
        </Field>
        <Field label={values.method === 'check' ? 'Check number' : 'Reference'} required={values.method === 'check'}>
          <Input
            autoComplete="off"
            value={values.reference}
            onChange={({ target }) => set({ reference: target.value })}
          />
        </Field>
      </div>
      <Field label="Given back on" required>
        <DatePicker value={values.refunded_on} onChange={(refunded_on) => set({ refunded_on })} />
      </Field>
      <Reason value={values.reason} onChange={(reason) => set({ reason })} />
      <ErrorAlert message={failure} onClose={dismiss} />
      <Row>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy}>
          Record Refund
        </Button>
      </Row>
    </Form>
  );
};

const Form = ({ onSubmit, children }: { onSubmit: (event: FormEvent) => void; children: ReactNode }) => (
  <form noValidate onSubmit={onSubmit} className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-4 border-line border-t pt-4">
    {children}
  </form>
);

type AmountProps = { value: string; most: number; onChange: (amount: string) => void };

const Amount = ({ value, most, onChange }: AmountProps) => (
  <Field label="Amount" required hint={`At most ${formatMoney(most)}.`}>
    <Input
      inputMode="decimal"
      autoComplete="off"
      className="num"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  </Field>
);

const Reason = ({ value, onChange }: { value: string; onChange: (reason: string) => void }) => (
  <Field label="Reason" required hint="The holder sees it.">
    <Input autoFocus autoComplete="off" value={value} onChange={({ target }) => onChange(target.value)} />
  </Field>
);

const Row = ({ children }: { children: ReactNode }) => <div className="flex justify-end gap-2">{children}</div>;
