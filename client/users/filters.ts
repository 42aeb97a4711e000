import { ROLES, USER_STATUSES } from '../../schema/users.ts';
import { paths } from '../paths.ts';
import { filterPath, text, useListFilters, words } from '../screens/filters.ts';

const fields = { search: text, role: words(ROLES), status: words(USER_STATUSES) };

export const useFilters = () => useListFilters(fields);
export type Filters = ReturnType<typeof useFilters>['filters'];
/** The address of the list with these filters. */
export const listPath = (changes: Partial<Filters>): string => filterPath(fields, paths.users(), changes);
