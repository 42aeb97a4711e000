import { useMemo } from 'react';
import { isStaff } from '../../../sync/roles.ts';
import { useUser } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { sortByName } from '../../ui/format.ts';

export const NOBODY = '';

/** The people who may be assigned: the viewer, the others of the staff by name with whoever is assigned already, and nobody. */
export const useAssignees = (assigned_to: string | null = null): { value: string; label: string }[] => {
  const users = useRows('user');
  const me = useUser();
  return useMemo(() => {
    const staff = users.all.filter(
      (user) => user.id === assigned_to || (isStaff(user.role) && user.status === 'active' && !user.deleted_at),
    );
    const named = sortByName(staff.map(({ id, name, email }) => ({ id, name: name || email, email })));
    return [
      ...named.filter(({ id }) => id === me.id),
      ...named.filter(({ id }) => id !== me.id),
      { id: NOBODY, name: 'Unassigned' },
    ].map(({ id, name }) => ({ value: id, label: name }));
  }, [users, me.id, assigned_to]);
};
