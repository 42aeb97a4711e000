import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Payment } from '../../../schema/tables/invoices.ts';
import type { Deposit } from '../../../schema/tables/ledger.ts';
import { DEPOSIT_NOT_FOUND, depositTotals } from '../../../sync/deposits/mutators.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { exportCsv } from '../../screens/export-csv.tsx';
import { type People, usePeople } from '../../screens/people.tsx';
import { RecordLoader } from '../../screens/record-loader.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatDate, formatLabel, formatMoney, formatPlural } from '../../ui/format.ts';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { PlainTable } from '../../ui/plain-table.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { CloseDeposit } from './deposit-parts.tsx';

/** /accounts/deposits/:id: the slip that goes to the bank with the checks and the cash. */
const DepositScreen = () => (
  <RecordLoader
    entity="deposit"
    name="Deposit"
    list={{ label: 'Deposits', href: paths.deposits() }}
    back="Back to Deposits"
    notFound={DEPOSIT_NOT_FOUND}
    failed="Failed to load deposits. Please try again."
  >
    {(deposit) => <DepositSlip deposit={deposit} />}
  </RecordLoader>
);

export default DepositScreen;

export const depositTitle = ({ name, number }: Deposit): string => (number === null ? name : `No. ${number}: ${name}`);

const DepositSlip = ({ deposit }: { deposit: Deposit }) => {
  const payments = useRows('payment').by('deposit_id', deposit.id);
  const people = usePeople();
  const [closing, setClosing] = useState(false);
  const totals = depositTotals(payments);
  const title = depositTitle(deposit);
  const isOpen = deposit.status === 'open';
  return (
    <>
      <Breadcrumb entries={[{ label: 'Deposits', href: paths.deposits() }, { label: title }]} />
      <PageHeader
        title={title}
        documentTitle={`Deposit: ${title}`}
        subtitle={
          <span className="flex flex-wrap items-center gap-2">
            Deposit slip, {formatDate(deposit.made_on)} <Badge>{isOpen ? 'Open' : 'Closed'}</Badge>
          </span>
        }
        actions={
          <span className="contents print:hidden">
            <PrintButton />
            <Button icon={Download} onClick={() => exportDeposit(deposit, payments, people)}>
              Export CSV
            </Button>
            {isOpen && (
              <Button variant="primary" disabled={totals.count === 0} onClick={() => setClosing(true)}>
                Close
              </Button>
            )}
          </span>
        }
      />
      <Card className="max-w-3xl print:max-w-none">
        <SlipTable payments={payments} />
      </Card>
      <CloseDeposit deposit={deposit} totals={totals} open={closing} onClose={() => setClosing(false)} />
    </>
  );
};

const SlipTable = ({ payments }: { payments: readonly Payment[] }) => {
  const { count, checks_cents, cash_cents, total_cents } = depositTotals(payments);
  const rest_cents = total_cents - checks_cents - cash_cents;
  const sorted = [...payments].sort((a, b) => RANK.indexOf(a.method ?? '') - RANK.indexOf(b.method ?? ''));
  return (
    <PlainTable caption="Deposit slip" heads={['Payer', 'Type', 'Number', ['Amount', 'text-right']]} headClass={HEADS}>
      <tbody>
        {sorted.map((payment) => (
          <SlipLine key={payment.id} payment={payment} />
        ))}
        {count === 0 && (
          <tr className="border-line border-b">
            <td colSpan={4} className="py-3 text-ink-2">
              No payments in this deposit yet.
            </td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <Sum label="Checks" cents={checks_cents} />
        <Sum label="Cash" cents={cash_cents} />
        {rest_cents !== 0 && <Sum label="Other" cents={rest_cents} />}
        <tr className="font-semibold">
          <td colSpan={3} className="py-2 pr-3">
            Total of {formatPlural(count, 'payment')}
          </td>
          <td className="py-2 text-right text-lg">{formatMoney(total_cents)}</td>
        </tr>
      </tfoot>
    </PlainTable>
  );
};
const HEADS =
  'border-line-strong border-b text-left text-ink-3 text-xs [&>th]:py-1.5 [&>th]:font-[550] [&>th]:not-last:pr-3';
const RANK: readonly string[] = ['check', 'cash', 'transfer', 'other'];

const SlipLine = ({ payment }: { payment: Payment }) => {
  const people = usePeople();
  return (
    <tr className="break-inside-avoid border-line border-b [&>td]:py-1.5 [&>td]:align-top [&>td]:not-last:pr-3">
      <td className="[overflow-wrap:anywhere]">
        {payment.payer_name ?? people.name(payment.user_id)}
        {payment.status === 'canceled' && <span className="text-ink-3"> (reversed since)</span>}
      </td>
      <td>{formatLabel(payment.method ?? 'other')}</td>
      <td className="[overflow-wrap:anywhere]">{payment.reference}</td>
      <td className="text-right">{formatMoney(payment.amount_cents)}</td>
    </tr>
  );
};

const Sum = ({ label, cents }: { label: string; cents: number }) => (
  <tr className="border-line border-b text-ink-2">
    <td colSpan={3} className="py-1.5 pr-3">
      {label}
    </td>
    <td className="py-1.5 text-right">{formatMoney(cents)}</td>
  </tr>
);

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
