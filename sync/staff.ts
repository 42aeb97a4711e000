import type { HistoryEntry } from '../schema/history.ts';
import { isStaff } from './roles.ts';
import type { Actor, Tx } from './tx.ts';

/** What residents read in place of the names of those who speak for the HOA. */
export const HOA_STAFF = 'HOA Staff';

/** A line of an activity history: what the actor does now. */
export const historyEntry = (tx: Tx, action: string): HistoryEntry => ({
  action,
  user_id: tx.actor.id,
  name: tx.actor.name,
  staff: isStaff(tx.actor.role),
  timestamp: tx.now,
});

/** A history as somebody outside the board may read it. */
export const maskHistory = (history: HistoryEntry[], viewer: Actor): HistoryEntry[] =>
  history.map((entry) =>
    entry.staff && entry.user_id !== viewer.id ? { ...entry, user_id: '', name: HOA_STAFF } : entry,
  );
