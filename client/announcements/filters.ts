import { ANNOUNCEMENT_CATEGORIES, ANNOUNCEMENT_STATUSES } from '../../schema/announcements.ts';
import { paths } from '../paths.ts';
import { choice, filterPath, text, useListFilters, words } from '../screens/filters.ts';

const fields = {
  search: text,
  category: words(ANNOUNCEMENT_CATEGORIES),
  status: words(ANNOUNCEMENT_STATUSES),
  show: choice(['all', 'unread']),
};

export const useFilters = () => useListFilters(fields);
export type Filters = ReturnType<typeof useFilters>['filters'];
/** The address of the list with these filters. */
export const listPath = (changes: Partial<Filters>): string => filterPath(fields, paths.announcements(), changes);
