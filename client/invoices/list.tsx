import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { INVOICE_STATUSES } from '../../schema/invoices.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';
import { paths } from '../paths.ts';
import { FilterBar, MultiFilter, optionsOf } from '../screens/filter-bar.tsx';
import { EmptyResults, ResultList } from '../screens/result-list.tsx';
import { RowCard, RowTitle, ViewButton } from '../screens/row.tsx';
import { Button } from '../ui/button.tsx';
import { formatCount, formatDate, formatMoney } from '../ui/format.ts';
import { usePrinting } from '../ui/printing.ts';
import { type Column, Table } from '../ui/table.tsx';
import { PAGE_SIZE, paginate, useFilters, useMyInvoices, useMyResults } from './model.ts';
import { InvoiceBadge } from './parts.tsx';

const LABELS = { more: '', end: '', failed: 'Failed to load invoices. Please try again.' };

const MyInvoices = () => {
  const invoices = useMyInvoices();
  const filtering = useFilters();
  const results = useMyResults(filtering.filters);
  const page = paginate(results.length, filtering.page, PAGE_SIZE);
  const printing = usePrinting();
  return (
    <>
      <ListFilters {...filtering} />
      <ResultList
        rows={printing ? results : results.slice(page.first - 1, page.last)}
        found={Math.min(results.length, PAGE_SIZE)}
        showMore={() => undefined}
        cached={invoices.length > 0}
        labels={LABELS}
        empty={
          <EmptyResults
            {...filtering}
            icon={ReceiptText}
            title="No invoices found"
            hint="Your invoices will show up here."
          />
        }
        table={(rows) => <ListTable rows={rows} footer={<Pager {...page} onTurn={filtering.openPage} />} />}
      />
    </>
  );
};

export default MyInvoices;

const STATUSES = optionsOf(INVOICE_STATUSES);

const ListFilters = (props: ReturnType<typeof useFilters>) => (
  <FilterBar {...props} search="Search invoices">
    <MultiFilter {...props} name="status" label="Status" options={STATUSES} />
  </FilterBar>
);

const ListTable = ({ rows, footer }: { rows: readonly Invoice[]; footer: ReactNode }) => (
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
    cell: ({ id, title }) => <RowTitle href={paths.invoice(id)}>{title}</RowTitle>,
  },
  { header: 'Amount', align: 'right', cell: ({ amount_cents }) => formatMoney(amount_cents) },
  { header: 'Status', cell: (invoice) => <InvoiceBadge invoice={invoice} /> },
  { header: 'Due Date', className: 'num whitespace-nowrap', cell: ({ due_date }) => formatDate(due_date) },
  { header: '', name: 'Actions', align: 'right', cell: ({ id }) => <ViewButton href={paths.invoice(id)} /> },
];

const InvoiceCard = ({ invoice }: { invoice: Invoice }) => (
  <RowCard href={paths.invoice(invoice.id)}>
    <span className="flex items-baseline justify-between gap-3">
      <span className="font-[590] [overflow-wrap:anywhere]">{invoice.title}</span>
      <span className="num font-[590]">{formatMoney(invoice.amount_cents)}</span>
    </span>
    <span className="num flex items-center justify-between gap-2 text-ink-3 text-sm">
      <InvoiceBadge invoice={invoice} /> due {formatDate(invoice.due_date)}
    </span>
  </RowCard>
);

const Pager = ({
  page,
  pages,
  total,
  first,
  last,
  onTurn,
}: ReturnType<typeof paginate> & { onTurn: (page: number) => void }) => (
  <div className="num flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
    <span aria-live="polite">
      Showing {formatCount(first)} to {formatCount(last)} of {formatCount(total)} invoices
    </span>
    <span className="flex items-center gap-2.5">
      <Button size="small" disabled={page === 1} onClick={() => onTurn(page - 1)}>
        Previous
      </Button>
      <span>
        Page {formatCount(page)} of {formatCount(pages)}
      </span>
      <Button size="small" disabled={page === pages} onClick={() => onTurn(page + 1)}>
        Next
      </Button>
    </span>
  </div>
);
