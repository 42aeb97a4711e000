import type { KVStore } from 'replicache';
import type { Entity, Rows } from '../../schema/rows.ts';
import { LIST_NAMES } from '../index.ts';
import { unpaidFirst } from '../invoices/entity.ts';
import type { Actor } from '../tx.ts';
import type { EntityRows } from './entity-rows.ts';

/** `size` counts all rows of the entity on the device. */
export type FirstRows = { size: number; rows: readonly { id: string }[] };
type StoredRows = FirstRows & { role: Actor['role'] };

const MAX_ROWS = 50;
const ENTITIES: readonly Entity[] = ['hoa', 'announcementRead', 'meeting', ...LIST_NAMES];
const keyOf = (entity: Entity) => `first/${entity}`;

type Options = { kv: KVStore; rows: EntityRows; actor(): Actor };

/** The rows that the lists show first, kept beside the cache, in its database, so that a start can show them before it
 * has read the cache. They go when the database is dropped. */
export class FirstScreen {
  readonly #options: Options;
  readonly #stored = new Map<Entity, string>();
  readonly #compared = new Map<Entity, StoredRows>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Empty where the device holds none for the actor's role. */
  async read(): Promise<ReadonlyMap<Entity, FirstRows>> {
    const { kv, actor } = this.#options;
    const read = await kv.read();
    const stored = await Promise.all(ENTITIES.map((entity) => read.get(keyOf(entity)))).finally(() => read.release());
    const found = new Map<Entity, FirstRows>();
    for (const [at, entity] of ENTITIES.entries()) {
      const json = stored[at];
      if (typeof json !== 'string') continue;
      const { role, ...rows } = JSON.parse(json) as StoredRows;
      this.#stored.set(entity, json);
      if (role === actor().role) found.set(entity, rows);
    }
    return found;
  }

  /** To be called when all rows are in memory. Writes only what has changed. */
  async write(): Promise<void> {
    const shown = this.#shown();
    const { role } = this.#options.actor();
    const changed: [Entity, string][] = [];
    for (const entity of ENTITIES) {
      const next = { role, size: this.#options.rows.get(entity).size, rows: shown.get(entity) ?? [] };
      if (isSame(next, this.#compared.get(entity))) continue;
      this.#compared.set(entity, next);
      const json = JSON.stringify(next);
      if (json !== this.#stored.get(entity)) changed.push([entity, json]);
    }
    if (changed.length === 0) return;
    const write = await this.#options.kv.write();
    try {
      for (const [entity, json] of changed) await write.put(keyOf(entity), json);
      await write.commit();
    } finally {
      write.release();
    }
    for (const [entity, json] of changed) this.#stored.set(entity, json);
  }

  #shown(): ReadonlyMap<Entity, FirstRows['rows']> {
    const { rows } = this.#options;
    const { id } = this.#options.actor();
    const shown = new Map<Entity, readonly { id: string }[]>();
    for (const entity of LIST_NAMES) shown.set(entity, rows.query(entity, {}, MAX_ROWS));
    shown.set('meeting', rows.get('meeting').all.slice(0, MAX_ROWS));
    const own = unpaidFirst(rows.get('invoice').by('recipient_id', id)).slice(0, MAX_ROWS);
    shown.set('invoice', distinct([...own, ...(shown.get('invoice') ?? [])]));
    const named = [...shown.values()].flat().flatMap((row) => Object.values(row));
    for (const entity of ['user', 'address'] as const)
      shown.set(entity, distinct([...(shown.get(entity) ?? []), ...this.#named(entity, [id, ...named])]));
    const announced = new Set(shown.get('announcement')?.map((row) => row.id));
    shown.set(
      'announcementRead',
      rows.get('announcementRead').all.filter((read) => announced.has(read.announcement_id)),
    );
    shown.set('hoa', rows.get('hoa').all);
    return shown;
  }

  /** The rows whose ids are among the values. */
  #named<E extends Entity>(entity: E, values: readonly unknown[]): Rows[E][] {
    const all = this.#options.rows.get(entity);
    return values.flatMap((value) => (typeof value === 'string' ? (all.get(value) ?? []) : []));
  }
}

/** Rows never change, so the same objects are the same rows. */
const isSame = (a: StoredRows, b: StoredRows | undefined): boolean =>
  a.role === b?.role &&
  a.size === b.size &&
  a.rows.length === b.rows.length &&
  a.rows.every((row, at) => row === b.rows[at]);

const distinct = <Row>(rows: readonly Row[]): Row[] => [...new Set(rows)];

type Provider = { create(name: string): KVStore; drop(name: string): Promise<void> };

/** Puts the stores that Replicache creates into `stores`, by name. */
export const collecting = (provider: Provider, stores: Map<string, KVStore>): Provider => ({
  ...provider,
  create: (name) => {
    const store = provider.create(name);
    stores.set(name, store);
    return store;
  },
});
