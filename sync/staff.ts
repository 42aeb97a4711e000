import type { HistoryEntry } from '../schema/history.ts';
import { isStaff } from './roles.ts';
import type { Actor, Tx } from './tx.ts';

/** Shown to residents in place of staff names. */
export const HOA_STAFF = 'HOA Staff';

export const historyEntry = (tx: Tx, action: string): HistoryEntry => ({
  action,
  user_id: tx.actor.id,
  name: tx.actor.name,
  staff: isStaff(tx.actor.role),
  timestamp: tx.now,
});

/** A history with staff names masked, except the viewer's own. */
export const maskHistory = (history: HistoryEntry[], viewer: Actor): HistoryEntry[] =>
  history.map((entry) =>
    entry.staff && entry.user_id !== viewer.id ? { ...entry, user_id: '', name: HOA_STAFF } : entry,
  );
