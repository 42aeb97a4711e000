import { useMemo, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { CHOICES } from '../../../schema/meetings.ts';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { FactOf, MotionState } from '../../../sync/meetings/books.ts';
import { countAnew } from '../../../sync/meetings/motions/count-anew.ts';
import { partiesTo, tallyOf } from '../../../sync/meetings/motions/tally.ts';
import { presenceOf } from '../../../sync/meetings/presence.ts';
import { quorumOf } from '../../../sync/meetings/quorum.ts';
import { trueNow } from '../clock.ts';
import { useRoom } from './context.ts';
import { numbersIn, textOf } from './numbers.tsx';

const ZERO = { for: 0, against: 0, abstain: 0 };

/** The vote that a result says: as of the result that it corrects, or as of the adjournment once that has been. The numbers of
 * a show of hands may be put right with it. */
export const useVoteToRecord = (motion: Motion, state: MotionState, corrects: readonly FactOf<'result'>[]) => {
  const room = useRoom();
  const [first] = corrects;
  const [numbers, setNumbers] = useState(() => textOf(first ? handsOf(first) : ZERO));
  const [made] = useState(() => ({ id: uuidv7(), at: trueNow() }));
  const at = first?.at ?? room.session.adjourned_at;
  const presence = useMemo(() => (at ? presenceOf(room.books, at) : room.presence), [room.books, room.presence, at]);
  const typed = numbersIn(numbers);
  const { totals } = tallyOf(room.books, motion, presence);
  const isAnew =
    first && state.method === 'count' && typed && CHOICES.some((choice) => typed[choice] !== totals[choice].units);
  const anew = isAnew ? countAnew(room.books, motion, typed, made) : null;
  const books = anew?.books ?? room.books;
  return {
    books,
    presence,
    numbers,
    setNumbers,
    isValid: typed !== null,
    facts: anew ? [anew.fact] : [],
    tally: tallyOf(books, motion, presence),
    quorum: quorumOf(books, presence, partiesTo(books, motion)),
  };
};

const handsOf = ({ data: { totals } }: FactOf<'result'>) => ({
  for: totals.for.units,
  against: totals.against.units,
  abstain: totals.abstain.units,
});
