import type { ExperimentalDiff, ExperimentalNoIndexDiff, KVStore, MutatorDefs } from 'replicache';
import type { Entity } from '../../schema/rows.ts';
import type { Descriptor } from '../entity.ts';
import { ENTITY_NAMES, entities } from '../index.ts';
import type { Actor } from '../tx.ts';
import type { RecoveringReplicache } from './client-groups.ts';
import { EntityRows } from './entity-rows.ts';
import { type FirstRows, FirstScreen } from './first-screen.ts';
import { nextTask } from './next-task.ts';
import type { StoredRow } from './row-tree.ts';
import { PROGRESS, type SyncStatus } from './sync-state.ts';
import { Turns } from './turns.ts';

const loadedWhen = (when: Descriptor<never>['load']): Entity[] =>
  ENTITY_NAMES.filter((entity) => entities[entity].load === when);

/** They come into memory when a screen first asks for them. */
const LAZY: readonly Entity[] = loadedWhen('on demand');
/** Entities that every screen needs come first, threads last. */
const AT_START = [...loadedWhen('first'), ...loadedWhen(undefined), ...loadedWhen('last')];

/** A screen waits for them. The large ones come last, since what is computed over them needs the others too. */
const [ASKED, ASKED_LARGE, LATER] = [0, 1, 2];

const ROWS_IN_A_TASK = 500;

type Loading = {
  done: Promise<void>;
  isDone: boolean;
  /** The lower, the sooner it is read (Turns). */
  rank: number;
  /** Keys that change meanwhile: what is read of them may be older. */
  changed: Set<string>;
};

export type RowEvents = {
  onRows?(entity: Entity): void;
  /** All rows of the entity that this device holds are in memory. */
  onComplete?(entity: Entity): void;
};

type Options = {
  replicache: RecoveringReplicache<MutatorDefs>;
  /** Keeps the first screen; without it there is none. */
  kv: KVStore | undefined;
  actor(): Actor;
  status: SyncStatus;
  events: RowEvents;
  onRefusals(diff: ExperimentalDiff): void;
};

/** The rows of this device. They come into memory in slices, so that the page answers meanwhile, and change as Replicache
 * changes them. */
export class DeviceRows extends EntityRows {
  readonly #options: Options;
  readonly #firstScreen: FirstScreen | undefined;
  readonly #loading = new Map<string, Loading>();
  readonly #first = new Map<Entity, FirstRows>();
  readonly #turns = new Turns();
  readonly #watchers = new Set<(keys: readonly string[]) => void>();
  /** True if this start has shown the rows of a first screen. */
  hasFirstRows = false;

  constructor(options: Options) {
    super();
    this.#options = options;
    const { kv, actor } = options;
    this.#firstScreen = kv && new FirstScreen({ kv, rows: this, actor });
  }

  isComplete(entity: Entity): boolean {
    return this.#loading.get(entity)?.isDone ?? false;
  }

