import type {
  ExperimentalDiff,
  MutatorDefs,
  PendingMutation,
  ReadonlyJSONValue,
  ReplicacheOptions,
  WriteTransaction,
} from 'replicache';
import { ReplicacheImpl } from 'replicache/impl';
import type { Entity, Rows } from '../../schema/rows.ts';
import { type MutatorName, mutatorNamed, synced } from '../index.ts';
import { ARGS_LIMIT, type PullCookie } from '../protocol.ts';
import { type Actor, parse, Refusal } from '../tx.ts';
import { type EarlierGroups, readConfirmed, readEarlierGroups } from './client-groups.ts';
import { CollectionBuilder } from './collection.ts';
import { deviceStore, type Unkept, unkeptBy } from './device-store.ts';
import { type Change, keyOf, MUTATE, unwrapped } from './mutation.ts';
import { type OutboxItem, pendingItem, refusedItem } from './outbox.ts';
import { type Post, transport } from './transport.ts';
import { ClientTx } from './tx.ts';

/** How far the cache is: `first` until the first sync has ended. `failed`: the last pull got no good answer. */
export type SyncState = {
  phase: 'first' | 'ready';
  done: number;
  total: number;
  online: boolean;
  failed: boolean;
  /** The server asks for a newer client. */
  outdated: boolean;
  /** Why this device does not keep what is written; null where it does. */
  unkept: Unkept | null;
};

export const FIRST: SyncState = {
  phase: 'first',
  done: 0,
  total: 0,
  online: true,
  failed: false,
  outdated: false,
  unkept: null,
};

/** What the store tells its owner. */
export type StoreEvents = {
  onRows?(entity: Entity): void;
  onSync?(state: SyncState): void;
  onOutbox?(items: readonly OutboxItem[]): void;
};

export type StoreOptions = {
  actor: Actor;
  post: Post;
  events?: StoreEvents;
  kvStore?: ReplicacheOptions<MutatorDefs>['kvStore'];
  /** Keeps writing to the device by itself; tests may wish to do it by hand. */
  name?: string;
};

/** Replicache opens another database for another version, and what waits in this one would be out of sight. Which shape
 * of rows a release reads is SCHEMA_VERSION, which travels with each call. */
const DATABASE_VERSION = '1';
/** When a device that was full is tried again. */
const AGAIN_MS = 5000;
const ENTITIES = Object.keys(synced) as Entity[];

