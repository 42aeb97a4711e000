import { getDefaultStore } from 'jotai';
import { useMemo } from 'react';
import type { Address } from '../../../schema/tables/addresses.ts';
import type { User } from '../../../schema/tables/users.ts';
import { ROLES, USER_STATUSES } from '../../../schema/users.ts';
import type { OutboxItem } from '../../../sync/client/outbox-item.ts';
import { nameOf } from '../../../sync/users/entity.ts';
import { storeAtom } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import {
  choiceFilter,
  filterPath,
  flagFilter,
  multiFilter,
  textFilter,
  useListFilters,
} from '../../screens/filters.ts';
import { type Sorts, sortValues, textSort } from '../../screens/sorting.tsx';
import { useWaiting } from '../../screens/waiting.tsx';
import { formatDate, formatLabel } from '../../ui/format.ts';
import { COLUMNS, placeCells } from '../bulk-columns.ts';

const lastLogin = ({ last_login }: User): string => (last_login ? formatDate(last_login) : 'Never');

export const SORTS: Sorts = {
  Name: textSort('name', 'Name'),
  Email: textSort('email', 'Email'),
  Role: [
    { value: '-role', label: 'Board First' },
    { value: 'role', label: 'Residents First' },
  ],
  Status: [
    { value: 'status', label: 'Active First' },
    { value: '-status', label: 'Inactive First' },
  ],
  'Last Login': [
    { value: '-login', label: 'Latest Login First' },
    { value: 'login', label: 'Latest Login Last' },
  ],
};

const fields = {
  sort: choiceFilter(sortValues(SORTS)),
  search: textFilter,
  role: multiFilter(ROLES),
  status: multiFilter(USER_STATUSES),
  includeDeleted: flagFilter,
};

export const useFilters = () => useListFilters(fields);
export const listPath = (changes: Partial<ReturnType<typeof useFilters>['filters']>): string =>
  filterPath(fields, paths.users(), changes);

/** The ids of all people who match the filters, in the order of the list, as they are now. */
export const matchingIds = (filters: ReturnType<typeof useFilters>['filters']): string[] =>
  (getDefaultStore().get(storeAtom)?.query('user', filters) ?? []).map(({ id }) => id);

/** Also matches invitations by email: inviting a former user again keeps their old id. */
export const useWaitingUsers = (): ((user: User) => OutboxItem | undefined) => {
  const waiting = useWaiting();
  return useMemo(
    () =>
      ({ id, email }) =>
        waiting.get(id) ?? waiting.get(email),
    [waiting],
  );
};

/** The lines of a file that Bulk Add takes; it leaves out the columns after its own. */
export const userLines = (
  users: readonly User[],
  addressOf: (id: string | null) => Address | undefined,
): readonly (readonly string[])[] => [
  [...Object.values(COLUMNS), 'Status', 'Last Login'],
  ...users.map((user) => [
    ...placeCells(addressOf(user.address_id)),
    nameOf(user),
    user.email,
    formatLabel(user.role),
    user.phone ?? '',
    formatLabel(user.status),
    lastLogin(user),
  ]),
];
