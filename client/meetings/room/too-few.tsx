import type { Motion } from '../../../schema/tables/meetings.ts';
import { tooFewDirectors } from '../../../sync/meetings/motions/recusal.ts';
import { useRoom } from './context.ts';

/** Told where recusals leave fewer directors than a quorum takes. */
export const TooFew = ({ motion }: { motion: Motion }) => {
  const { books, quorum } = useRoom();
  const item = books.items.find(({ id }) => id === motion.item_id);
  const words = item && tooFewDirectors(books, item, quorum.needed);
  return words && <p className="font-medium text-ochre">{words}</p>;
};