/** One user's local-first store: rows in memory, changes queued, sync in the background. */
export class Store {
  readonly replicache: Recovering<MutatorDefs>;
  actor: Actor;
  sync: SyncState = FIRST;
  outbox: readonly OutboxItem[] = [];
  /** Settles when everything that waits on this device is in `outbox`, as `isLoaded` says then. */
  readonly loaded: Promise<void>;
  isLoaded = false;
  readonly #events: StoreEvents;
  readonly #builders = Object.fromEntries(ENTITIES.map((entity) => [entity, new CollectionBuilder()])) as unknown as {
    [E in Entity]: CollectionBuilder<Rows[E]>;
  };
  readonly #onDevice = new Set<string>();
  #pending: readonly PendingMutation[] = [];
  #earlier: EarlierGroups = { ids: [], pending: [] };
  readonly #earlierRead: Promise<void>;
  #persisting: Promise<void> | undefined;
  #persistAgain = false;
  #closed = false;
  /** The device takes nothing for as long as this page lasts. */
  #inMemory = false;
  #waiters: (() => void)[] = [];
  #soon: ReturnType<typeof setTimeout> | undefined;

  constructor({ actor, post, events = {}, kvStore, name }: StoreOptions) {
    this.actor = actor;
    this.#events = events;
    const { pusher, puller } = transport(
      post,
      {
        onReach: (online) => this.#setSync({ online }),
        onPushed: () => this.#unlessClosed(this.replicache.pull({ now: true })),
        onRestored: () => this.#unlessClosed(this.replicache.push({ now: true })),
        onMore: () => this.#unlessClosed(this.replicache.pull({ now: true })),
        onPulled: (ok) => this.#setSync({ failed: !ok }),
        onOutdated: () => this.#setSync({ outdated: true }),
      },
      {
        cookie: async () => (await this.replicache.cookie) as PullCookie | null,
        earlierGroups: (group) => this.#earlierOf(group),
        confirmed: () => readConfirmed(this.replicache.memdag),
      },
    );
    this.replicache = new Recovering<MutatorDefs>(
      {
        name: name ?? actor.id,
        schemaVersion: DATABASE_VERSION,
        mutators: { [MUTATE]: (tx: WriteTransaction, change: Change) => this.#run(tx, change) },
        pusher,
        puller,
        pullInterval: null,
        pushDelay: 0,
        requestOptions: { minDelayMs: 10, maxDelayMs: 10_000 },
        kvStore: kvStore ?? deviceStore((unkept) => this.#goOnInMemory(unkept)),
        logLevel: 'error',
        logSinks: [],
      },
      { enableScheduledPersist: false },
    );
    this.replicache.onRecovered = () => this.#unlessClosed(this.#takeRecovered());
    // An accepted deletion changes no row here: the outbox is all that shows it.
    this.replicache.onSync = (busy) => void (busy || this.#unlessClosed(this.#refreshOutbox()));
    this.replicache.onUpdateNeeded = () => this.#setSync({ outdated: true });
    this.replicache.experimentalWatch((diff) => this.#take(diff), { prefix: '', initialValuesInFirstDiff: true });
    this.#earlierRead = this.#readEarlier();
    this.loaded = this.#load();
    this.#unlessClosed(this.loaded);
  }

  /** The rows of an entity as they are now; a new object after each change. */
  rows<E extends Entity>(entity: E): CollectionBuilder<Rows[E]>['current'] {
    return this.#builders[entity].current;
  }

  /** Applies a change here at once and queues it for the server. Resolves when it shows; throws Refusal when a local
   * rule says no (then nothing is queued). */
  async mutate(name: MutatorName, args: object): Promise<void> {
    const written = { ...args, written_at: new Date().toISOString() };
    if (JSON.stringify(written).length > ARGS_LIMIT)
      throw new Refusal('invalid', 'This is too long to be saved. Please shorten it.');
    await this.replicache.mutate[MUTATE]?.({ name, args: written } as unknown as ReadonlyJSONValue);
    await this.#refreshOutbox();
    this.#unlessClosed(this.persist());
  }

  /** Resolves once nothing that waits now could be lost in a crash: on the device, or, where that takes nothing, accepted
   * by the server, however long that takes. Throws Refusal where the store closes before. */
  async saved(): Promise<void> {
    const waiting = new Set(this.#pending.map(keyOf));
    const isSafe = () => !this.#pending.some((one) => waiting.has(keyOf(one)) && !this.#isOnDevice(one));
    await this.persist();
    while (!isSafe()) {
      if (this.#closed) throw new Refusal('forbidden', 'You are signed out');
      await (this.sync.unkept ? new Promise<void>((resolve) => this.#waiters.push(resolve)) : this.persist());
    }
  }

  /** Sends what waits and asks for what is new, without waiting for a timer. */
  wake(): void {
    this.#unlessClosed(this.replicache.push({ now: true }));
    this.#unlessClosed(this.replicache.pull({ now: true }));
    if (this.#earlier.pending.length > 0) this.#unlessClosed(this.replicache.recoverMutations());
  }

  /** Writes the state in memory to the device; changes in it are then safe from a crash. */
  persist(): Promise<void> {
    if (this.#persisting) {
      this.#persistAgain = true;
      return this.#persisting;
    }
    this.#persisting = this.#persistNow().finally(() => {
      this.#persisting = undefined;
      if (this.#persistAgain && !this.#closed) this.#unlessClosed(this.persist());
      this.#persistAgain = false;
    });
    return this.#persisting;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#soon);
    this.#wakeWaiters();
    await this.#persisting?.catch(() => undefined);
    await this.replicache.close();
  }

  /** What came from the server can be had again, so it may wait for a quiet moment. */
  #persistSoon(after = 400) {
    clearTimeout(this.#soon);
    this.#soon = setTimeout(() => this.#unlessClosed(this.persist()), after);
  }

  async #persistNow() {
    clearTimeout(this.#soon);
    const saved = this.#pending.map(keyOf);
    const unkept = await this.replicache.persist().then(() => null, unkeptBy);
    if (this.#closed || this.#inMemory) return;
    this.#setSync({ unkept });
    if (unkept) return this.#persistSoon(AGAIN_MS);
    for (const key of saved) this.#onDevice.add(key);
    this.#setOutbox();
  }

  #goOnInMemory(unkept: Unkept) {
    this.#inMemory = true;
    this.#setSync({ unkept });
  }

  #wakeWaiters() {
    for (const wake of this.#waiters.splice(0)) wake();
  }

  /** Lets work go on by itself. What a closing store breaks off is no error. */
  #unlessClosed(work: Promise<unknown>): void {
    work.catch((error) => {
      if (!this.#closed) throw error;
    });
  }

  async #run(tx: WriteTransaction, { name, args }: Change): Promise<void> {
    const { written_at = new Date().toISOString() } = args as { written_at?: string };
    const mutator = mutatorNamed(name);
    try {
      if (!mutator) throw new Refusal('invalid', `Unknown change "${name}"`);
      await mutator.run(new ClientTx(tx, this.actor, written_at), parse(mutator.input, args));
    } catch (error) {
      // Replayed over newer rows, or by another release, a change may not be possible. It stays queued: the server decides.
      if (tx.reason === 'rebase' && error instanceof Refusal) return;
      throw error;
    }
  }

  #take(diff: ExperimentalDiff) {
    const changed = new Map<Entity, Map<string, never>>();
    for (const one of diff as readonly { key: string; op: string; newValue?: unknown }[]) {
      const slash = one.key.indexOf('/');
      const entity = one.key.slice(0, slash) as Entity;
      if (one.key === 'meta/sync') this.#takeProgress(one.newValue);
      if (!(entity in synced)) continue;
      const changes = changed.get(entity) ?? new Map<string, never>();
      changes.set(one.key.slice(slash + 1), one.newValue as never);
      changed.set(entity, changes);
    }
    for (const [entity, changes] of changed) {
      this.#builders[entity].apply(changes);
      this.#events.onRows?.(entity);
    }
    if (changed.has('refusal')) this.#setOutbox();
    this.#unlessClosed(this.#refreshOutbox());
    if (changed.size > 0) this.#persistSoon();
  }

  #takeProgress(value: unknown) {
    const progress = value as { done: number; total: number; complete: boolean } | undefined;
    if (!progress) return this.#setSync({ phase: 'first', done: 0, total: 0 });
    this.#setSync({ phase: progress.complete ? 'ready' : 'first', done: progress.done, total: progress.total });
  }

  async #load() {
    await this.#earlierRead;
    await this.#refreshOutbox();
    this.isLoaded = true;
  }

  async #readEarlier() {
    const own = await this.replicache.clientGroupID;
    if (!this.#closed) this.#earlier = await readEarlierGroups(this.replicache.perdag, own);
  }

  /** The first pull names them already, so that their refusals come along. */
  async #earlierOf(group: string) {
    await this.#earlierRead;
    return group === (await this.replicache.clientGroupID) ? this.#earlier.ids : [];
  }

  /** What waited in earlier groups was sent: it is accepted now, or refused, which the next pull tells. */
  async #takeRecovered() {
    const before = this.#earlier.pending.length;
    if (before > 0) await this.#readEarlier();
    if (this.#closed || this.#earlier.pending.length === before) return;
    this.#setOutbox();
    await this.replicache.pull({ now: true });
  }

  async #refreshOutbox() {
    if (this.#closed) return;
    // The cache is not open before it knows its group.
    await this.replicache.clientGroupID;
    this.#pending = (await this.replicache.experimentalPendingMutations()).map(unwrapped);
    this.#setOutbox();
  }

  #setOutbox() {
    const earlier = this.#earlier.pending.map((mutation) => pendingItem(unwrapped(mutation), true));
    const waiting = this.#pending
      .filter(({ name }) => name !== 'dismissRefusal')
      .map((mutation) => pendingItem(mutation, this.#isOnDevice(mutation)));
    const refused = this.rows('refusal').all.map(refusedItem);
    const items = [...refused, ...earlier, ...waiting];
    this.#wakeWaiters();
    if (JSON.stringify(items) === JSON.stringify(this.outbox)) return;
    this.outbox = items;
    this.#events.onOutbox?.(items);
  }

  /** What another client of the group has written can only have come from the device. */
  #isOnDevice(mutation: PendingMutation): boolean {
    return mutation.clientID !== this.replicache.clientID || this.#onDevice.has(keyOf(mutation));
  }

  #setSync(change: Partial<SyncState>) {
    const next = { ...this.sync, ...change };
    if (JSON.stringify(next) === JSON.stringify(this.sync)) return;
    this.sync = next;
    this.#events.onSync?.(next);
  }
}

/** Replicache, which sends by itself what waits in earlier client groups of its database, and then says so. */
class Recovering<Defs extends MutatorDefs> extends ReplicacheImpl<Defs> {
  onRecovered = (): void => {};

  override async recoverMutations(...args: Parameters<ReplicacheImpl['recoverMutations']>): Promise<boolean> {
    const ran = await super.recoverMutations(...args);
    this.onRecovered();
    return ran;
  }
}
