import { REQUEST_CATEGORIES, REQUEST_STATUSES } from '../../schema/requests.ts';
import { paths } from '../paths.ts';
import { choice, filterPath, text, useListFilters, words } from '../screens/filters.ts';

const fields = {
  search: text,
  category: words(REQUEST_CATEGORIES),
  status: words(REQUEST_STATUSES),
  sort: choice(['newest', 'oldest']),
};

export const useFilters = () => useListFilters(fields);
export type Filters = ReturnType<typeof useFilters>['filters'];
/** The address of the list with these filters. */
export const listPath = (changes: Partial<Filters>): string => filterPath(fields, paths.requests(), changes);
