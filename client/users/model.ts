import { useMemo } from 'react';
import type { User } from '../../schema/tables/users.ts';
import { ROLES, USER_STATUSES } from '../../schema/users.ts';
import type { OutboxItem } from '../../sync/client/outbox-item.ts';
import { nameOf } from '../../sync/users.ts';
import { paths } from '../paths.ts';
import { exportCsv } from '../screens/export-csv.tsx';
import { filterPath, flagFilter, multiFilter, textFilter, useListFilters } from '../screens/filters.ts';
import type { People } from '../screens/people.tsx';
import { useWaiting } from '../screens/waiting.tsx';
import { formatDate, formatLabel } from '../ui/format.ts';

export const lastLogin = ({ last_login }: User): string => (last_login ? formatDate(last_login) : 'Never');

const fields = {
  search: textFilter,
  role: multiFilter(ROLES),
  status: multiFilter(USER_STATUSES),
  includeDeleted: flagFilter,
};

export const useFilters = () => useListFilters(fields);
export const listPath = (changes: Partial<ReturnType<typeof useFilters>['filters']>): string =>
  filterPath(fields, paths.users(), changes);

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

export const exportUsers = async (users: readonly User[], people: People): Promise<void> => {
  const header = ['Name', 'Email', 'Role', 'Status', 'Address', 'Last Login'];
  const lines = users.map((user) => [
    nameOf(user),
    user.email,
    formatLabel(user.role),
    formatLabel(user.status),
    people.address(user),
    lastLogin(user),
  ]);
  await exportCsv('users', header, lines);
};
