import type { ExperimentalDiff, ExperimentalNoIndexDiff, MutatorDefs, Replicache } from 'replicache';
import type { Entity } from '../../schema/rows.ts';
import type { Descriptor } from '../entity.ts';
import { ENTITY_NAMES, entities } from '../index.ts';
import type { EntityRows } from './entity-rows.ts';
import type { FirstRows, FirstScreen } from './first-screen.ts';
import { nextTask } from './next-task.ts';

const loadedWhen = (when: Descriptor<never>['load']): Entity[] =>
  ENTITY_NAMES.filter((entity) => entities[entity].load === when);

/** They come into memory when a screen first asks for them. */
export const LAZY: readonly Entity[] = loadedWhen('on demand');
/** Entities that every screen needs come first, threads last. */
const AT_START = [...loadedWhen('first'), ...loadedWhen(undefined), ...loadedWhen('last')];

const ROWS_IN_A_TASK = 500;

type Loading = {
  done: Promise<void>;
  isDone: boolean;
  /** Keys that change meanwhile: what is read of them may be older. */
  changed: Set<string>;
};

type LoaderOptions = {
  replicache: Pick<Replicache<MutatorDefs>, 'query'>;
  rows: EntityRows;
  firstScreen: FirstScreen | undefined;
  /** Some rows of the entity have come into memory, with `diff`; call `isLoaded` to know whether these are all. */
  onRows(entity: Entity, diff: ExperimentalDiff): void;
};

/** Brings the rows of this device into memory, in slices, so that the page answers meanwhile. */
export class RowLoader {
  readonly #options: LoaderOptions;
  readonly #loading = new Map<string, Loading>();
  readonly #first = new Map<Entity, FirstRows>();
  /** True if this start has shown the rows of a first screen. */
  hasFirstRows = false;

  constructor(options: LoaderOptions) {
    this.#options = options;
  }

  isLoaded(entity: Entity): boolean {
    return this.#loading.get(entity)?.isDone ?? false;
  }

  /** Shows the first screen, then brings everything else. */
  async loadAll(): Promise<void> {
    // Without the first screen the lists come a moment later.
    const first = await this.#options.firstScreen?.read().catch(() => undefined);
    this.hasFirstRows = (first?.size ?? 0) > 0;
    for (const [entity, rows] of first ?? []) this.#preview(entity, rows);
    for (const entity of AT_START) await this.load(entity);
  }

  load(entity: Entity): Promise<void> {
    const known = this.#loading.get(entity);
    if (known) return known.done;
    const loading: Loading = { done: Promise.resolve(), isDone: false, changed: new Set() };
    this.#loading.set(entity, loading);
    loading.done = this.#load(entity, loading);
    return loading.done;
  }

  /** How many rows this device holds; while they are being read, as of the first screen. */
  count(entity: Entity): number {
    return this.#first.get(entity)?.size ?? this.#options.rows.get(entity).size;
  }

  /** The part of a diff that belongs into memory now. */
  filter(diff: ExperimentalDiff): ExperimentalDiff {
    const changes = diff as readonly ExperimentalNoIndexDiff[number][];
    return changes.filter(({ key }) => {
      const entity = key.slice(0, key.indexOf('/')) as Entity;
      const loading = this.#loading.get(entity);
      if (loading && !loading.isDone) loading.changed.add(key);
      return loading !== undefined || !LAZY.includes(entity);
    });
  }

  #preview(entity: Entity, first: FirstRows) {
    if (this.isLoaded(entity)) return;
    this.#first.set(entity, first);
    const changed = this.#loading.get(entity)?.changed;
    const isNew = (id: string) => !this.#options.rows.get(entity).get(id) && !changed?.has(`${entity}/${id}`);
    const rows = first.rows.filter(({ id }) => isNew(id));
    this.#apply(
      entity,
      rows.map((row) => ({ op: 'add', key: `${entity}/${row.id}`, newValue: row })),
    );
  }

  async #load(entity: Entity, loading: Loading): Promise<void> {
    const prefix = `${entity}/`;
    const read = (await this.#read(prefix)).filter(([key]) => !loading.changed.has(key));
    const keys = new Set(read.map(([key]) => key));
    const gone = (this.#first.get(entity)?.rows ?? [])
      .map(({ id }) => prefix + id)
      .filter((key) => !keys.has(key) && !loading.changed.has(key));
    loading.isDone = true;
    loading.changed.clear();
    this.#first.delete(entity);
    this.#apply(entity, [
      ...gone.map((key) => ({ op: 'del', key })),
      ...read.map(([key, newValue]) => ({ op: 'add', key, newValue })),
    ]);
  }

  #apply(entity: Entity, changes: readonly object[]) {
    const diff = changes as unknown as ExperimentalDiff;
    this.#options.rows.apply(diff);
    this.#options.onRows(entity, diff);
  }

  async #read(prefix: string) {
    const rows: (readonly [string, unknown])[] = [];
    for (let after = prefix; ; await nextTask()) {
      const start = { key: after, exclusive: true };
      const slice = await this.#options.replicache.query((tx) =>
        tx.scan({ prefix, start, limit: ROWS_IN_A_TASK }).entries().toArray(),
      );
      rows.push(...slice);
      if (slice.length < ROWS_IN_A_TASK) return rows;
      after = slice.at(-1)![0];
    }
  }
}
