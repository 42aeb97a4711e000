import type { ExperimentalDiff, KVStore, MutatorDefs, ReplicacheOptions, WriteTransaction } from 'replicache';
import type { Entity, Rows } from '../../schema/rows.ts';
import { RELEASE } from '../../schema/sync.ts';
import type { ListQuery, Lists } from '../index.ts';
import type { MutatorName } from '../mutators.ts';
import { ARGS_LIMIT, type PokePatch, type PullCookie } from '../protocol.ts';
import type { Tally } from '../tally.ts';
import { type Actor, Refusal } from '../tx.ts';
import { RecoveringReplicache, readConfirmedIds } from './client-groups.ts';
import type { Collection } from './collection.ts';
import { deviceStore, type StorageFailure } from './device-store.ts';
import { EntityRows } from './entity-rows.ts';
import { collecting, FirstScreen } from './first-screen.ts';
import type { LiveList, LiveTally } from './live-list.ts';
import { type Change, MUTATE } from './mutation.ts';
import { loadMutators } from './mutators.ts';
import { Outbox } from './outbox.ts';
import type { OutboxChange, OutboxItem } from './outbox-item.ts';
import { Persistence } from './persistence.ts';
import { PokeQueue } from './pokes.ts';
import { readRetiredKeys } from './retired-rows.ts';
import { RowIndex } from './row-index.ts';
import { RowLoader } from './row-loader.ts';
import { INITIAL_SYNC, PROGRESS, type Progress, progressOf, type SyncState } from './sync-state.ts';
import { type Post, transport } from './transport.ts';
import { ClientTx } from './tx.ts';

export type StoreEvents = {
  onRows?(entity: Entity): void;
  /** All rows of the entity that this device holds are in memory. */
  onComplete?(entity: Entity): void;
  onSync?(state: SyncState): void;
  onOutbox?(change: OutboxChange): void;
};

export type StoreOptions = {
  actor: Actor;
  post: Post;
  events?: StoreEvents;
  kvStore?: ReplicacheOptions<MutatorDefs>['kvStore'];
  name?: string;
};

/** Must never change: Replicache would open another database and no longer see the changes pending in this one. The
 * schema version of a release is SCHEMA_VERSION, sent with each call. */
const DATABASE_VERSION = '1';

export class Store {
  readonly replicache: RecoveringReplicache<MutatorDefs>;
  actor: Actor;
  sync: SyncState = INITIAL_SYNC;
  /** Resolves when `outbox` is complete; `isLoaded` is true then. */
  readonly loaded: Promise<void>;
  isLoaded = false;
  readonly #events: StoreEvents;
  readonly #rows = new EntityRows();
  readonly #loader: RowLoader;
  readonly #firstScreen: FirstScreen | undefined;
  readonly #index: RowIndex;
  readonly #persistence: Persistence;
  readonly #outbox: Outbox;
  readonly #pokes: PokeQueue;
  #progress: Partial<Progress> = {};
  #areRowsLoaded = false;
  #kept = Promise.resolve();
  #closed = false;
  #waiters: (() => void)[] = [];
  readonly #watchers = new Set<(keys: readonly string[]) => void>();

