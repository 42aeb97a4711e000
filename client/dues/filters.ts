import { DUE_FREQUENCIES, DUE_STATUSES } from '../../schema/dues.ts';
import { paths } from '../paths.ts';
import { filterPath, text, useListFilters, words } from '../screens/filters.ts';

const fields = { search: text, frequency: words(DUE_FREQUENCIES), status: words(DUE_STATUSES) };

export const useFilters = () => useListFilters(fields);
/** The address of the Dues tab with these filters. */
export const listPath = (changes: Partial<ReturnType<typeof useFilters>['filters']>): string =>
  filterPath(fields, paths.dues(), changes);
