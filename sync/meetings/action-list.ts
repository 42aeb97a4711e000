import { ACTION_ITEM_STATUSES } from '../../schema/meetings.ts';
import type { ActionItem } from '../../schema/tables/minutes.ts';
import { defineList, type OrderKey, orderBy } from '../list.ts';
import { chosen } from '../where.ts';

export type ActionItemQuery = {
  status?: readonly string[];
  meeting_id?: string | undefined;
  /** 'due' or one of `SORT_KEYS`, with '-' before it descending. */
  sort?: string;
};

type Listed = Pick<ActionItem, 'id' | 'title' | 'owner_name' | 'due_on' | 'status' | 'meeting_id'>;

const SORT_KEYS: Record<string, OrderKey<Listed>> = {
  title: { column: 'title', ignoreCase: true },
  owner: { column: 'owner_name', ignoreCase: true },
  status: { column: 'status', among: ACTION_ITEM_STATUSES },
};

/** Those due first come first, unless another sort is asked for; those without a day come last either way. */
export const actionItemList = defineList<Listed, ActionItemQuery>({
  filters: ({ status, meeting_id }) => ({ status: chosen(status), meeting_id }),
  order: ({ sort }) => orderBy(SORT_KEYS, sort, byDue(sort === '-due')),
});

const byDue = (descending: boolean): readonly OrderKey<Listed>[] => [
  { column: 'due_on', descending, undatedLast: true },
  { column: 'id' },
];
