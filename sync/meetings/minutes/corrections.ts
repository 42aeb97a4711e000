import { dayIn } from '../../../schema/dates.ts';
import { bodyOf } from '../../../schema/meetings.ts';
import type { AgendaItem, Meeting } from '../../../schema/tables/meetings.ts';
import type { MeetingBooks, MeetingRows } from '../books.ts';
import { isExecutiveFact, isExecutiveItem, isExecutiveMotion } from '../executive.ts';
import { byTime, indexed } from '../facts/fact-index.ts';
import { ofKind } from '../facts/heads.ts';
import { isAfterApproval, isCorrectedResult } from './late-entries.ts';
import { resultInWords } from './minutes-motions.ts';
import { escaped, sentence } from './minutes-words.ts';

export type MinutesCorrection = { id: string; on: string; html: string; by_name: string };

type Books = Pick<MeetingBooks, 'time_zone' | 'meeting' | 'items' | 'motions' | 'index'>;
type Rows = Pick<MeetingRows, 'time_zone' | 'facts' | 'items' | 'motions'>;
type Dated = MinutesCorrection & { at: string; executive: boolean };

/** Corrections of approved minutes, dated, by time (MIN-09): in words, or by a result that was corrected since. */
export const correctionsIn = (books: Books): Dated[] =>
  [...writtenCorrections(books), ...correctedResults(books)].sort(byTime);

const writtenCorrections = (books: Books): Dated[] =>
  ofKind(books, 'minutes_correction').map((fact) => {
    const { id, subject, data, text, by_name, at } = fact;
    const item = books.items.find((one) => one.id === subject);
    const executive = isExecutiveFact(books, fact) || books.meeting.executive_only;
    return {
      ...{ id, on: data.on, html: text, by_name, at },
      executive: executive || (item !== undefined && isExecutiveItem(books, item)),
    };
  });

const correctedResults = (books: Books): Dated[] =>
  ofKind(books, 'result').flatMap((fact) => {
    const motion = books.motions.find(({ id }) => id === fact.subject);
    if (!motion || !isCorrectedResult(fact as never) || !isAfterApproval(books.meeting, fact)) return [];
    const { id, data, by_name, at } = fact;
    const words = sentence(`Motion ${motion.number}: ${resultInWords(data)}. Corrected: ${data.reason}`);
    const on = dayIn(books.time_zone, new Date(at));
    return [
      { ...{ id, on, html: `<p>${escaped(words)}</p>`, by_name, at }, executive: isExecutiveMotion(books, motion) },
    ];
  });

/** One of an earlier meeting. */
export type EarlierCorrection = MinutesCorrection & { meeting: Meeting; executive: boolean };

/** The corrections that stand on the agenda of `meeting`: of earlier meetings of the same body, each on the first agenda
 * that was not called to order when it was recorded. `rowsOf` gives the rows of a meeting. */
export const correctionsFor = (
  meeting: Meeting,
  meetings: readonly Meeting[],
  rowsOf: (id: string) => Rows,
): EarlierCorrection[] => {
  const held = meetings.filter(({ kind, status }) => bodyOf(kind) === bodyOf(meeting.kind) && status !== 'canceled');
  const inOrder = held.toSorted((a, b) => (a.starts_at < b.starts_at ? -1 : 1));
  const next = (of: Meeting, at: string) =>
    inOrder.find((one) => one.starts_at > of.starts_at && (one.called_at ?? one.starts_at) > at)?.id;
  return inOrder
    .filter(({ starts_at, minutes_approved_on }) => minutes_approved_on !== null && starts_at < meeting.starts_at)
    .flatMap((of) => {
      const { facts, ...rows } = rowsOf(of.id);
      return correctionsIn({ meeting: of, ...rows, ...indexed(facts) })
        .filter(({ at }) => next(of, at) === meeting.id)
        .map(({ at: _at, ...correction }) => ({ ...correction, meeting: of }));
    });
};

type Listed = Pick<AgendaItem, 'id' | 'kind' | 'removed_at' | 'position'>;

/** Under which item of an agenda in its order they stand: that of the minutes, else unfinished business, else the first;
 * null where it has none. */
export const itemForCorrections = (items: readonly Listed[]): string | null => {
  const live = items.filter(({ removed_at }) => removed_at === null);
  const of = (kind: AgendaItem['kind']) => live.find((item) => item.kind === kind);
  return (of('minutes') ?? of('unfinished') ?? live[0])?.id ?? null;
};
