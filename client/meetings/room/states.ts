import type { Motion } from '../../../schema/tables/meetings.ts';
import type { MeetingBooks, Tally } from '../../../sync/meetings/books.ts';
import { type MotionState, motionStateOf } from '../../../sync/meetings/motions.ts';
import type { CaseUsers } from '../../../sync/meetings/recusal.ts';
import { tallyOf } from '../../../sync/meetings/tally.ts';
import { presenceIn } from '../books.ts';
import { motionsOf } from './model.ts';

type Compute<Result> = (books: MeetingBooks, motion: Motion, cases: CaseUsers) => Result;

/** Computed once for the same rows, whichever part of the screen asks. */
const oncePerMotion = <Result>(compute: Compute<Result>): Compute<Result> => {
  const known = new WeakMap<MeetingBooks, { cases: CaseUsers; results: Map<string, Result> }>();
  return (books, motion, cases) => {
    let entry = known.get(books);
    if (entry?.cases !== cases) {
      entry = { cases, results: new Map() };
      known.set(books, entry);
    }
    const found = entry.results.get(motion.id) ?? compute(books, motion, cases);
    entry.results.set(motion.id, found);
    return found;
  };
};

export const stateIn = oncePerMotion<MotionState>((books, motion, cases) =>
  motionStateOf(books, motion, presenceIn(books), cases),
);
export const tallyIn = oncePerMotion<Tally>((books, motion, cases) => tallyOf(books, motion, presenceIn(books), cases));

/** The motion by which this item is adopted with others, unless it ended without a vote. */
export const consentMotionOf = (books: MeetingBooks, item_id: string, cases: CaseUsers): Motion | undefined =>
  motionsOf(books, item_id).find(
    (motion) =>
      motion.item_ids?.includes(item_id) && stateIn(books, motion, cases).result?.data.outcome !== 'withdrawn',
  );
