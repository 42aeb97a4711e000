import { useMemo } from 'react';
import { REQUEST_CATEGORIES, REQUEST_STATUSES } from '../../schema/requests.ts';
import type { Request, RequestComment } from '../../schema/tables/requests.ts';
import { REQUEST_NOT_FOUND } from '../../sync/requests.ts';
import { paths } from '../paths.ts';
import { exportCsv } from '../screens/export-csv.tsx';
import { choiceFilter, filterPath, multiFilter, textFilter, useListFilters } from '../screens/filters.ts';
import type { People } from '../screens/people.tsx';
import { useRows } from '../store.ts';
import { formatDate, formatLabel } from '../ui/format.ts';

export const LOADER = {
  entity: 'request',
  name: 'Request',
  list: { label: 'Requests', href: paths.requests() },
  back: 'Back to Requests',
  notFound: REQUEST_NOT_FOUND,
} as const;

const FILTERS = {
  search: textFilter,
  category: multiFilter(REQUEST_CATEGORIES),
  status: multiFilter(REQUEST_STATUSES),
  sort: choiceFilter(['newest', 'oldest']),
};

export const useFilters = () => useListFilters(FILTERS);
export type Filters = ReturnType<typeof useFilters>['filters'];
export const listPath = (changes: Partial<Filters>): string => filterPath(FILTERS, paths.requests(), changes);

/** The messages of a request, oldest first. */
export const useComments = (request_id: string): RequestComment[] => {
  const comments = useRows('requestComment').by('request_id', request_id);
  return useMemo(() => comments.toReversed(), [comments]);
};

/** Downloads requests as CSV, with the columns of the list; the resident's only with `people`. */
export const exportRequests = async (requests: readonly Request[], people: People | null): Promise<void> => {
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
