import type { ExperimentalDiff } from 'replicache';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { Descriptor } from '../entity.ts';
import { ENTITY_NAMES, entities, type ListQuery, type Lists } from '../index.ts';
import { defineList, type List, NEWEST_FIRST, type OrderKey, type Tally } from '../list.ts';
import { type Collection, CollectionBuilder, type Keyed } from './collection.ts';
import { LiveList, LiveTally } from './live-list.ts';

type Builders = { [E in Entity]: CollectionBuilder<Rows[E]> };

/** The rows of this device in memory, by entity. */
export class EntityRows {
  readonly #builders = Object.fromEntries(
    ENTITY_NAMES.map((entity) => [
      entity,
      new CollectionBuilder(listOf(entity), (named, words) => this.#builders[named].named(words)),
    ]),
  ) as unknown as Builders;

  get<E extends Entity>(entity: E): Collection<Rows[E]> {
    return this.#builders[entity].current;
  }

  query<E extends keyof Lists>(entity: E, query: ListQuery<E>, limit: number): Rows[E][] {
    return this.#builders[entity].query(query, limit);
  }

  liveList<E extends keyof Lists>(entity: E, query: ListQuery<E>, limit: number): LiveList<Rows[E]> {
    return new LiveList<Rows[E]>(this.#builders[entity], query, limit);
  }

  liveTally<E extends Entity, Totals>(entity: E, tally: Tally<Rows[E], Totals>): LiveTally<Rows[E], Totals> {
    return new LiveTally(this.#builders[entity], tally);
  }

  /** Returns the entities whose rows have changed. */
  apply(diff: ExperimentalDiff): ReadonlySet<Entity> {
    const changed = new Map<Entity, Map<string, never>>();
    for (const { key, newValue } of diff as readonly { key: string; newValue?: unknown }[]) {
      const slash = key.indexOf('/');
      const entity = key.slice(0, slash) as Entity;
      if (!(entity in entities)) continue;
      const changes = changed.get(entity) ?? new Map<string, never>();
      changes.set(key.slice(slash + 1), newValue as never);
      changed.set(entity, changes);
    }
    for (const [entity, changes] of changed) this.#builders[entity].apply(changes);
    const linking = LINKING.filter(({ to }) => to.some((entity) => changed.has(entity))).map(({ entity }) => entity);
    for (const entity of linking) this.#builders[entity].relink();
    for (const entity of new Set([...changed.keys(), ...linking])) this.#builders[entity].notify();
    return new Set(changed.keys());
  }
}

const linksOf = (entity: Entity): Entity[] => {
  const links = Object.values((entities[entity] as { list?: { linked?: Record<string, Entity> } }).list?.linked ?? {});
  return [...links, ...links.flatMap(linksOf)];
};

/** The entities that are searched by rows of others, too. */
const LINKING = ENTITY_NAMES.map((entity) => ({ entity, to: linksOf(entity) })).filter(({ to }) => to.length > 0);

const listOf = (entity: Entity): List<Keyed, object> => {
  const { list, order = NEWEST_FIRST } = entities[entity] as unknown as Descriptor<Keyed & { created_at: string }>;
  return (
    (list as List<Keyed, object> | undefined) ??
    defineList<Keyed, object>({ filters: () => ({}), order: () => order as readonly OrderKey<Keyed>[] })
  );
};
