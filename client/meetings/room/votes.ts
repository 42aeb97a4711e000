import type { Choice } from '../../../schema/meetings.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { MeetingProxy, RollUnit } from '../../../schema/tables/voters.ts';
import type { FactOf, MeetingBooks, Presence } from '../../../sync/meetings/books.ts';
import { votesIn } from '../../../sync/meetings/facts/heads.ts';
import { directionOf } from '../../../sync/meetings/motions/tally.ts';
import { isReworded } from '../../../sync/meetings/motions/wordings.ts';
import type { NewFact } from '../record.ts';

/** The proxy that a unit votes by, while nobody of its own is here. */
export const proxyOf = ({ proxies }: MeetingBooks, presence: Presence, unit: RollUnit): MeetingProxy | undefined => {
  const id = presence.units.get(unit.id)?.proxy_id;
  return id ? proxies.find((proxy) => proxy.id === id) : undefined;
};

/** Why a unit's mark is not free: its proxy directs it, was given for other words, or is for quorum only. Null where it is free. */
export type Bound = 'directed' | 'reworded' | 'quorum';

export const boundOf = (books: MeetingBooks, motion: Motion, presence: Presence, unit: RollUnit): Bound | null => {
  const proxy = proxyOf(books, presence, unit);
  if (!proxy || proxy.kind === 'general') return null;
  if (proxy.kind === 'quorum') return 'quorum';
  const direction = directionOf(proxy, { motion, reworded: isReworded(books, motion) });
  return direction === null || direction === 'reworded' ? direction : 'directed';
};

/** The heads of a unit's marks on a motion. */
export const marksOf = (books: MeetingBooks, motion: Motion, unit_id: string): FactOf<'vote'>[] =>
  votesIn(books, motion.id).filter(({ subject }) => subject === unit_id);

export const voteFact = (
  books: MeetingBooks,
  motion: Motion,
  unit: RollUnit,
  choice: Choice,
  presence: Presence,
): NewFact => {
  const proxy_id = presence.units.get(unit.id)?.proxy_id;
  return {
    kind: 'vote',
    subject: unit.id,
    data: { motion_id: motion.id, choice, ...(proxy_id && { proxy_id }) },
    replaces: marksOf(books, motion, unit.id).map(({ id }) => id),
  };
};
