import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../../schema/invoices.ts';
import type { Invoice, Payment } from '../../../schema/tables/invoices.ts';
import {
  canManage,
  figuresOn,
  INVOICE_NOT_FOUND,
  type InvoiceQuery,
  list,
  remainingOf,
  statusOf,
  unpaidFirst,
} from '../../../sync/invoices/entity.ts';
import { invoiceSort } from '../../../sync/invoices/sort.ts';
import { tally } from '../../../sync/list.ts';
import { useTally } from '../../device/live.ts';
import { useUser } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { exportCsv } from '../../screens/export-csv.tsx';
import { filterPath, multiFilter, optionalFilter, textFilter, useListFilters } from '../../screens/filters.ts';
import type { People } from '../../screens/people.tsx';
import { type Sorts, sortValues, textSort } from '../../screens/sorting.tsx';
import { formatDate, formatLabel } from '../../ui/format.ts';

export const LOADER = {
  entity: 'invoice',
  name: 'Invoice',
  list: { label: 'Dues', href: paths.dues() },
  back: 'Back to Dues',
  notFound: INVOICE_NOT_FOUND,
  failed: 'Failed to load invoice. Please try again.',
} as const;

/** Keeps the tab in the address beside the filters. */
const fieldsOf = <const Tab extends string>(tab: Tab) => ({
  tab: { empty: tab, parse: () => tab, format: () => tab },
  search: textFilter,
  status: multiFilter(INVOICE_STATUSES),
});
const fields = fieldsOf('invoices');
/** Without a choice the order follows from the statuses chosen. */
export const SORTS: Sorts = {
  'Due Date': [
    { value: '-due', label: 'Latest Due First' },
    { value: 'due', label: 'Earliest Due First' },
  ],
  Title: textSort('title', 'Title'),
  Amount: [
    { value: '-amount', label: 'Largest Amount First' },
    { value: 'amount', label: 'Smallest Amount First' },
  ],
};
const allFields = { ...fieldsOf('all'), sort: optionalFilter(sortValues(SORTS)) };

export const PAGE_SIZE = 10;

/** `page` counts from 1 and is kept in the history state. */
export const useFilters = () => {
  const { shown, showMore: _, ...filtering } = useListFilters(fields);
  const [path, navigate] = useLocation();
  const { filters } = filtering;
  return {
    ...filtering,
    active: filters.search !== '' || filters.status.length > 0,
    page: shown / PAGE_SIZE,
    openPage: (page: number) => navigate(filterPath(fields, path, filters), { state: { shown: page * PAGE_SIZE } }),
  };
};
type Filters = ReturnType<typeof useFilters>['filters'];
export const invoicesPath = (changes: Partial<Filters> = {}): string => filterPath(fields, paths.dues(), changes);

export const useAllFilters = () => {
  const filtering = useListFilters(allFields);
  const { search, status } = filtering.filters;
  return { ...filtering, active: search !== '' || status.length > 0 };
};
export const allInvoicesPath = (changes: Partial<ReturnType<typeof useAllFilters>['filters']> = {}): string =>
  filterPath(allFields, paths.dues(), changes);

const isUnpaid = (status: InvoiceStatus) => status === 'pending' || status === 'overdue';

type AllFilters = ReturnType<typeof useAllFilters>['filters'];

/** Unpaid invoices come by due date, all others with the newest first, until the reader chooses another order. */
export const sortOf = ({ status, sort }: Pick<AllFilters, 'status' | 'sort'>): string =>
  sort ?? (status.length > 0 && status.every(isUnpaid) ? 'due' : '-due');

export const allInvoicesQuery = ({ search, status, sort }: AllFilters, today: string): InvoiceQuery => ({
  search,
  status,
  today,
  ...invoiceSort(sortOf({ status, sort })),
});

/** `page`, `first` and `last` count from 1. A page beyond the last gives the last. */
export const paginate = (total: number, wantedPage: number, size: number) => {
  const pages = Math.max(1, Math.ceil(total / size));
  const page = Math.min(Math.max(1, wantedPage), pages);
  return { page, pages, total, first: Math.min(total, (page - 1) * size + 1), last: Math.min(total, page * size) };
};

/** Those of the viewer and of people who share an account with them: the device of a resident holds no others. */
export const useMyInvoices = (): readonly Invoice[] => {
  const user = useUser();
  const invoices = useRows('invoice');
  return canManage(user) ? invoices.by('recipient_id', user.id) : invoices.all;
};

/** One's own invoices that match the filters: the unpaid first, the longest overdue before all, then the newest. */
export const useMyResults = ({ search, status }: Pick<Filters, 'search' | 'status'>): readonly Invoice[] => {
  const invoices = useMyInvoices();
  const today = useHoaToday();
  return useMemo(() => unpaidFirst(list.rows(invoices, { search, status, today })), [invoices, search, status, today]);
};

const HEADER = ['Title', 'Amount', 'Status', 'Due Date', 'Period', 'Paid', 'Open', 'Paid On'] as const;

/** Downloads invoices as CSV, with their status of `today`, and with `people` the person that each is for. */
export const exportInvoices = async (
  invoices: readonly Invoice[],
  today: string,
  people: People | null = null,
): Promise<void> => {
  const lines = invoices.map((invoice) => [
    invoice.title,
    ...(people ? [people.name(invoice.recipient_id)] : []),
    dollars(invoice.amount_cents),
    formatLabel(statusOf(invoice, today)),
    formatDate(invoice.due_date),
    formatDate(invoice.period),
    dollars(invoice.paid_cents),
    dollars(remainingOf(invoice)),
    invoice.paid_at ? formatDate(invoice.paid_at) : '',
  ]);
  const [title, ...others] = HEADER;
  await exportCsv('invoices', people ? [title, 'Recipient', ...others] : HEADER, lines);
};

const dollars = (cents: number): string => (cents / 100).toFixed(2);

export const useInvoiceFigures = () => {
  const today = useHoaToday();
  return useTally(
    'invoice',
    useMemo(() => figuresOn(today), [today]),
  );
};

export const useMyInvoiceFigures = () => {
  const invoices = useMyInvoices();
  const today = useHoaToday();
  return useMemo(
    () => ({
      ...tally(figuresOn(today), invoices),
      next_due_date: invoices
        .filter(({ status, due_date }) => status === 'pending' && due_date >= today)
        .map(({ due_date }) => due_date)
        .sort()[0],
    }),
    [invoices, today],
  );
};

export const usePayments = (invoice_id: string): Payment[] =>
  useRows('payment').by('invoice_id', invoice_id).toReversed();
