import { useMemo } from 'react';
import type { Owner } from '../../schema/meetings.ts';
import type { User } from '../../schema/tables/users.ts';
import { canManage } from '../../sync/meetings/entity.ts';
import { directorsOf, settingsOf } from '../../sync/meetings/rules.ts';
import { nameOf } from '../../sync/users/entity.ts';
import { useRows } from '../device/store.ts';
import { sortByName } from '../ui/format.ts';

const isActive = ({ status, deleted_at }: User) => status === 'active' && !deleted_at;

/** Those who manage meetings: the board and the superadmins, by name. */
export const useBoard = (): User[] => {
  const users = useRows('user');
  return useMemo(() => sortByName(users.all.filter((user) => isActive(user) && canManage(user))), [users]);
};

/** The HOA's rules with the defaults for what it has not set. */
export const useSettings = () => {
  const stored = useRows('meetingRules').all[0];
  return useMemo(() => settingsOf(stored?.settings), [stored]);
};

/** Directors with their office and name, in the order of the rules. */
export const useDirectors = () => {
  const settings = useSettings();
  const users = useRows('user');
  return useMemo(
    () =>
      directorsOf(settings, users.all).map((director) => {
        const user = users.get(director.user_id);
        return { ...director, name: user ? nameOf(user) : 'Unknown' };
      }),
    [settings, users],
  );
};

/** "Bea Marsh, Dale Brooks" */
export const ownerNames = (owners: readonly Pick<Owner, 'name'>[]): string =>
  owners.map(({ name }) => name).join(', ') || 'Owner not recorded';
