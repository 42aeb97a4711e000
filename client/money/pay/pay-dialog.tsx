import { useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { amount as dollarAmount } from '../../../schema/due-inputs.ts';
import { centsOf } from '../../../schema/dues.ts';
import type { PayInput } from '../../../schema/pay-inputs.ts';
import { AMOUNT_TOO_SMALL, ONLINE_MINIMUM } from '../../../schema/paying.ts';
import type { Account } from '../../../schema/tables/accounts.ts';
import { titleOf } from '../../../sync/ledger/entry-titles.ts';
import { isDirectedOn } from '../../../sync/policies/rules.ts';
import { useOnline, useRows } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { MoneyInput } from '../../forms/fields.tsx';
import { toNumber } from '../../forms/numbers.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox, ChoiceGroup, Radio } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import type { AccountBooks } from '../accounts.ts';
import { coverageOf } from './coverage.ts';
import { CoverageLines } from './coverage-lines.tsx';
import { PayMethods } from './pay-methods.tsx';
import { NEEDS_CONNECTION, toPayOf, useMethod, usePay, useQuote } from './paying.ts';

type Props = { account: Account; books: AccountBooks; today: string; open: boolean; onClose: () => void };
type Kind = 'due' | 'invoices' | 'amount';

const PayDialog = ({ account, books, today, open, onClose }: Props) => {
  const online = useOnline();
  const payment = usePayment(account, books, today);
  const { choice, error, closed } = payment;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Pay"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={payment.busy} disabled={!online || Boolean(closed)} onClick={payment.submit}>
            {payment.busy ? 'Opening Checkout…' : payment.label}
          </Button>
        </>
      }
    >
      <div className="grid gap-4.5">
        <KindChoice choice={choice} />
        <WhatToPay choice={choice} error={payment.shownError} />
        {payment.isAsking && <MoreThanOwed cents={choice.cents} />}
        {!choice.isDirected && <FixedOrder />}
        <WhatItCovers {...{ account, books, today }} cents={error ? 0 : choice.cents} chosen={choice.pinned} />
        <PayMethods
          name={`dialog-${account.id}`}
          methods={payment.methods}
          isQuoted={payment.isQuoted && !error}
          method={payment.method}
          onChoose={payment.choose}
        />
        <ErrorAlert message={payment.failure} onClose={payment.dismiss} />
        <WhyNot closed={closed} online={online} />
      </div>
    </Dialog>
  );
};

export default PayDialog;

type WhyNotProps = { closed: ReturnType<typeof useQuote>['failure']; online: boolean };

const WhyNot = ({ closed, online }: WhyNotProps) => (
  <>
    {closed && <Alert tone="error">{closed}</Alert>}
    {!online && <p className="text-ink-2">{NEEDS_CONNECTION}</p>}
  </>
);

const MoreThanOwed = ({ cents }: { cents: number }) => (
  <Alert tone="error">
    <span className="num">{formatMoney(cents)}</span> is more than you owe. The rest is kept as credit.
  </Alert>
);

const usePayment = (account: Account, books: AccountBooks, today: string) => {
  const choice = useChoice(books, today);
  const { cents, body, error, more_than_open } = choice;
  const { method, choose } = useMethod(account.id);
  const { methods, isQuoted, failure: closed } = useQuote(account.id, error ? 0 : cents);
  const { pay, busy, failure, dismiss } = usePay(account.id);
  const [tried, setTried] = useState(false);
  const [asked, setAsked] = useState<number | null>(null);
  const isAsking = more_than_open && asked === cents;
  const submit = () => {
    setTried(true);
    if (error) return;
    if (more_than_open && !isAsking) setAsked(cents);
    else void pay({ ...body, method });
  };
  const total = methods.find((one) => one.method === method)?.totalCents ?? 0;
  const label = `Pay ${error ? '' : formatMoney(total)}${isAsking ? ' Anyway' : ''}`;
  const shownError = tried ? error : undefined;
  return {
    ...{ choice, error, shownError, method, choose, methods, isQuoted },
    ...{ closed, submit, label, isAsking, busy, failure, dismiss },
  };
};

type Choice = ReturnType<typeof useChoice>;

const KindChoice = ({ choice: { kind, setKind, ...choice } }: { choice: Choice }) => {
  const radio = (value: Kind, label: string) => (
    <Radio name="what" checked={kind === value} onChange={() => setKind(value)} label={label} />
  );
  return (
    <ChoiceGroup label="What to pay">
      {choice.due_cents > 0 && radio('due', `Everything due: ${formatMoney(choice.due_cents)}`)}
      {choice.isDirected && choice.invoices.length > 0 && radio('invoices', 'Chosen invoices')}
      {radio('amount', 'Another amount')}
    </ChoiceGroup>
  );
};

