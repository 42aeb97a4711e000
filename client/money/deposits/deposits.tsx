import { HandCoins } from 'lucide-react';
import { useMemo, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { Link } from 'wouter';
import type { Payment } from '../../../schema/tables/invoices.ts';
import type { Deposit } from '../../../schema/tables/ledger.ts';
import { depositList } from '../../../sync/deposits/list.ts';
import { depositTotals, undeposited } from '../../../sync/deposits/mutators.ts';
import { save, useRows, useStored } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { changeNow } from '../../forms/change-now.ts';
import { paths } from '../../paths.ts';
import { usePeople } from '../../screens/people.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatDate, formatLabel, formatMoney, formatPlural } from '../../ui/format.ts';
import { EmptyState, SkeletonRows } from '../../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { PossibleDuplicates } from '../record/possible-duplicates.tsx';
import { depositTitle } from './deposit.tsx';
import { CloseDeposit } from './deposit-parts.tsx';

/** /accounts/deposits: what the board takes to the bank, and what lies undeposited. */
const Deposits = () => {
  const deposits = useRows('deposit').all;
  const payments = useRows('payment').all;
  const loose = useMemo(() => undeposited(payments), [payments]);
  const { isComplete } = useStored('deposit');
  const sorted = useMemo(() => depositList.rows(deposits, {}), [deposits]);
  return (
    <>
      <Breadcrumb entries={[{ label: 'Accounts', href: paths.accounts() }, { label: 'Deposits' }]} />
      <PageHeader
        title="Deposits"
        subtitle="Checks and cash on their way to the bank"
        actions={
          <>
            <LinkButton href={paths.recordPayment()}>Record Payment</LinkButton>
            <NewDeposit />
          </>
        }
      />
      <PossibleDuplicates />
      {sorted.length === 0 && (isComplete ? <NoDeposits /> : <SkeletonRows rows={3} />)}
      {sorted.map((deposit) => (
        <DepositCard key={deposit.id} deposit={deposit} />
      ))}
      {loose.length > 0 && <Undeposited payments={loose} />}
    </>
  );
};

export default Deposits;

const NoDeposits = () => (
  <EmptyState
    icon={HandCoins}
    title="No deposits yet"
    hint="Create a deposit, choose it while you record payments, and close it when the money goes to the bank."
  />
);

const Undeposited = ({ payments }: { payments: readonly Payment[] }) => (
  <Card title="Not Deposited Yet" flush>
    <p className="num px-4 pb-2 text-ink-2">
      {formatPlural(payments.length, 'check or cash payment', 'check and cash payments')} without a deposit,{' '}
      {formatMoney(depositTotals(payments).total_cents)}
    </p>
    <PaymentLines payments={payments} />
  </Card>
);

const NewDeposit = () => {
  const today = useHoaToday();
  const create = () =>
    changeNow({
      write: () => save('createDeposit', { id: uuidv7(), name: `Deposit of ${formatDate(today)}`, made_on: today }),
      said: 'Deposit created',
      fallback: 'The deposit could not be created. Please try again.',
    });
  return (
    <Button variant="primary" onClick={() => void create()}>
      Create Deposit
    </Button>
  );
};

const DepositCard = ({ deposit }: { deposit: Deposit }) => {
  const payments = useRows('payment').by('deposit_id', deposit.id);
  const totals = depositTotals(payments);
  const [closing, setClosing] = useState(false);
  const isOpen = deposit.status === 'open';
  return (
    <Card
      title={depositTitle(deposit)}
      flush
      actions={
        <span className="flex items-center gap-2 print:hidden">
          <span className="max-md:hidden">
            <Badge>{isOpen ? 'Open' : 'Closed'}</Badge>
          </span>
          <LinkButton size="small" href={paths.deposit(deposit.id)}>
            Slip
          </LinkButton>
          {isOpen && (
            <Button size="small" disabled={totals.count === 0} onClick={() => setClosing(true)}>
              Close
            </Button>
          )}
        </span>
      }
    >
      <p className="num px-4 pb-2 text-ink-2">
        <Link data-row href={paths.deposit(deposit.id)} className="text-ink underline underline-offset-4">
          {formatDate(deposit.made_on)}
        </Link>{' '}
        <span className="md:hidden">· {isOpen ? 'open' : 'closed'} </span>· {formatPlural(totals.count, 'payment')} ·
        checks {formatMoney(totals.checks_cents)}, cash {formatMoney(totals.cash_cents)} ·{' '}
        <b className="font-semibold text-ink">{formatMoney(totals.total_cents)}</b>
      </p>
      {isOpen && <PaymentLines payments={payments} />}
      <CloseDeposit deposit={deposit} totals={totals} open={closing} onClose={() => setClosing(false)} />
    </Card>
  );
};

const PaymentLines = ({ payments }: { payments: readonly Payment[] }) => {
  const people = usePeople();
  return (
    <ul>
      {payments.map((payment) => (
        <li key={payment.id} className="num flex flex-wrap items-baseline gap-x-4 border-line border-t px-4 py-2">
          <Link
            href={paths.account(payment.account_id ?? '')}
            className="min-w-0 flex-1 text-ink [overflow-wrap:anywhere] hover:underline max-md:basis-3/5"
          >
            {payment.payer_name ?? people.name(payment.user_id)}
          </Link>
          <span className="text-ink-3 max-md:order-1">
            {[formatLabel(payment.method ?? 'other'), payment.reference].filter(Boolean).join(' ')}
          </span>
          <span className="text-ink-3 max-md:order-1 max-md:basis-1/3 max-md:text-right max-md:grow">
            {formatDate(payment.received_on ?? payment.created_at)}
          </span>
          <span className="min-w-20 text-right font-[560]">{formatMoney(payment.amount_cents)}</span>
        </li>
      ))}
    </ul>
  );
};
