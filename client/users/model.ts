import { useMemo } from 'react';
import { ROLES, USER_STATUSES, type User } from '../../schema/users.ts';
import type { OutboxItem } from '../../sync/client/outbox.ts';
import { nameOf } from '../../sync/users.ts';
import { downloadCsv, toCsv } from '../csv.ts';
import { paths } from '../paths.ts';
import { filterPath, multiFilter, textFilter, useListFilters } from '../screens/filters.ts';
import type { People } from '../screens/people.tsx';
import { useWaiting } from '../screens/waiting.tsx';
import { useOutbox } from '../store.ts';
import { localToday } from '../today.ts';
import { formatLabel } from '../ui/format.ts';
import { lastLogin } from './parts.tsx';

const fields = { search: textFilter, role: multiFilter(ROLES), status: multiFilter(USER_STATUSES) };

export const useFilters = () => useListFilters(fields);
export type Filters = ReturnType<typeof useFilters>['filters'];
export const listPath = (changes: Partial<Filters>): string => filterPath(fields, paths.users(), changes);

/** Also matches invitations by email: inviting a former user again keeps their old id. */
export const useWaitingPeople = (): ((user: User) => OutboxItem | undefined) => {
  const waiting = useWaiting();
  const outbox = useOutbox();
  return useMemo(() => {
    const invitations = outbox.filter(({ kind, mutation }) => kind === 'pending' && mutation === 'inviteUser');
    const byEmail = new Map(invitations.map((item) => [item.args.email, item] as const));
    return ({ id, email }) => waiting.get(id) ?? byEmail.get(email);
  }, [waiting, outbox]);
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
  downloadCsv(`users-${localToday()}.csv`, await toCsv([header, ...lines]));
};
