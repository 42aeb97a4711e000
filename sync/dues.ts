import type { Due } from '../schema/dues.ts';
import { can } from './roles.ts';
import type { Actor, Synced } from './tx.ts';

export const DUE_NOT_FOUND = 'Due not found or you do not have permission to view it';

export const canManage = (actor: Pick<Actor, 'role'>) => can(actor.role, 'dues.manage');

/** Residents hold the dues assigned to them, and of the recipients only themselves. */
export const synced: Synced<Due> = {
  audiences: (due) => ['board', ...due.recipients],
  view: (due, viewer) => (canManage(viewer) ? due : { ...due, recipients: [viewer.id] }),
};
