import type { User } from '../../schema/users.ts';
import { nameOf } from '../../sync/users.ts';
import { downloadCsv, toCsv } from '../csv.ts';
import type { People } from '../screens/people.ts';
import { localToday } from '../today.ts';
import { formatLabel } from '../ui/format.ts';
import { lastLogin } from './list-cells.tsx';

/** Downloads users as CSV, with the columns of the list. */
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
