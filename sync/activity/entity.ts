import type { Activity } from '../../schema/tables/activity.ts';
import type { Descriptors } from '../entity.ts';
import { defineList } from '../list.ts';
import { chosen } from '../where.ts';

/** Stands for no person among those of a query: what the schedule, webhooks and jobs did. */
export const NOBODY = 'system';

/** `from` and `below` are instants (ISO 8601): at or after, and before. */
export type ActivityQuery = {
  search?: string;
  person?: readonly string[];
  action?: readonly string[];
  kind?: readonly string[];
  entity_id?: string | undefined;
  from?: string | undefined;
  below?: string | undefined;
  /** 'oldest', otherwise the newest come first. */
  sort?: string;
};

type Listed = Pick<
  Activity,
  'id' | 'seq' | 'at' | 'actor_id' | 'actor_name' | 'action' | 'entity' | 'entity_id' | 'title'
>;

const list = defineList<Listed, ActivityQuery>({
  searchText: ({ actor_name, title }) => `${actor_name ?? ''}\n${title ?? ''}`,
  filters: ({ person, action, kind, entity_id, from, below }) => {
    const where = { action: chosen(action), entity: chosen(kind), entity_id, at: { gte: from, lt: below } };
    const byPeople = { ...where, actor_id: chosen(person) };
    return person?.includes(NOBODY) ? [byPeople, { ...where, actor_id: null }] : byPeople;
  },
  order: ({ sort }) => {
    const descending = sort !== 'oldest';
    return [
      { column: 'seq', descending },
      { column: 'id', descending },
    ];
  },
});

export const entities = {
  activity: {
    audiences: [{ audience: 'superadmin' }],
    view: ({ client: _, ...activity }) => activity,
    list,
    load: 'on demand',
  },
} satisfies Descriptors;
