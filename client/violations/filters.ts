import { VIOLATION_CATEGORIES, VIOLATION_STATUSES } from '../../schema/violations.ts';
import { paths } from '../paths.ts';
import { filterPath, useListFilters, words } from '../screens/filters.ts';

const fields = { category: words(VIOLATION_CATEGORIES), status: words(VIOLATION_STATUSES) };

/** They keep the name under which the list was opened. */
export const useFilters = () => useListFilters(fields);
/** The address of the list with these filters. */
export const listPath = (changes: Partial<ReturnType<typeof useFilters>['filters']>): string =>
  filterPath(fields, paths.compliance(), changes);
