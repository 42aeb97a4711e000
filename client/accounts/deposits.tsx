import { HandCoins } from 'lucide-react';
import { useMemo, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import type { Payment } from '../../schema/tables/invoices.ts';
import type { Deposit } from '../../schema/tables/ledger.ts';
import { depositTotals, undeposited } from '../../sync/deposits.ts';
import { changeNow } from '../forms/change-now.ts';
import { paths } from '../paths.ts';
import { exportCsv } from '../screens/export-csv.tsx';
import { type People, usePeople } from '../screens/people.tsx';
import { save, useRows } from '../store.ts';
import { useHoaToday } from '../today.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { formatDate, formatMoney, formatPlural } from '../ui/format.ts';
import { EmptyState } from '../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';
import { PrintButton } from '../ui/print-button.tsx';
import { PaymentLines } from './payment-lines.tsx';

/** /accounts/deposits: what the board takes to the bank, and what lies undeposited. */
const Deposits = () => {
  const deposits = useRows('deposit').all;
  const payments = useRows('payment').all;
  const loose = useMemo(() => undeposited(payments), [payments]);
  return (
    <>
      <Breadcrumb entries={[{ label: 'Accounts', href: paths.accounts() }, { label: 'Deposits' }]} />
      <PageHeader
        title="Deposits"
        subtitle="Checks and cash on their way to the bank"
        actions={
          <>
            <LinkButton href={paths.recordPayment()}>Record Payment</LinkButton>
            <PrintButton />
            <NewDeposit />
          </>
        }
      />
      {loose.length > 0 && (
        <Card title="Not Deposited Yet" flush>
          <PaymentLines payments={loose} />
        </Card>
      )}
      {deposits.length === 0 && (
        <EmptyState
          icon={HandCoins}
          title="No deposits yet"
          hint="Create a deposit, choose it while you record payments, and close it when the money goes to the bank."
        />
      )}
      {deposits.map((deposit) => (
        <DepositCard key={deposit.id} deposit={deposit} />
      ))}
    </>
  );
};

export default Deposits;

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
  const people = usePeople();
  const [closing, setClosing] = useState(false);
  const isOpen = deposit.status === 'open';
  const close = () => save('closeDeposit', { id: deposit.id, status: 'closed' });
  return (
    <Card
      title={deposit.number === null ? deposit.name : `No. ${deposit.number}: ${deposit.name}`}
      flush
      actions={
        <span className="flex flex-wrap items-center gap-2 print:hidden">
          <Badge>{isOpen ? 'Open' : 'Closed'}</Badge>
          <Button size="small" onClick={() => exportDeposit(deposit, payments, people)}>
            Export CSV
          </Button>
          {isOpen && (
            <Button size="small" disabled={totals.count === 0} onClick={() => setClosing(true)}>
              Close
            </Button>
          )}
        </span>
      }
    >
      <p className="num px-4 pb-2 text-ink-2">
        {formatDate(deposit.made_on)} · {formatPlural(totals.count, 'payment')} · checks{' '}
        {formatMoney(totals.checks_cents)}, cash {formatMoney(totals.cash_cents)} ·{' '}
        <b className="font-semibold text-ink">{formatMoney(totals.total_cents)}</b>
      </p>
      <PaymentLines payments={payments} />
      <ConfirmDialog
        open={closing}
        onClose={() => setClosing(false)}
        title="Close Deposit"
        confirm="Close Deposit"
        variant="primary"
        onConfirm={close}
      >
        Its {formatPlural(totals.count, 'payment')} of {formatMoney(totals.total_cents)} can then no longer be changed.
      </ConfirmDialog>
    </Card>
  );
};

const HEADER = ['Payer', 'Method', 'Number', 'Received', 'Amount'];

const exportDeposit = ({ name }: Deposit, payments: readonly Payment[], people: People) =>
  exportCsv(
    `deposit ${name}`,
    HEADER,
    payments.map((payment) => [
      payment.payer_name ?? people.name(payment.user_id),
      payment.method ?? '',
      payment.reference ?? '',
      payment.received_on ?? '',
      (payment.amount_cents / 100).toFixed(2),
    ]),
  );
