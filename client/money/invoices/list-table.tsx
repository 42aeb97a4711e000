import type { ReactNode } from 'react';
import type { Invoice } from '../../../schema/tables/invoices.ts';
import { paths } from '../../paths.ts';
import type { People } from '../../screens/people.tsx';
import { CardHead, RowCard, RowTitle, ViewButton } from '../../screens/row.tsx';
import { type Sorting, withSorting } from '../../screens/sorting.tsx';
import { formatDate, formatMoney } from '../../ui/format.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { SORTS } from './model.ts';
import { InvoiceBadge } from './parts.tsx';

type Props = {
  caption: string;
  rows: readonly Invoice[];
  people: People | null;
  sorting?: Sorting;
  footer: ReactNode;
};

/** Invoices as rows or cards. `people` for viewers who see those of others. */
export const ListTable = ({ people, sorting, ...props }: Props) => (
  <Table
    {...props}
    columns={sorting ? withSorting(columns(people), SORTS, sorting) : columns(people)}
    rowKey={({ id }) => id}
    renderCard={(invoice) => <InvoiceCard invoice={invoice} name={people?.name(invoice.recipient_id)} />}
  />
);

const columns = (people: People | null): Column<Invoice>[] => [
  {
    header: 'Title',
    main: true,
    className: 'min-w-40',
    cell: ({ id, title }) => <RowTitle href={paths.invoice(id)}>{title}</RowTitle>,
  },
  ...(people ? [recipientColumn(people)] : []),
  { header: 'Amount', align: 'right', cell: ({ amount_cents }) => formatMoney(amount_cents) },
  { header: 'Status', cell: (invoice) => <InvoiceBadge invoice={invoice} /> },
  { header: 'Due Date', className: 'num whitespace-nowrap', cell: ({ due_date }) => formatDate(due_date) },
  { header: '', name: 'Actions', align: 'right', cell: ({ id }) => <ViewButton href={paths.invoice(id)} /> },
];

const recipientColumn = (people: People): Column<Invoice> => ({
  header: 'Recipient',
  className: 'min-w-28 [overflow-wrap:anywhere]',
  cell: ({ recipient_id }) => people.name(recipient_id) || '–',
});

const InvoiceCard = ({ invoice, name }: { invoice: Invoice; name: string | undefined }) => (
  <RowCard href={paths.invoice(invoice.id)}>
    <CardHead {...invoice} />
    {name && <span className="text-ink-2 [overflow-wrap:anywhere]">{name}</span>}
    <span className="num flex items-center justify-between gap-2 text-ink-3 text-sm">
      <InvoiceBadge invoice={invoice} /> due {formatDate(invoice.due_date)}
    </span>
  </RowCard>
);
