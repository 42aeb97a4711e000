import type { ActionItem, AgendaItem } from '../../schema/tables/meetings.ts';
import type { MeetingBooks } from './books.ts';

/** The agenda in its order. What was withdrawn stands in it where a motion, a text, an action or a fact tells of it. */
export const itemsInOrder = (books: MeetingBooks, actions: readonly ActionItem[] = []): AgendaItem[] => {
  const told = new Set<string | null>([
    ...books.motions.map(({ item_id }) => item_id),
    ...books.texts.filter(({ text }) => text !== '').map(({ item_id }) => item_id),
    ...actions.map(({ item_id }) => item_id),
    ...books.facts
      .filter(({ kind }) => kind === 'item_started' || kind === 'point_of_order')
      .map(({ subject }) => subject),
  ]);
  return books.items
    .filter(({ id, removed_at }) => removed_at === null || told.has(id))
    .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
};
