import type { PendingMutation } from 'replicache';
import type { RefusalRow } from '../../schema/sync.ts';
import { unwrap } from './mutation.ts';

export type OutboxItem = {
  id: string;
  kind: 'pending' | 'refused' | 'upload';
  mutation: string;
  args: Record<string, unknown>;
  /** A crash can lose a change in `memory`. */
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
