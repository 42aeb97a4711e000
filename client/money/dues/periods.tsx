import { ChevronRight, ReceiptText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import type { Due } from '../../../schema/tables/dues.ts';
import type { Invoice } from '../../../schema/tables/invoices.ts';
import { statusOf } from '../../../sync/invoices/entity.ts';
import { useFailedJobsOf } from '../../account/failed-jobs/model.ts';
import { useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { usePeople } from '../../screens/people.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { StatCards } from '../../ui/card.tsx';
import { formatCount, formatDate, formatMoney } from '../../ui/format.ts';
import { EmptyState } from '../../ui/list.tsx';
import { usePrinting } from '../../ui/printing.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { InvoiceBadge } from '../invoices/parts.tsx';
import { type Period, periodsOf } from './model.ts';

export const Periods = ({ due }: { due: Due }) => {
  const invoices = useRows('invoice').by('due_id', due.id);
  const today = useHoaToday();
  const periods = useMemo(() => periodsOf(invoices, today), [invoices, today]);
  if (periods.length === 0)
    return (
      <EmptyState
        icon={ReceiptText}
        title="No invoices yet"
        hint={
          due.status === 'active'
            ? 'Invoices will be created and emailed on the send date.'
            : 'An inactive due sends no invoices.'
        }
      />
    );
  return (
    <>
      <Totals periods={periods} />
      {periods.map((period, index) => (
        <PeriodCard key={period.period} period={period} first={index === 0} />
      ))}
    </>
  );
};

const Totals = ({ periods }: { periods: readonly Period[] }) => {
  const sum = (name: 'collected_cents' | 'outstanding_cents' | 'overdue_cents') =>
    formatMoney(periods.reduce((cents, period) => cents + period[name], 0));
  const count = (name: 'paid_count' | 'sent_count') => periods.reduce((all, period) => all + period[name], 0);
  return (
    <StatCards
      stats={[
        { label: 'Collected', value: sum('collected_cents') },
        { label: 'Outstanding', value: sum('outstanding_cents') },
        { label: 'Overdue', value: sum('overdue_cents') },
        { label: 'Invoices paid', value: `${formatCount(count('paid_count'))} of ${formatCount(count('sent_count'))}` },
      ]}
    />
  );
};

const PeriodCard = ({ period, first }: { period: Period; first: boolean }) => {
  const [open, setOpen] = useState(first);
  return (
    <details
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group min-w-0 overflow-hidden rounded-lg border border-line bg-card shadow-card"
    >
      <summary className="grid cursor-default list-none gap-2 px-4 py-3 -outline-offset-2 hover:bg-sunk/60 [&::-webkit-details-marker]:hidden">
        <Summary {...period} />
      </summary>
      {open && <PeriodInvoices invoices={period.invoices} />}
    </details>
  );
};

const Summary = ({
  period,
  due_date,
  sent_count,
  paid_count,
  collected_cents,
  billed_cents,
  overdue_cents,
}: Period) => (
  <>
    <span className="num flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
      <span className="flex items-center gap-1.5 font-semibold">
        <ChevronRight aria-hidden className="size-4 text-ink-3 transition-transform group-open:rotate-90" />
        {formatDate(period)}
      </span>
      <span className="text-ink-3 text-sm">due {formatDate(due_date)}</span>
      <span className="ml-auto text-sm">
        <b className="font-semibold">{formatMoney(collected_cents)}</b>{' '}
        <span className="text-ink-3">of {formatMoney(billed_cents)}</span>
      </span>
    </span>
    <ProgressBar label={`Collected for ${formatDate(period)}`} value={collected_cents} max={billed_cents || 1} />
    <span className="num flex justify-between gap-3 text-ink-2 text-sm">
      {formatCount(paid_count)} of {formatCount(sent_count)} paid
      {overdue_cents > 0 && <span className="text-red">{formatMoney(overdue_cents)} overdue</span>}
    </span>
  </>
);

const PAGE = 25;
const STATUS_ORDER = { overdue: 0, pending: 1, paid: 2, canceled: 3 };

const PeriodInvoices = ({ invoices }: { invoices: readonly Invoice[] }) => {
  const [shown, setShown] = useState(PAGE);
  const printing = usePrinting();
  const people = usePeople();
  const today = useHoaToday();
  const lineOf = useLines(invoices);
  const rows = useMemo(() => {
    const rank = (invoice: Invoice) => `${STATUS_ORDER[statusOf(invoice, today)]}${people.name(invoice.recipient_id)}`;
    return [...invoices].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  }, [invoices, people, today]);
  return (
    <>
      <ul className="border-line border-t py-1.5">
        {rows.slice(0, printing ? rows.length : shown).map((invoice) => (
          <PeriodInvoice
            key={invoice.id}
            invoice={invoice}
            name={people.name(invoice.recipient_id)}
            line={lineOf(invoice)}
          />
        ))}
      </ul>
      {rows.length > shown && (
        <div className="border-line border-t px-4 py-2">
          <Button size="small" variant="ghost" onClick={() => setShown(shown + 4 * PAGE)}>
            Show More ({formatCount(rows.length - shown)})
          </Button>
        </div>
      )}
    </>
  );
};

/** The homes of somebody who is billed for several, else the email. */
const useLines = (invoices: readonly Invoice[]): ((invoice: Invoice) => string) => {
  const people = usePeople();
  const accounts = useRows('account');
  const byRecipient = useMemo(() => Map.groupBy(invoices, ({ recipient_id }) => recipient_id), [invoices]);
  return ({ recipient_id, account_id }) => {
    const account = accounts.get(account_id ?? '');
    const isOneOfSeveral = (byRecipient.get(recipient_id)?.length ?? 0) > 1;
    return (isOneOfSeveral && account && people.address(account)) || people.email(recipient_id);
  };
};

const PeriodInvoice = ({ invoice, name, line }: { invoice: Invoice; name: string; line: string }) => (
  <li>
    <Link
      href={paths.invoice(invoice.id)}
      className="flex min-h-11 items-center gap-3 px-4 py-1 -outline-offset-2 hover:bg-sunk/60"
    >
      <span className="min-w-0 flex-1 truncate md:flex md:gap-2.5">
        <span className="truncate">{name}</span>
        {line !== name && <span className="truncate text-ink-3 text-sm max-md:block md:self-center">{line}</span>}
      </span>
      {useFailedJobsOf(invoice.id).length > 0 && <Badge tone="bad">Email failed</Badge>}
      <InvoiceBadge invoice={invoice} />
      <span className="num w-20 text-right">{formatMoney(invoice.amount_cents)}</span>
    </Link>
  </li>
);
