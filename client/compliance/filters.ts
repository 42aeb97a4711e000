import { useMemo } from 'react';
import { useLocation } from 'wouter';
// Its useSearch is raw: the other one decodes percent signs twice.
import { useHistoryState, useSearch } from 'wouter/use-browser-location';
import {
  VIOLATION_CATEGORIES,
  VIOLATION_STATUSES,
  type ViolationCategory,
  type ViolationStatus,
} from '../../schema/violations.ts';
import { paths } from '../paths.ts';

export type Filters = { category: readonly ViolationCategory[]; status: readonly ViolationStatus[] };

const PAGE = 10;
const NONE: Filters = { category: [], status: [] };

/**
 * The list's filters, which live in the address, so that back, forward and sharing work; how many rows are shown lives
 * beside it. They keep the name under which the list was opened.
 */
export const useFilters = () => {
  const address = useSearch();
  const [path, navigate] = useLocation();
  const shown = useHistoryState<{ shown?: number } | null>()?.shown ?? PAGE;
  const filters = useMemo(() => parseFilters(address), [address]);
  return {
    filters,
    set: (changes: Partial<Filters>) => navigate(listPath({ ...filters, ...changes }, path)),
    clear: () => navigate(path),
    active: filters.category.length + filters.status.length > 0,
    shown,
    showMore: () => navigate(listPath(filters, path), { replace: true, state: { shown: shown + PAGE } }),
  };
};

/** The address of the list with these filters. */
export const listPath = (filters: Partial<Filters>, path = paths.compliance()): string => {
  const { category, status } = { ...NONE, ...filters };
  const params = new URLSearchParams();
  if (category.length > 0) params.set('category', category.join(','));
  if (status.length > 0) params.set('status', status.join(','));
  return params.size > 0 ? `${path}?${params}` : path;
};

/** What an address asks for; words that are no category or status count for nothing. */
export const parseFilters = (address: string): Filters => {
  const params = new URLSearchParams(address);
  const named = (name: string) => (params.get(name) ?? '').split(',');
  return {
    category: VIOLATION_CATEGORIES.filter((category) => named('category').includes(category)),
    status: VIOLATION_STATUSES.filter((status) => named('status').includes(status)),
  };
};
