import type { HistoryEntry } from '../../schema/history.ts';
import { isStaff } from '../roles.ts';
import type { Actor, Tx } from '../tx.ts';

export const HOA_STAFF = 'HOA Staff';

export const historyEntry = (tx: Tx, action: string): HistoryEntry => ({
  action,
  user_id: tx.actor.id,
  name: tx.actor.name,
  staff: isStaff(tx.actor.role),
  timestamp: tx.now,
});

export const maskHistory = (history: HistoryEntry[], viewer: Actor): HistoryEntry[] =>
  history.map((entry) =>
    entry.staff && entry.user_id !== viewer.id ? { ...entry, user_id: '', name: HOA_STAFF } : entry,
  );

/** When a record was last changed, as far as its history tells. */
export const lastChange = (record: { history: readonly { timestamp: string }[]; created_at: string }): string =>
  [record.created_at, ...record.history.map(({ timestamp }) => timestamp)].sort().at(-1)!;
