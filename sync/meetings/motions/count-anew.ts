import type { Choice } from '../../../schema/meetings.ts';
import type { MeetingFact, Motion } from '../../../schema/tables/meetings.ts';
import type { FactOf, MeetingBooks } from '../books.ts';
import { ofKind } from '../facts/heads.ts';
import { meetingBooks } from '../meeting-books.ts';

export type CountFact = Pick<FactOf<'count'>, 'id' | 'kind' | 'data' | 'at'> & { subject: string; replaces: string[] };

/** One count in the place of all that were made of a motion: its fact, and the books with it. */
export const countAnew = (
  books: MeetingBooks,
  { id: subject }: Pick<Motion, 'id'>,
  numbers: Record<Choice, number>,
  made: { id: string; at: string },
): { fact: CountFact; books: MeetingBooks } => {
  const counts = ofKind(books, 'count').filter((count) => count.subject === subject);
  const data = { label: counts[0]?.data.label ?? 'All', ...numbers };
  const fact: CountFact = { kind: 'count', subject, data, replaces: counts.map(({ id }) => id), ...made };
  return { fact, books: withCount(books, fact) };
};

/** The books as they will be once it is recorded. */
export const withCount = (books: MeetingBooks, fact: CountFact): MeetingBooks =>
  meetingBooks({ ...books, facts: [...books.facts, fact as unknown as MeetingFact] }, books);
