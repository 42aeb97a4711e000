import { getDefaultStore } from 'jotai';
import { useMemo } from 'react';
import { REQUEST_CATEGORIES, REQUEST_STATUSES } from '../../../schema/requests.ts';
import type { Request, RequestComment } from '../../../schema/tables/requests.ts';
import { unanswered } from '../../../sync/dashboard/attention.ts';
import { REQUEST_NOT_FOUND } from '../../../sync/requests/entity.ts';
import { queryList } from '../../device/live.ts';
import { rowsNow, storeAtom, useRows, useStored } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { exportCsv } from '../../screens/export-csv.tsx';
import {
  choiceFilter,
  filterPath,
  multiFilter,
  parseFilters,
  textFilter,
  useListFilters,
} from '../../screens/filters.ts';
import { useListState } from '../../screens/list-state.ts';
import type { People } from '../../screens/people.tsx';
import { AGE_SORT, type Sorts, sortValues, textSort } from '../../screens/sorting.tsx';
import { formatDate, formatLabel } from '../../ui/format.ts';

export const LOADER = {
  entity: 'request',
  name: 'Request',
  list: { label: 'Requests', href: paths.requests() },
  back: 'Back to Requests',
  notFound: REQUEST_NOT_FOUND,
} as const;

export const SORTS: Sorts = {
  Created: AGE_SORT,
  Title: textSort('title', 'Title'),
  Category: textSort('category', 'Category'),
  Status: [
    { value: 'status', label: 'Open First' },
    { value: '-status', label: 'Open Last' },
  ],
};

const FILTERS = {
  search: textFilter,
  category: multiFilter(REQUEST_CATEGORIES),
  status: multiFilter(REQUEST_STATUSES),
  sort: choiceFilter(sortValues(SORTS)),
  show: choiceFilter(['all', 'unanswered']),
};

export const useFilters = () => useListFilters(FILTERS);
type Filters = ReturnType<typeof useFilters>['filters'];
export const listPath = (changes: Partial<Filters>): string => filterPath(FILTERS, paths.requests(), changes);

/** The first `shown` requests; those that wait for the board's answer for `show: 'unanswered'`. */
export const useRequests = (filters: Filters, shown: number) => {
  const isWaiting = filters.show === 'unanswered';
  const results = useListState('request', filters, isWaiting ? Infinity : shown);
  const comments = useRows('requestComment');
  const { isComplete } = useStored('requestComment');
  const waiting = useMemo(
    () => (isWaiting && isComplete ? unansweredAlone(results.rows, comments.all) : []),
    [isWaiting, isComplete, results.rows, comments],
  );
  if (!isWaiting) return results;
  const loaded = results.loaded && isComplete;
  return {
    ...results,
    rows: waiting.slice(0, shown),
    found: waiting.length,
    loaded,
    partial: results.cached && !loaded,
  };
};

/** Downloads the requests that match the filters. */
export const exportMatching = async (filters: Filters, people: People | null): Promise<void> => {
  const found = await queryList('request', filters);
  await getDefaultStore().get(storeAtom)?.whenComplete('requestComment');
  const comments = rowsNow('requestComment').all;
  await exportRequests(filters.show === 'unanswered' ? unansweredAlone(found, comments) : found, people);
};

/** Props of `Neighbors` for a request. */
export const NEIGHBORS = {
  entities: ['request', 'requestComment'],
  list: LOADER.list.href,
  hrefOf: paths.request,
  idsOf: (params: URLSearchParams) => matchingIds(parseFilters(FILTERS, params)),
} as const;

/** The ids of all requests that match the filters, in the order of the list, as they are now. */
export const matchingIds = (filters: Filters): string[] => {
  const found = getDefaultStore().get(storeAtom)?.query('request', filters) ?? [];
  const shown = filters.show === 'unanswered' ? unansweredAlone(found, rowsNow('requestComment').all) : found;
  return shown.map(({ id }) => id);
};

const unansweredAlone = (rows: readonly Request[], comments: readonly RequestComment[]): Request[] => {
  const waiting = new Set(unanswered(rows, comments).map(({ request }) => request.id));
  return rows.filter(({ id }) => waiting.has(id));
};

/** The messages of a request, oldest first. */
export const useComments = (request_id: string): RequestComment[] => {
  const comments = useRows('requestComment').by('request_id', request_id);
  return useMemo(() => comments.toReversed(), [comments]);
};

/** Downloads requests as CSV, with the columns of the list; the resident's only with `people`. */
const exportRequests = async (requests: readonly Request[], people: People | null): Promise<void> => {
  const residentColumns = people ? ['Resident', 'Address'] : [];
  const header = ['Title', 'Category', 'Status', ...residentColumns, 'Created'];
  const lines = requests.map((request) => [
    request.title,
    request.category,
    formatLabel(request.status),
    ...(people ? [people.name(request.user_id), people.address(request)] : []),
    formatDate(request.created_at),
  ]);
  await exportCsv('requests', header, lines);
};