const WhatToPay = ({ choice, error }: { choice: Choice; error: string | undefined }) => {
  if (choice.kind === 'amount')
    return (
      <Field label="Amount" required error={error} className="md:max-w-60">
        <MoneyInput placeholder="0.00" value={choice.text} onChange={choice.setText} />
      </Field>
    );
  if (choice.kind === 'due') return null;
  return (
    <ChoiceGroup label="Invoices" error={error}>
      {choice.invoices.map(({ id, title, due_on, cents }) => (
        <Checkbox
          key={id}
          label={title}
          hint={<span className="num">{`${formatMoney(cents)}, due ${formatDate(due_on)}`}</span>}
          checked={choice.chosen.includes(id)}
          onChange={({ target }) => choice.toggle(id, target.checked)}
        />
      ))}
    </ChoiceGroup>
  );
};

const FixedOrder = () => (
  <p className="text-ink-2">
    Your association applies payments in a fixed order.{' '}
    <Link href={paths.rules()} className="text-pine-text underline">
      See how.
    </Link>
  </p>
);

type OpenInvoice = { id: string; debit_id: string; title: string; due_on: string; cents: number };

/** The choice of the sum to pay: `body` for the server, or `error`. */
const useChoice = (books: AccountBooks, today: string) => {
  const { fold, on_its_way_cents } = books;
  const due_cents = toPayOf(books);
  const invoices = useMemo(() => openInvoices(books), [books]);
  const isDirected = isDirectedOn(useRows('policy').all, today);
  const [kind, setKind] = useState<Kind>('amount');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const toggle = (id: string, isOn: boolean) =>
    setChosen((before) => (isOn ? [...before, id] : before.filter((one) => one !== id)));
  const picked = kind === 'invoices' ? invoices.filter(({ id }) => chosen.includes(id)) : [];
  const cents = { due: due_cents, invoices: sumOf(picked), amount: centsOf(toNumber(text)) }[kind];
  const open_cents = Math.max(0, fold.due_now_cents + fold.coming_cents - on_its_way_cents);
  return {
    kind,
    setKind,
    text,
    setText,
    chosen,
    toggle,
    invoices,
    isDirected,
    due_cents,
    cents: Number.isFinite(cents) ? cents : 0,
    pinned: picked,
    error: errorOf(kind, kind === 'amount' ? toNumber(text) : cents / 100),
    body: bodyOf(kind, { cents, ids: picked.map(({ id }) => id) }),
    more_than_open: cents > open_cents,
  };
};

const openInvoices = ({ fold, ...books }: AccountBooks): OpenInvoice[] =>
  fold.open.flatMap(({ entry, open_cents, due_on }) =>
    entry.invoice_id
      ? [{ id: entry.invoice_id, debit_id: entry.id, title: titleOf(entry, books), due_on, cents: open_cents }]
      : [],
  );

const sumOf = (parts: readonly { cents: number }[]): number => parts.reduce((sum, { cents }) => sum + cents, 0);

const errorOf = (kind: Kind, dollars: number): string | undefined => {
  if (kind === 'invoices' && dollars === 0) return 'Please select an invoice.';
  const parsed = dollarAmount.safeParse(dollars);
  if (!parsed.success) return parsed.error.issues[0]?.message;
  return centsOf(dollars) < ONLINE_MINIMUM ? AMOUNT_TOO_SMALL : undefined;
};

const bodyOf = (kind: Kind, { cents, ids }: { cents: number; ids: string[] }): PayInput => {
  if (kind === 'due') return { all_due: true };
  return kind === 'invoices' ? { invoice_ids: ids } : { amount: cents / 100 };
};

type CoversProps = Pick<Props, 'account' | 'books' | 'today'> & { cents: number; chosen: readonly OpenInvoice[] };

const WhatItCovers = ({ account, books, today, cents, chosen }: CoversProps) => {
  const policies = useRows('policy').all;
  // The fold does not run on a keystroke.
  const shown = useDeferredValue(cents);
  const pins = useMemo(() => chosen.map(({ debit_id, cents: amount_cents }) => ({ debit_id, amount_cents })), [chosen]);
  const coverage = useMemo(
    () =>
      shown > 0 ? coverageOf(books, policies, { account_id: account.id, cents: shown, on: today, pins }, today) : null,
    [books, policies, account.id, shown, today, pins],
  );
  if (!coverage) return null;
  return (
    <div>
      <h3 className="pb-1 font-medium">What it covers</h3>
      <CoverageLines coverage={coverage} />
    </div>
  );
};
