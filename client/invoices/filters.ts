import { useLocation } from 'wouter';
import { INVOICE_STATUSES } from '../../schema/invoices.ts';
import { paths } from '../paths.ts';
import { filterPath, text, useListFilters, words } from '../screens/filters.ts';

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
