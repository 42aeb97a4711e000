import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
// Its useSearch is raw: the other one decodes percent signs twice.
import { useHistoryState, useSearch } from 'wouter/use-browser-location';
import {
  ANNOUNCEMENT_CATEGORIES,
  ANNOUNCEMENT_STATUSES,
  type AnnouncementCategory,
  type AnnouncementStatus,
} from '../../schema/announcements.ts';
import { paths } from '../paths.ts';

export type Filters = {
  search: string;
  category: readonly AnnouncementCategory[];
  status: readonly AnnouncementStatus[];
  show: 'all' | 'unread';
};

/** Browsers ignore addresses that change too often. */
const PAUSE_MS = 300;
const PAGE = 10;

/**
 * The list's filters, which live in the address, so that back, forward and sharing work; how many rows are shown
 * lives beside it. What is typed answers at once and reaches the address at the next pause, or by `flush`.
 */
export const useFilters = () => {
  const address = useSearch();
  const [, navigate] = useLocation();
  const revealed = useHistoryState<{ shown?: number } | null>()?.shown ?? PAGE;
  const [typed, setTyped] = useState<string | null>(null);
  const settled = useMemo(() => parseFilters(address), [address]);
  const filters = useMemo(() => (typed === null ? settled : { ...settled, search: typed }), [settled, typed]);
  const set = (changes: Partial<Filters>, replace = false) => {
    setTyped(null);
    navigate(listPath({ ...filters, ...changes }), { replace });
  };
  const flush = () => typed !== null && set({}, true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the pause counts from the last key
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(flush, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    filters,
    set,
    type: setTyped,
    flush,
    clear: () => set(NONE),
    active: listPath(filters) !== paths.announcements(),
    shown: typed === null ? revealed : PAGE,
    showMore: () => navigate(listPath(filters), { replace: true, state: { shown: revealed + PAGE } }),
  };
};

const NONE: Filters = { search: '', category: [], status: [], show: 'all' };

/** The address of the list with these filters. */
export const listPath = (filters: Partial<Filters>): string => {
  const { search, category, status, show } = { ...NONE, ...filters };
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  if (category.length > 0) params.set('category', category.join(','));
  if (status.length > 0) params.set('status', status.join(','));
  if (show === 'unread') params.set('show', show);
  return params.size > 0 ? `${paths.announcements()}?${params}` : paths.announcements();
};

/** What an address asks for; words that are no category or status count for nothing. */
export const parseFilters = (address: string): Filters => {
  const params = new URLSearchParams(address);
  const named = (name: string) => (params.get(name) ?? '').split(',');
  return {
    search: params.get('search') ?? '',
    category: ANNOUNCEMENT_CATEGORIES.filter((category) => named('category').includes(category)),
    status: ANNOUNCEMENT_STATUSES.filter((status) => named('status').includes(status)),
    show: params.get('show') === 'unread' ? 'unread' : 'all',
  };
};
