import type { ExperimentalDiff } from 'replicache';
import type { Entity, Rows } from '../../schema/rows.ts';
import { type ListQuery, type Lists, lists, synced } from '../index.ts';
import { defineList, type List } from '../list.ts';
import { NEWEST_FIRST, type OrderKey } from '../order.ts';
import type { Tally } from '../tally.ts';
import { type Collection, CollectionBuilder, type Keyed } from './collection.ts';
import { LiveList, LiveTally } from './live.ts';

type Builders = { [E in Entity]: CollectionBuilder<Rows[E]> };

/** The rows of this device in memory, by entity. */
export class EntityRows {
  readonly #builders = Object.fromEntries(
    Object.keys(synced).map((entity) => [entity, new CollectionBuilder(listOf(entity as Entity))]),
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
      if (!(entity in synced)) continue;
      const changes = changed.get(entity) ?? new Map<string, never>();
      changes.set(key.slice(slash + 1), newValue as never);
      changed.set(entity, changes);
    }
    for (const [entity, changes] of changed) this.#builders[entity].apply(changes);
    for (const entity of changed.keys()) this.#builders[entity].notify();
    return new Set(changed.keys());
  }
}

/** Other entities without a list lie newest first. */
const ORDERS: { [E in Entity]?: readonly OrderKey<Rows[E]>[] } = {
  violationMessage: [
    { column: 'sent_at', descending: true },
    { column: 'id', descending: true },
  ],
  account: [{ column: 'id' }],
  entry: [{ column: 'effective_on' }, { column: 'id' }],
  policy: [{ column: 'starts_on' }, { column: 'id' }],
  meetingRules: [{ column: 'id' }],
  votingUnit: [{ column: 'id' }],
  agendaItem: [{ column: 'position' }, { column: 'id' }],
  rollUnit: [{ column: 'position' }, { column: 'id' }],
  meetingFact: [{ column: 'at' }, { column: 'id' }],
  motion: [{ column: 'at' }, { column: 'id' }],
  minutesText: [{ column: 'at' }, { column: 'id' }],
  approvedMinutes: [{ column: 'at' }, { column: 'id' }],
  proxy: [{ column: 'recorded_at' }, { column: 'id' }],
};

const listOf = (entity: Entity): List<Keyed, object> =>
  entity in lists
    ? (lists[entity as keyof Lists] as unknown as List<Keyed, object>)
    : defineList<Keyed, object>({
        filters: () => ({}),
        order: () => (ORDERS[entity] ?? NEWEST_FIRST) as readonly OrderKey<Keyed>[],
      });
