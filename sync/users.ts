import type { User } from '../schema/users.ts';
import { can } from './roles.ts';
import type { Synced } from './tx.ts';

export const synced: Synced<User> = {
  audiences: (user) => ['board', user.id],
  view: (user, viewer) =>
    can(viewer.role, 'users.manage') || viewer.id === user.id ? { ...user, epoch: undefined } : { id: user.id },
};
