import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { INVOICE_STATUSES, type Invoice, type Payment } from '../../schema/invoices.ts';
import { INVOICE_NOT_FOUND, outstanding, statusOf } from '../../sync/invoices.ts';
import { paths } from '../paths.ts';
import { filterPath, text, useListFilters, words } from '../screens/filters.ts';
import { useUser } from '../session.ts';
import { useRows } from '../store.ts';
import { useHoaToday } from './today.ts';

/** What the screen of one invoice says of it, and where it leads back to. */
export const GATE = {
  entity: 'invoice',
  name: 'Invoice',
  list: { label: 'Dues', href: paths.dues() },
  back: 'Back to Dues',
  absent: INVOICE_NOT_FOUND,
  failed: 'Failed to load invoice. Please try again.',
} as const;

/** The tab stands in the address beside its filters. */
const tab = { none: 'invoices', read: () => 'invoices', write: () => 'invoices' } as const;
const fields = { tab, search: text, status: words(INVOICE_STATUSES) };

/** Rows a page. */
export const PAGE = 10;

/** The filters of My Invoices and the page that is open, counted from 1. The page lives beside the address. */
export const useFilters = () => {
  const { shown, showMore: _, ...filtering } = useListFilters(fields);
  const [path, navigate] = useLocation();
  const { filters } = filtering;
  return {
    ...filtering,
    active: filters.search !== '' || filters.status.length > 0,
    page: shown / PAGE,
    turnTo: (page: number) => navigate(filterPath(fields, path, filters), { state: { shown: page * PAGE } }),
  };
};
/** The address of My Invoices with these filters. */
export const invoicesPath = (changes: Partial<ReturnType<typeof useFilters>['filters']> = {}): string =>
  filterPath(fields, paths.dues(), changes);

/** Which rows stand on a page, both counted from 1. A page beyond the last is the last. */
export const pageOf = (total: number, wanted: number, size: number) => {
  const pages = Math.max(1, Math.ceil(total / size));
  const page = Math.min(Math.max(1, wanted), pages);
  return { page, pages, total, first: Math.min(total, (page - 1) * size + 1), last: Math.min(total, page * size) };
};

/** The invoices addressed to the user, whatever their role. */
export const useMyInvoices = (): Invoice[] => {
  const invoices = useRows('invoice');
  const { id } = useUser();
  return useMemo(() => invoices.all.filter(({ recipient_id }) => recipient_id === id), [invoices, id]);
};

/** What some invoices come to, in cents, and how many of them are to be paid. */
export const useFigures = (invoices: readonly Invoice[]) => {
  const today = useHoaToday();
  return useMemo(() => {
    const open = invoices.filter(({ status }) => status === 'pending');
    const overdue = open.filter((invoice) => statusOf(invoice, today) === 'overdue');
    const paid = invoices.filter(({ status }) => status === 'paid');
    return {
      open: open.length,
      outstanding: outstanding(open),
      overdue: overdue.length,
      overdue_cents: outstanding(overdue),
      paid: paid.length,
      collected: paid.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
      /** The first due date that is still to come. */
      next: open
        .map(({ due_date }) => due_date)
        .sort()
        .find((due_date) => due_date >= today),
    };
  }, [invoices, today]);
};

/** What moved, or tried to, for one invoice, oldest first. */
export const usePayments = (invoice_id: string): Payment[] => {
  const payments = useRows('payment');
  return useMemo(
    () => payments.all.filter((payment) => payment.invoice_id === invoice_id).toReversed(),
    [payments, invoice_id],
  );
};
