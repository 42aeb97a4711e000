import type { MutatorDefs, PendingMutation } from 'replicache';
import type { RefusalRow } from '../../schema/tables/sync.ts';
import { type EarlierGroups, type RecoveringReplicache, readEarlierGroups } from './client-groups.ts';
import { mutationKey, unwrap } from './mutation.ts';

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

type OutboxOptions = {
  replicache: RecoveringReplicache<MutatorDefs>;
  refusals(): readonly RefusalRow[];
  /** Whether a mutation of this client has been written to the device. */
  isWritten(key: string): boolean;
  onItems(items: readonly OutboxItem[]): void;
  /** Also called when no item has changed. */
  onUpdated(): void;
  onConfirmed(): void;
};

/** The changes that the server has not accepted: refused ones, those of earlier client groups, those of this one. */
export class Outbox {
  items: readonly OutboxItem[] = [];
  readonly #options: OutboxOptions;
  #pending: readonly PendingMutation[] = [];
  #earlier: EarlierGroups = { ids: [], pending: [] };
  readonly #earlierRead: Promise<void>;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#earlierRead = this.#readEarlier();
  }

  async load(): Promise<void> {
    await this.#earlierRead;
    await this.refresh();
  }

  async refresh(): Promise<void> {
    const { replicache, onConfirmed } = this.#options;
    if (replicache.closed) return;
    // Replicache is not open until it knows its client group.
    await replicache.clientGroupID;
    const before = this.#pending.length;
    this.#pending = (await replicache.experimentalPendingMutations()).map(unwrap);
    if (!replicache.closed && this.#pending.length < before) onConfirmed();
    this.update();
  }

  /** To be called when the refusals or what the device has stored have changed. */
  update(): void {
    const items = [
      ...this.#options.refusals().map(refusedItem),
      ...this.#earlier.pending.map((mutation) => pendingItem(unwrap(mutation), true)),
      ...this.#pending
        .filter(({ name }) => name !== 'dismissRefusal')
        .map((mutation) => pendingItem(mutation, this.#isOnDevice(mutation))),
    ];
    this.#options.onUpdated();
    if (JSON.stringify(items) === JSON.stringify(this.items)) return;
    this.items = items;
    this.#options.onItems(items);
  }

  pendingKeys(): string[] {
    return this.#pending.map(mutationKey);
  }

  /** Whether none of these mutations is in memory only. */
  isSafe(keys: ReadonlySet<string>): boolean {
    return !this.#pending.some((one) => keys.has(mutationKey(one)) && !this.#isOnDevice(one));
  }

  get hasEarlier(): boolean {
    return this.#earlier.pending.length > 0;
  }

  /** The first pull already sends the earlier groups, so that it returns their refusals. */
  async earlierGroups(group: string): Promise<readonly string[]> {
    await this.#earlierRead;
    return group === (await this.#options.replicache.clientGroupID) ? this.#earlier.ids : [];
  }

  /** Reads again what earlier groups have pending. Returns true if that has changed. */
  async refreshEarlier(): Promise<boolean> {
    const before = this.#earlier.pending.length;
    if (before > 0) await this.#readEarlier();
    if (this.#options.replicache.closed || this.#earlier.pending.length === before) return false;
    this.update();
    return true;
  }

  async #readEarlier() {
    const { replicache } = this.#options;
    const own = await replicache.clientGroupID;
    if (!replicache.closed) this.#earlier = await readEarlierGroups(replicache.perdag, own);
  }

  /** A mutation of another client of this group was read from the device. */
  #isOnDevice(mutation: PendingMutation): boolean {
    const { replicache, isWritten } = this.#options;
    return mutation.clientID !== replicache.clientID || isWritten(mutationKey(mutation));
  }
}

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
