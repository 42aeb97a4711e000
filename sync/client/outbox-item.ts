import type { PendingMutation } from 'replicache';
import type { RefusalRow } from '../../schema/tables/sync.ts';
import { mutationKey, unwrap } from './mutation.ts';

export type OutboxItem = {
  id: string;
  kind: 'pending' | 'refused' | 'upload';
  mutation: string;
  args: Record<string, unknown>;
  /** A crash can lose a change in `memory`. */
  state: 'memory' | 'device';
  message?: string;
  /** Why it was refused (RefusalCode). */
  code?: string;
  at: string;
};

/** First `removed`, then `put`: items that are new or have another state than before. */
export type OutboxChange = { put: readonly OutboxItem[]; removed: readonly OutboxItem[] };

export const pendingItem = (mutation: PendingMutation, isOnDevice: boolean): OutboxItem => {
  const args = mutation.args as Record<string, unknown>;
  return {
    id: mutationKey(mutation),
    kind: 'pending',
    mutation: mutation.name,
    args,
    state: isOnDevice ? 'device' : 'memory',
    at: String(args.written_at ?? ''),
  };
};

export const earlierItem = (mutation: PendingMutation): OutboxItem => pendingItem(unwrap(mutation), true);

export const refusedItem = (refusal: RefusalRow): OutboxItem => ({
  id: refusal.id,
  kind: 'refused',
  mutation: refusal.mutation,
  args: (refusal.args ?? {}) as Record<string, unknown>,
  state: 'device',
  message: refusal.message,
  code: refusal.code,
  at: refusal.at,
});
