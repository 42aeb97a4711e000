import type { FactKind } from '../../schema/meetings.ts';
import type { MeetingFact } from '../../schema/tables/meetings.ts';
import { labelInWords } from '../words.ts';
import type { MeetingBooks } from './books.ts';
import { isTimeDoubtful, TIME_TO_BE_CHECKED } from './fact-time.ts';
import { headsOf } from './heads.ts';
import { shortTimeInWords } from './local-time.ts';

const SHOWN = 10;

/** The facts that stand with a time that cannot be right, in a line each: "Time to be checked: Check-in of Ann Lee, Nov 12,
 * 2026, 11:34 PM (Desk 2)". */
export const doubtfulTimes = (books: MeetingBooks, time_zone: string): string[] => {
  const doubtful = headsOf(books).filter((fact) => isTimeDoubtful(fact, books.meeting));
  const more = doubtful.length - SHOWN;
  const lines = doubtful
    .slice(0, SHOWN)
    .map(
      (fact) => `${TIME_TO_BE_CHECKED}: ${nameOf(books, fact)}, ${shortTimeInWords(time_zone, fact.at)} (${fact.desk})`,
    );
  return more > 0 ? [...lines, `${TIME_TO_BE_CHECKED}: ${more} more`] : lines;
};

const nameOf = ({ roll, items, motions }: MeetingBooks, { kind, subject }: MeetingFact): string => {
  const words = WORDS[kind] ?? labelInWords(kind);
  const motion = motions.find(({ id }) => id === subject);
  const of =
    roll.find(({ id }) => id === subject)?.label ??
    items.find(({ id }) => id === subject)?.title ??
    (motion && `Motion ${motion.number}`);
  return of ? `${words} of ${of}` : words;
};

const WORDS: Partial<Record<FactKind, string>> = {
  called_to_order: 'Call to order',
  adjourned: 'Adjournment',
  item_started: 'Start',
  recorder_taken: 'Taking of the record',
  arrived: 'Check-in',
  left: 'Leaving',
  motion_text: 'Words',
  motion_seconded: 'Second',
  motion_state: 'Voting',
  recused: 'Recusal',
  desk_opened: 'Opening of a desk',
  desk_closed: 'Closing of a desk',
};
