import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import type { Invoice } from '../../schema/invoices.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { formatDate, formatMoney } from '../ui/format.ts';
import { type Column, Table } from '../ui/table.tsx';
import { InvoiceBadge } from './status.tsx';

/** Invoices as rows or cards. */
export const ListTable = ({ rows, footer }: { rows: readonly Invoice[]; footer: ReactNode }) => (
  <Table
    caption="My Invoices"
    columns={COLUMNS}
    rows={rows}
    rowKey={({ id }) => id}
    renderCard={(invoice) => <InvoiceCard invoice={invoice} />}
    footer={footer}
  />
);

const COLUMNS: Column<Invoice>[] = [
  {
    header: 'Title',
    main: true,
    className: 'min-w-60',
    cell: ({ id, title }) => (
      <Link
        href={paths.invoice(id)}
        data-row
        className="scroll-my-20 font-[560] text-ink [overflow-wrap:anywhere] hover:underline"
      >
        {title}
      </Link>
    ),
  },
  { header: 'Amount', align: 'right', cell: ({ amount_cents }) => formatMoney(amount_cents) },
  { header: 'Status', cell: (invoice) => <InvoiceBadge invoice={invoice} /> },
  { header: 'Due Date', className: 'num whitespace-nowrap', cell: ({ due_date }) => formatDate(due_date) },
  { header: '', name: 'Actions', align: 'right', cell: ({ id }) => <View id={id} /> },
];

const View = ({ id }: { id: string }) => {
  const [, navigate] = useLocation();
  return (
    <Button size="small" onClick={() => navigate(paths.invoice(id))}>
      View
    </Button>
  );
};

/** The whole card is the link. */
const InvoiceCard = ({ invoice }: { invoice: Invoice }) => (
  <Link href={paths.invoice(invoice.id)} data-row className="-mx-4 -my-3 grid gap-1.5 px-4 py-3 -outline-offset-2">
    <span className="flex items-baseline justify-between gap-3">
      <span className="font-[590] [overflow-wrap:anywhere]">{invoice.title}</span>
      <span className="num font-[590]">{formatMoney(invoice.amount_cents)}</span>
    </span>
    <span className="num flex items-center justify-between gap-2 text-ink-3 text-sm">
      <InvoiceBadge invoice={invoice} /> due {formatDate(invoice.due_date)}
    </span>
  </Link>
);
