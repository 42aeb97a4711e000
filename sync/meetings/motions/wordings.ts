import { plainText } from '../../../schema/rich-text.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { FactOf, Indexed, MeetingBooks } from '../books.ts';
import { historyOf, isHead } from '../facts/heads.ts';

type Wordings = {
  /** Each wording, by time. */
  wordings: readonly FactOf<'motion_text'>[];
  /** The latest that nothing replaces. */
  wording: FactOf<'motion_text'> | null;
  /** Those that nothing replaces, where they differ. */
  contested: readonly FactOf<'motion_text'>[];
};

/** All wordings of a motion. */
export const wordingsOf = (books: Indexed, { id }: Pick<Motion, 'id'>): Wordings => {
  const wordings = historyOf(books, 'motion_text', id);
  const heads = wordings.filter((fact) => isHead(books, fact.id));
  const differ = heads.some(({ text }) => text !== heads[0]!.text);
  return { wordings, wording: heads.at(-1) ?? null, contested: differ ? heads : [] };
};

/** True if the words differ from those that were known ahead: the item's proposal, or the first wording. */
export const isReworded = (
  books: Pick<MeetingBooks, 'index' | 'items'>,
  motion: Pick<Motion, 'id' | 'item_id'>,
): boolean => {
  const { wordings, wording, contested } = wordingsOf(books, motion);
  if (!wording) return false;
  const proposal = plainText(books.items.find(({ id }) => id === motion.item_id)?.proposal ?? '');
  return contested.length > 0 || plainText(wording.text) !== (proposal || plainText(wordings[0]!.text));
};
