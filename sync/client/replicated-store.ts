import type { ExperimentalDiff, MutatorDefs, ReplicacheOptions } from 'replicache';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { ListQuery, Lists } from '../index.ts';
import type { Tally } from '../list.ts';
import type { MutatorName } from '../mutators.ts';
import type { PokePatch } from '../protocol.ts';
import type { Actor } from '../tx.ts';
import type { RecoveringReplicache } from './client-groups.ts';
import type { Collection } from './collection.ts';
import { DeviceRows, type RowEvents } from './device-rows.ts';
import { deviceStore } from './device-store.ts';
import type { LiveList, LiveTally } from './live-list.ts';
import { type LocalMutations, localMutations } from './local-mutations.ts';
import { openReplicache } from './open-replicache.ts';
import { Outbox } from './outbox.ts';
import type { OutboxChange, OutboxItem } from './outbox-item.ts';
import { Persistence } from './persistence.ts';
import type { Post } from './post.ts';
import { type SyncEvents, type SyncState, SyncStatus } from './sync-state.ts';
import { openTransport, type Transport } from './transport.ts';

/** A mutator's name with its arguments. */
export type NamedChange = { mutation: MutatorName; args: object };

type StoreEvents = RowEvents &
  SyncEvents & {
    onOutbox?(change: OutboxChange): void;
  };

type StoreOptions = {
  actor: Actor;
  post: Post;
  events?: StoreEvents;
  kvStore?: ReplicacheOptions<MutatorDefs>['kvStore'];
  name?: string;
};

export class Store {
  readonly replicache: RecoveringReplicache<MutatorDefs>;
  actor: Actor;
  /** Resolves when `outbox` is complete; `isLoaded` is true then. */
  readonly loaded: Promise<void>;
  isLoaded = false;
  readonly #status: SyncStatus;
  readonly #persistence: Persistence;
  readonly #rows: DeviceRows;
  readonly #outbox: Outbox;
  readonly #mutations: LocalMutations;
  readonly #transport: Transport;
  #closed = false;

