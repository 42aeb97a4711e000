import type { PendingMutation } from 'replicache';
import type { RefusalRow } from '../../schema/sync.ts';
import { unwrap } from './mutation.ts';

/** A change that the server has not accepted yet, a change that it refused, or a file that is not uploaded yet. */
export type OutboxItem = {
  id: string;
  kind: 'pending' | 'refused' | 'upload';
  mutation: string;
  args: Record<string, unknown>;
  /** In `memory` a crash could still lose it. */
  state: 'memory' | 'device';
  message?: string;
  at: string;
};

type Waiting = {
  refusals: readonly RefusalRow[];
  earlier: readonly PendingMutation[];
  pending: readonly PendingMutation[];
  isOnDevice(mutation: PendingMutation): boolean;
};

/** Everything that waits on this device: refused changes first, then pending ones in their order. */
export const outboxItems = ({ refusals, earlier, pending, isOnDevice }: Waiting): OutboxItem[] => [
  ...refusals.map(refusedItem),
  ...earlier.map((mutation) => pendingItem(unwrap(mutation), true)),
  ...pending
    .filter(({ name }) => name !== 'dismissRefusal')
    .map((mutation) => pendingItem(mutation, isOnDevice(mutation))),
];

const pendingItem = (mutation: PendingMutation, onDevice: boolean): OutboxItem => {
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

const refusedItem = (refusal: RefusalRow): OutboxItem => ({
  id: refusal.id,
  kind: 'refused',
  mutation: refusal.mutation,
  args: (refusal.args ?? {}) as Record<string, unknown>,
  state: 'device',
  message: refusal.message,
  at: refusal.at,
});