  constructor({ actor, post, events = {}, kvStore, name }: StoreOptions) {
    this.actor = actor;
    this.#events = events;
    this.#persistence = new Persistence({
      write: () => this.replicache.persist(),
      newest: () => this.replicache.lastMutationID,
      onWritten: (storageFailure, upTo) => this.#handleWritten(storageFailure, upTo),
      detach: (work) => this.#unlessClosed(work),
    });
    const { pusher, puller } = transport(
      post,
      {
        onReachable: (online) => this.#setSync({ online }),
        onPokes: (pokes) => this.receivePokes(pokes),
        onWaiting: (waitingFor) => this.#setSync({ waitingFor }),
        onPushed: () => this.#unlessClosed(this.replicache.pull({ now: true })),
        onRestored: () => this.#unlessClosed(this.replicache.push({ now: true })),
        onMore: () => this.#unlessClosed(this.replicache.pull({ now: true })),
        onPulled: (ok, message = null) => this.#setProgress({ failed: !ok, message }),
        onOutdated: () => this.#setSync({ outdated: true }),
      },
      {
        cookie: async () => (await this.replicache.cookie) as PullCookie | null,
        earlierGroups: (group) => this.#outbox.earlierGroups(group),
        confirmed: () => readConfirmedIds(this.replicache.memdag),
        retiredKeys: () => readRetiredKeys(this.replicache),
      },
    );
    const stores = new Map<string, KVStore>();
    const provider =
      kvStore ??
      deviceStore({
        onFailure: (failure) => this.#continueInMemory(failure),
        // Rows can be pulled again; a change that is not yet on the device is nowhere else.
        durability: () => (this.#hasOnlyInMemory() ? 'strict' : 'relaxed'),
      });
    this.replicache = new RecoveringReplicache<MutatorDefs>(
      {
        name: name ?? actor.id,
        schemaVersion: DATABASE_VERSION,
        mutators: { [MUTATE]: (tx: WriteTransaction, change: Change) => this.#run(tx, change) },
        pusher,
        puller,
        pullInterval: null,
        pushDelay: 0,
        requestOptions: { minDelayMs: 10, maxDelayMs: 10_000 },
        kvStore: typeof provider === 'string' ? provider : collecting(provider, stores),
        logLevel: 'error',
        logSinks: [],
      },
      { enableScheduledPersist: false },
    );
    this.#pokes = new PokeQueue({
      apply: (next) => this.replicache.pokeNext(next),
      pull: () => this.#unlessClosed(this.replicache.pull({ now: true })),
    });
    this.replicache.onPullEnded = () => this.#unlessClosed(this.#pokes.drain());
    this.replicache.onRecovered = () => this.#unlessClosed(this.#handleRecovered());
    this.replicache.onConfirmed = () => this.#outbox.confirm().catch((error) => this.#ignoreIfClosed(error));
    this.replicache.onRefreshed = () => this.#outbox.refresh().catch((error) => this.#ignoreIfClosed(error));
    this.replicache.onUpdateNeeded = () => this.#setSync({ outdated: true });
    const kv = stores.get(this.replicache.idbName);
    this.#firstScreen = kv && new FirstScreen({ kv, rows: this.#rows, actor: () => this.actor });
    this.#loader = new RowLoader({
      replicache: this.replicache,
      rows: this.#rows,
      firstScreen: this.#firstScreen,
      onRows: (entity, diff) => this.#handleLoaded(entity, diff),
    });
    this.replicache.experimentalWatch((diff) => this.#applyDiff(diff), { prefix: '' });
    this.#index = new RowIndex({
      replicache: this.replicache,
      rows: this.#rows,
      isComplete: (entity) => this.#loader.isLoaded(entity),
    });
    this.#outbox = new Outbox({
      replicache: this.replicache,
      refusals: () => this.rows('refusal').all,
      onChange: (change) => this.#closed || events.onOutbox?.(change),
      onSafe: () => this.#resolveWaiters(),
      // An acknowledgement that changes no row must reach the device too.
      onConfirmed: () => this.#closed || this.#persistence.persistSoon(),
    });
    this.loaded = this.#load();
    this.#unlessClosed(this.loaded);
    this.#unlessClosed(this.#loadRows());
  }

  /** Brings the rows of an entity into memory that are not read at start. Resolves at once if the store is closed. */
  async load(entity: Entity): Promise<void> {
    await this.#loader.load(entity).catch((error) => {
      if (!this.#closed) throw error;
    });
  }

  /** How many rows of the entity this device holds, also before they are in memory. */
  count(entity: Entity): number {
    return this.#loader.count(entity);
  }

  /** True if this start has shown the first rows that the device kept of a complete sync. */
  get hasFirstRows(): boolean {
    return this.#loader.hasFirstRows;
  }

  /** True if all rows of the entity that this device holds are in memory. */
  isComplete(entity: Entity): boolean {
    return this.#loader.isLoaded(entity);
  }

  /** Resolves once all rows of the entity that this device holds are in memory. */
  whenComplete(entity: Entity): Promise<void> {
    return this.#loader.load(entity);
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
    this.#watchers.add(listener);
    return () => void this.#watchers.delete(listener);
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
  async mutateAll(changes: readonly { mutation: MutatorName; args: object }[]): Promise<void> {
    let applied = 0;
    try {
      for (const { mutation, args } of changes) {
        await this.#mutate(mutation, args);
        applied += 1;
      }
    } finally {
      if (applied > 0) this.#unlessClosed(this.persist());
    }
  }

  async #mutate(name: MutatorName, args: object): Promise<void> {
    const written = { ...args, written_at: new Date().toISOString() };
    if (JSON.stringify(written).length > ARGS_LIMIT)
      throw new Refusal('invalid', 'This is too long to be saved. Please shorten it.');
    try {
      await this.#index.follow(async () =>
        this.replicache.mutate[MUTATE]?.({
          name,
          args: written,
          at: new Date().toISOString(),
          release: RELEASE,
        } as never),
      );
    } catch (error) {
      // The outbox may have noted a change whose commit has failed.
      if (!(error instanceof Refusal)) await this.#outbox.refresh();
      throw error;
    }
  }

  /** Resolves when a crash can no longer lose the pending changes: they are on the device or, if it stores nothing,
   * accepted by the server. There is no time limit. Throws Refusal if the store is closed first. */
  async saved(): Promise<void> {
    const newest = this.replicache.lastMutationID;
    await this.persist();
    while (!this.#outbox.isSafe(newest)) {
      if (this.#closed) throw new Refusal('forbidden', 'You are signed out');
      await (this.sync.storageFailure ? new Promise<void>((resolve) => this.#waiters.push(resolve)) : this.persist());
    }
  }

  syncNow(): void {
    this.#unlessClosed(this.replicache.push({ now: true }));
    this.#unlessClosed(this.replicache.pull({ now: true }));
    if (this.#outbox.hasEarlier) this.#unlessClosed(this.replicache.recoverMutations());
  }

  /** Applies what commits have changed; pulls if they do not follow the present state. */
  receivePokes(pokes: readonly PokePatch[]): void {
    this.#unlessClosed(this.#pokes.receive(pokes));
  }

  persist(): Promise<void> {
    return this.#persistence.persist();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#pokes.stop();
    this.#resolveWaiters();
    await this.#persistence.stop();
    await this.#kept;
    await this.replicache.close();
  }

  #handleWritten(storageFailure: StorageFailure | null, upTo: number) {
    this.#setSync({ storageFailure });
    if (storageFailure) return;
    this.#outbox.markStored(upTo);
    this.#kept = this.#kept.then(() => this.#keepFirstScreen());
  }

  /** Replicache writes for the first time while this store is made. */
  #hasOnlyInMemory(): boolean {
    const outbox = this.#outbox as Outbox | undefined;
    return outbox !== undefined && !outbox.isSafe(this.replicache.lastMutationID);
  }

  #continueInMemory(storageFailure: StorageFailure) {
    this.#persistence.stayInMemory();
    this.#setSync({ storageFailure });
  }

  #resolveWaiters() {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  /** Errors of a closed store are ignored, because closing interrupts its work. */
  #unlessClosed(work: Promise<unknown>): void {
    work.catch((error) => this.#ignoreIfClosed(error));
  }

  #ignoreIfClosed(error: unknown): void {
    if (!this.#closed) throw error;
  }

  async #run(tx: WriteTransaction, { name, args }: Change): Promise<void> {
    const { written_at = new Date().toISOString() } = args as { written_at?: string };
    const { mutatorNamed, parse } = await loadMutators();
    const mutator = mutatorNamed(name);
    try {
      if (!mutator) throw new Refusal('invalid', `Unknown change "${name}"`);
      await mutator.run(
        new ClientTx(tx, this.actor, written_at, this.#index.lookupFor(tx)),
        parse(mutator.input, args),
      );
      if (tx.reason === 'initial') this.#outbox.note({ clientID: tx.clientID, id: tx.mutationID, name, args });
    } catch (error) {
      // A rebase over newer rows, or in another release, may refuse the change. It stays queued, because the server
      // decides.
      if (tx.reason === 'rebase' && error instanceof Refusal) return;
      throw error;
    }
  }

  #applyDiff(diff: ExperimentalDiff) {
    const { phase } = this.#progress;
    for (const change of diff as readonly { key: string; newValue?: unknown }[])
      if (change.key === PROGRESS) this.#setProgress(progressOf(change.newValue));
    const wanted = this.#loader.filter(diff);
    const changed = this.#rows.apply(wanted);
    for (const entity of changed) this.#events.onRows?.(entity);
    this.#notifyWatchers(wanted);
    if (changed.has('refusal')) this.#outbox.applyRefusals(diff);
    // A first sync is stored as soon as it is complete.
    if (phase !== this.#progress.phase && this.#progress.phase === 'ready') this.#unlessClosed(this.persist());
    else if (diff.length > 0) this.#persistence.persistSoon();
  }

  /** A start says nothing about pulls before the rows of the device are in memory. */
  #setProgress(change: Partial<Progress>) {
    this.#progress = { ...this.#progress, ...change };
    if (this.#areRowsLoaded) this.#setSync(this.#progress);
  }

  async #load() {
    await this.#loader.load('refusal');
    await this.#outbox.load();
    this.isLoaded = true;
  }

  async #loadRows() {
    const stored = this.replicache.query((tx) => tx.get(PROGRESS));
    await this.#loader.loadAll();
    this.#areRowsLoaded = true;
    this.#setProgress({ ...progressOf(await stored), ...this.#progress });
    await this.#keepFirstScreen();
  }

  #handleLoaded(entity: Entity, diff: ExperimentalDiff) {
    if (entity === 'refusal') this.#outbox.applyRefusals(diff);
    this.#events.onRows?.(entity);
    if (this.#loader.isLoaded(entity)) this.#events.onComplete?.(entity);
    this.#notifyWatchers(diff);
  }

  #notifyWatchers(diff: ExperimentalDiff) {
    if (this.#watchers.size === 0) return;
    const keys = (diff as readonly { key: string }[]).map(({ key }) => key);
    for (const listener of this.#watchers) listener(keys);
  }

  /** Without it the next start shows its first rows later, so a failure does no harm. */
  async #keepFirstScreen() {
    if (this.sync.phase === 'ready') await this.#firstScreen?.write().catch(() => undefined);
  }

  async #handleRecovered() {
    if (await this.#outbox.refreshEarlier()) await this.replicache.pull({ now: true });
  }

  #setSync(change: Partial<SyncState>) {
    const next = { ...this.sync, ...change };
    if (JSON.stringify(next) === JSON.stringify(this.sync)) return;
    this.sync = next;
    this.#events.onSync?.(next);
  }
}