  /** Shows the first screen, then brings everything else. */
  async loadAll(): Promise<void> {
    const { replicache, status } = this.#options;
    const progress = replicache.query((tx) => tx.get(PROGRESS));
    // Without the first screen the lists come a moment later.
    const first = await this.#firstScreen?.read().catch(() => undefined);
    this.hasFirstRows = (first?.size ?? 0) > 0;
    for (const [entity, rows] of first ?? []) this.#preview(entity, rows);
    await Promise.all(AT_START.map((entity) => this.#begin(entity).done));
    await status.showProgress(progress);
    await this.keepFirstScreen();
  }

  /** Reads the entity before all that nobody has asked for. */
  load(entity: Entity): Promise<void> {
    const loading = this.#begin(entity);
    loading.rank = LAZY.includes(entity) ? ASKED_LARGE : ASKED;
    this.#turns.next();
    return loading.done;
  }

  #begin(entity: Entity): Loading {
    const known = this.#loading.get(entity);
    if (known) return known;
    const loading: Loading = { done: Promise.resolve(), isDone: false, rank: LATER, changed: new Set() };
    this.#loading.set(entity, loading);
    this.#turns.add(loading);
    loading.done = this.#load(entity, loading).finally(() => this.#turns.remove(loading));
    return loading;
  }

  /** How many rows this device holds; while they are being read, as of the first screen. */
  count(entity: Entity): number {
    return this.#first.get(entity)?.size ?? this.get(entity).size;
  }

  watch(listener: (keys: readonly string[]) => void): () => void {
    this.#watchers.add(listener);
    return () => void this.#watchers.delete(listener);
  }

  applyDiff(diff: ExperimentalDiff): void {
    const { events, onRefusals } = this.#options;
    const wanted = this.#filter(diff);
    const changed = this.apply(wanted);
    for (const entity of changed) events.onRows?.(entity);
    this.#notifyWatchers(wanted);
    if (changed.has('refusal')) onRefusals(diff);
  }

  /** Without it the next start shows its first rows later, so a failure does no harm. */
  async keepFirstScreen(): Promise<void> {
    if (this.#options.status.state.phase === 'ready') await this.#firstScreen?.write().catch(() => undefined);
  }

  /** The part of a diff that belongs into memory now. */
  #filter(diff: ExperimentalDiff): ExperimentalDiff {
    const changes = diff as readonly ExperimentalNoIndexDiff[number][];
    return changes.filter(({ key }) => {
      const entity = key.slice(0, key.indexOf('/')) as Entity;
      const loading = this.#loading.get(entity);
      if (loading && !loading.isDone) loading.changed.add(key);
      return loading !== undefined || !LAZY.includes(entity);
    });
  }

  #preview(entity: Entity, first: FirstRows) {
    if (this.isComplete(entity)) return;
    this.#first.set(entity, first);
    const changed = this.#loading.get(entity)?.changed;
    const isNew = (id: string) => !this.get(entity).get(id) && !changed?.has(`${entity}/${id}`);
    const rows = first.rows.filter(({ id }) => isNew(id));
    this.#show(
      entity,
      rows.map((row) => ({ op: 'add', key: `${entity}/${row.id}`, newValue: row })),
    );
  }

  async #load(entity: Entity, loading: Loading): Promise<void> {
    const prefix = `${entity}/`;
    const read = (await this.#read(prefix, loading)).filter(([key]) => !loading.changed.has(key));
    const keys = new Set(read.map(([key]) => key));
    const gone = (this.#first.get(entity)?.rows ?? [])
      .map(({ id }) => prefix + id)
      .filter((key) => !keys.has(key) && !loading.changed.has(key));
    loading.isDone = true;
    loading.changed.clear();
    this.#first.delete(entity);
    this.#show(entity, [
      ...gone.map((key) => ({ op: 'del', key })),
      ...read.map(([key, newValue]) => ({ op: 'add', key, newValue })),
    ]);
  }

  #show(entity: Entity, changes: readonly object[]) {
    const { events, onRefusals } = this.#options;
    const diff = changes as unknown as ExperimentalDiff;
    this.apply(diff);
    if (entity === 'refusal') onRefusals(diff);
    events.onRows?.(entity);
    if (this.isComplete(entity)) events.onComplete?.(entity);
    this.#notifyWatchers(diff);
  }

  async #read(prefix: string, loading: Loading): Promise<StoredRow[]> {
    const rows: StoredRow[] = [];
    for (let after = prefix; ; await nextTask()) {
      await this.#turns.of(loading);
      const slice = await this.#options.replicache.rowsAfter({ prefix, after, count: ROWS_IN_A_TASK });
      rows.push(...slice);
      if (slice.length < ROWS_IN_A_TASK) return rows;
      after = slice.at(-1)![0];
    }
  }

  #notifyWatchers(diff: ExperimentalDiff) {
    if (this.#watchers.size === 0) return;
    const keys = (diff as readonly { key: string }[]).map(({ key }) => key);
    for (const listener of this.#watchers) listener(keys);
  }
}
