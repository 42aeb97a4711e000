import type { PendingMutation } from 'replicache';
import type { RefusalRow } from '../../schema/sync.ts';

/** One thing that waits on this device: a change not yet accepted, a change refused, or a file not yet uploaded. */
export type OutboxItem = {
  id: string;
  kind: 'pending' | 'refused' | 'upload';
  mutation: string;
  args: Record<string, unknown>;
  /** Whether a crash could still take it. */
  state: 'memory' | 'device';
  /** Why it was refused. */
  message?: string;
  at: string;
};

export const pendingItem = (mutation: PendingMutation, onDevice: boolean): OutboxItem => {
  const args = mutation.args as Record<string, unknown>;
  return {
    id: `${mutation.clientID}/${mutation.id}`,
    kind: 'pending',
    mutation: mutation.name,
    args,
    state: onDevice ? 'device' : 'memory',
    at: String(args.written_at ?? ''),
  };
};

export const refusedItem = (refusal: RefusalRow): OutboxItem => ({
  id: refusal.id,
  kind: 'refused',
  mutation: refusal.mutation,
  args: (refusal.args ?? {}) as Record<string, unknown>,
  state: 'device',
  message: refusal.message,
  at: refusal.at,
});
