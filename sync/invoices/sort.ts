import type { InvoiceQuery } from './entity.ts';

const COLUMNS: Readonly<Record<string, NonNullable<InvoiceQuery['sortBy']>>> = {
  due: 'due_date',
  amount: 'amount_cents',
  title: 'title',
};

/** The order of a sort of the screen, such as 'due' or '-due'. */
export const invoiceSort = (sort: string): Pick<InvoiceQuery, 'sortBy' | 'sortOrder'> => ({
  sortBy: COLUMNS[sort.replace('-', '')],
  sortOrder: sort.startsWith('-') ? 'desc' : 'asc',
});
