import { ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { INVOICE_STATUSES } from '../../schema/invoices.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';
import { paths } from '../paths.ts';
import { FilterBar, MultiFilter, optionsOf, type ResultCount } from '../screens/filter-bar.tsx';
import { useListState } from '../screens/list-state.ts';
import { type People, usePeople } from '../screens/people.tsx';
import { EmptyResults, ResultList } from '../screens/result-list.tsx';
import { RowCard, RowTitle, ViewButton } from '../screens/row.tsx';
import { useHoaToday } from '../today.ts';
import { LinkButton } from '../ui/button.tsx';
import { formatDate, formatMoney } from '../ui/format.ts';
import { type Column, Table } from '../ui/table.tsx';
import { allInvoicesQuery, useAllFilters } from './model.ts';
import { InvoiceBadge } from './parts.tsx';

const LABELS = {
  more: 'Load more',
  end: 'No more invoices',
  failed: 'Failed to load invoices. Please try again.',
};

/** The invoices of everybody, for the board. */
const AllInvoices = () => {
  const filtering = useAllFilters();
  const results = useListState('invoice', allInvoicesQuery(filtering.filters, useHoaToday()), filtering.shown);
  const people = usePeople();
  return (
    <>
      <ListFilters {...filtering} found={results.found} of={results.total} partial={results.partial} />
      <ResultList
        {...filtering}
        {...results}
        labels={LABELS}
        empty={
          <EmptyResults
            {...filtering}
            icon={ReceiptText}
            title="No invoices found"
            hint="Invoices are made from dues, on the day they are sent."
          >
            <LinkButton href={paths.dueCreate()}>Create Due</LinkButton>
          </EmptyResults>
        }
        table={(rows, footer) => <ListTable rows={rows} people={people} footer={footer} />}
      />
    </>
  );
};

export default AllInvoices;

const STATUSES = optionsOf(INVOICE_STATUSES);

const ListFilters = (props: ReturnType<typeof useAllFilters> & ResultCount) => (
  <FilterBar {...props} search="Search invoices">
    <MultiFilter {...props} name="status" label="Status" options={STATUSES} />
  </FilterBar>
);

const ListTable = ({ rows, people, footer }: { rows: readonly Invoice[]; people: People; footer: ReactNode }) => (
  <Table
    caption="All Invoices"
    columns={columns(people)}
    rows={rows}
    rowKey={({ id }) => id}
    renderCard={(invoice) => <InvoiceCard invoice={invoice} name={people.name(invoice.recipient_id)} />}
    footer={footer}
  />
);

const columns = (people: People): Column<Invoice>[] => [
  {
    header: 'Title',
    main: true,
    className: 'min-w-52',
    cell: ({ id, title }) => <RowTitle href={paths.invoice(id)}>{title}</RowTitle>,
  },
  {
    header: 'Recipient',
    className: '[overflow-wrap:anywhere]',
    cell: ({ recipient_id }) => people.name(recipient_id) || '–',
  },
  { header: 'Amount', align: 'right', cell: ({ amount_cents }) => formatMoney(amount_cents) },
  { header: 'Status', cell: (invoice) => <InvoiceBadge invoice={invoice} /> },
  { header: 'Due Date', className: 'num whitespace-nowrap', cell: ({ due_date }) => formatDate(due_date) },
  { header: '', name: 'Actions', align: 'right', cell: ({ id }) => <ViewButton href={paths.invoice(id)} /> },
];

const InvoiceCard = ({ invoice, name }: { invoice: Invoice; name: string }) => (
  <RowCard href={paths.invoice(invoice.id)}>
    <span className="flex items-baseline justify-between gap-3">
      <span className="font-[590] [overflow-wrap:anywhere]">{invoice.title}</span>
      <span className="num font-[590]">{formatMoney(invoice.amount_cents)}</span>
    </span>
    <span className="text-ink-2 [overflow-wrap:anywhere]">{name}</span>
    <span className="num flex items-center justify-between gap-2 text-ink-3 text-sm">
      <InvoiceBadge invoice={invoice} /> due {formatDate(invoice.due_date)}
    </span>
  </RowCard>
);