  constructor({ actor, post, events = {}, kvStore, name = actor.id }: StoreOptions) {
    this.actor = actor;
    this.#status = new SyncStatus(events);
    const { replicache, kv } = openReplicache({
      name,
      kvStore: kvStore ?? this.#deviceStore(),
      pusher: (...args) => this.#transport.push(...args),
      puller: (...args) => this.#transport.pull(...args),
      run: (tx, change) => this.#mutations.run(tx, change),
    });
    this.replicache = replicache;
    this.#rows = new DeviceRows({
      replicache,
      kv,
      actor: () => this.actor,
      status: this.#status,
      events,
      onRefusals: (diff) => this.#outbox.applyRefusals(diff),
    });
    this.#outbox = new Outbox({
      replicache,
      refusals: () => this.rows('refusal').all,
      onChange: (change) => this.#closed || events.onOutbox?.(change),
      onSafe: () => this.#persistence.resolveWaiters(),
      // An acknowledgement that changes no row must reach the device too.
      onConfirmed: () => this.#closed || this.#persistence.persistSoon(),
    });
    const [rows, outbox, status] = [this.#rows, this.#outbox, this.#status];
    const parts = { replicache, rows, outbox, status, detach: this.#unlessClosed };
    this.#persistence = new Persistence(parts);
    this.#transport = openTransport({ ...parts, post });
    this.#mutations = localMutations({ ...parts, actor: () => this.actor });
    replicache.onConfirmed = () => this.#outbox.confirm().catch(this.#ignoreIfClosed);
    replicache.onRefreshed = () => this.#outbox.refresh().catch(this.#ignoreIfClosed);
    replicache.experimentalWatch((diff) => this.#applyDiff(diff), { prefix: '' });
    this.loaded = this.#load();
    this.#unlessClosed(this.loaded);
    this.#unlessClosed(this.#rows.loadAll());
  }

  get sync(): SyncState {
    return this.#status.state;
  }

  /** Brings the rows of an entity into memory that are not read at start. Resolves at once if the store is closed. */
  async load(entity: Entity): Promise<void> {
    await this.#rows.load(entity).catch(this.#ignoreIfClosed);
  }

  /** How many rows of the entity this device holds, also before they are in memory. */
  count(entity: Entity): number {
    return this.#rows.count(entity);
  }

  /** True if this start has shown the first rows that the device kept of a complete sync. */
  get hasFirstRows(): boolean {
    return this.#rows.hasFirstRows;
  }

  /** True if all rows of the entity that this device holds are in memory. */
  isComplete(entity: Entity): boolean {
    return this.#rows.isComplete(entity);
  }

  /** Resolves once all rows of the entity that this device holds are in memory. */
  whenComplete(entity: Entity): Promise<void> {
    return this.#rows.load(entity);
  }

  /** The rows of an entity on this device, as they are now. */
  rows<E extends Entity>(entity: E): Collection<Rows[E]> {
    return this.#rows.get(entity);
  }

  /** Answers a list's query once: the first `limit` rows that match, in the query's order. */
  query<E extends keyof Lists>(entity: E, query: ListQuery<E>, { limit = Infinity } = {}): Rows[E][] {
    return this.#rows.query(entity, query, limit);
  }

  /** A list's query whose result is kept by changes: `current` has the first `limit` rows that match, how many match
   * and how many there are; `subscribe` calls a listener after each change of these, and returns how to end it. */
  liveList<E extends keyof Lists>(entity: E, query: ListQuery<E>, { limit = Infinity } = {}): LiveList<Rows[E]> {
    return this.#rows.liveList(entity, query, limit);
  }

  /** Figures over all rows of an entity, kept by changes: `current` and `subscribe` as of a live list. */
  liveTally<E extends Entity, Totals>(entity: E, tally: Tally<Rows[E], Totals>): LiveTally<Rows[E], Totals> {
    return this.#rows.liveTally(entity, tally);
  }

  /** Calls `listener` with the keys (`entity/id`) of rows that have come into memory, changed or gone, once the rows are
   * as they are now. Returns how to end it. */
  watch(listener: (keys: readonly string[]) => void): () => void {
    return this.#rows.watch(listener);
  }

  get outbox(): readonly OutboxItem[] {
    return this.#outbox.items;
  }

  /** Applies a change locally and queues it for the server. Resolves when the rows show it. Throws Refusal, and queues
   * nothing, if the mutator refuses it or its arguments exceed 64 KB. */
  async mutate(name: MutatorName, args: object): Promise<void> {
    await this.mutateAll([{ mutation: name, args }]);
  }

  /** As `mutate`, for several changes in their order, which are written to the device together. Those after a refused one
   * are not applied. */
  async mutateAll(changes: readonly NamedChange[]): Promise<void> {
    let applied = 0;
    try {
      for (const { mutation, args } of changes) {
        await this.#mutations.mutate(mutation, args);
        applied += 1;
      }
    } finally {
      if (applied > 0) this.#unlessClosed(this.persist());
    }
  }

  /** As `mutateAll`, but a refused one keeps none of the others back. Gives by place what those that failed have thrown. */
  async mutateEach(changes: readonly NamedChange[]): Promise<unknown[]> {
    const errors: unknown[] = [];
    for (const { mutation, args } of changes)
      errors.push(await this.#mutations.mutate(mutation, args).catch((error: unknown) => error));
    this.#unlessClosed(this.persist());
    return errors;
  }

  /** Resolves when a crash can no longer lose the pending changes: they are on the device or, if it stores nothing,
   * accepted by the server. There is no time limit. Throws Refusal if the store is closed first. */
  saved(): Promise<void> {
    return this.#persistence.saved();
  }

  syncNow(): void {
    this.#transport.syncNow();
  }

  /** Applies what commits have changed; pulls if they do not follow the present state. */
  receivePokes(pokes: readonly PokePatch[]): void {
    this.#transport.receivePokes(pokes);
  }

  persist(): Promise<void> {
    return this.#persistence.persist();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#transport.stop();
    await this.#persistence.stop();
    await this.replicache.close();
  }

  #deviceStore() {
    return deviceStore({
      onFailure: (failure) => this.#persistence.stayInMemory(failure),
      // Rows can be pulled again; a change that is not yet on the device is nowhere else. Replicache writes for the
      // first time while this store is made.
      durability: () => (this.#outbox?.isSafe(this.replicache.lastMutationID) === false ? 'strict' : 'relaxed'),
    });
  }

  #applyDiff(diff: ExperimentalDiff) {
    const isFirstSyncComplete = this.#status.applyDiff(diff);
    this.#rows.applyDiff(diff);
    // A first sync is stored as soon as it is complete.
    if (isFirstSyncComplete) this.#unlessClosed(this.persist());
    else if (diff.length > 0) this.#persistence.persistSoon();
  }

  async #load() {
    await this.#rows.load('refusal');
    await this.#outbox.load();
    this.isLoaded = true;
  }

  /** Errors of a closed store are ignored, because closing interrupts its work. */
  readonly #ignoreIfClosed = (error: unknown): void => {
    if (!this.#closed) throw error;
  };

  readonly #unlessClosed = (work: Promise<unknown>): void => void work.catch(this.#ignoreIfClosed);
}
