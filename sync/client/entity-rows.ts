import type { ExperimentalDiff } from 'replicache';
import type { Entity, Rows } from '../../schema/rows.ts';
import { synced } from '../index.ts';
import { CollectionBuilder } from './collection.ts';

type Builders = { [E in Entity]: CollectionBuilder<Rows[E]> };

/** The rows of this device in memory, by entity. */
export class EntityRows {
  readonly #builders = Object.fromEntries(
    Object.keys(synced).map((entity) => [entity, new CollectionBuilder()]),
  ) as unknown as Builders;

  get<E extends Entity>(entity: E): Builders[E]['current'] {
    return this.#builders[entity].current;
  }

  /** Returns the entities whose rows have changed. */
  apply(diff: ExperimentalDiff): ReadonlySet<Entity> {
    const changed = new Map<Entity, Map<string, never>>();
    for (const { key, newValue } of diff as readonly { key: string; newValue?: unknown }[]) {
      const slash = key.indexOf('/');
      const entity = key.slice(0, slash) as Entity;
      if (!(entity in synced)) continue;
      const changes = changed.get(entity) ?? new Map<string, never>();
      changes.set(key.slice(slash + 1), newValue as never);
      changed.set(entity, changes);
    }
    for (const [entity, changes] of changed) this.#builders[entity].apply(changes);
    return new Set(changed.keys());
  }
}
