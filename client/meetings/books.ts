import { useMemo } from 'react';
import type { Entity } from '../../schema/rows.ts';
import type { MeetingBooks, Presence, QuorumLight } from '../../sync/meetings/books.ts';
import { presenceOf } from '../../sync/meetings/presence.ts';
import { quorumOf, recusedNow } from '../../sync/meetings/quorum.ts';
import type { CaseUsers } from '../../sync/meetings/recusal.ts';
import { type Session, sessionOf } from '../../sync/meetings/session.ts';
import { useAreComplete, useRows } from '../device/store.ts';
import { useCases } from './agenda/cases.ts';
import { useZone } from './time.ts';

const ENTITIES = [
  'meeting',
  'agendaItem',
  'rollUnit',
  'meetingFact',
  'motion',
  'minutesText',
  'proxy',
] as const satisfies readonly Entity[];

/** All rows of a meeting on this device; `books` is undefined where it is not among them. The same rows are the same object
 * in every component. `complete`: all of them are in memory. */
export const useMeetingBooks = (id: string): { books: MeetingBooks | undefined; complete: boolean } => {
  const complete = useAreComplete(ENTITIES);
  const time_zone = useZone();
  const meeting = useRows('meeting').get(id);
  const items = useRows('agendaItem').by('meeting_id', id);
  const roll = useRows('rollUnit').by('meeting_id', id);
  const facts = useRows('meetingFact').by('meeting_id', id);
  const motions = useRows('motion').by('meeting_id', id);
  const texts = useRows('minutesText').by('meeting_id', id);
  const proxies = useRows('proxy').by('meeting_id', id);
  const books = useMemo(
    () => meeting && shared({ time_zone, meeting, items, roll, facts, motions, texts, proxies }),
    [time_zone, meeting, items, roll, facts, motions, texts, proxies],
  );
  return { books, complete };
};

let newest: MeetingBooks | undefined;

const shared = (books: MeetingBooks): MeetingBooks => {
  const isSame = newest && (Object.keys(books) as (keyof MeetingBooks)[]).every((key) => books[key] === newest?.[key]);
  if (!isSame || !newest) newest = books;
  return newest;
};

/** Computed once for the same books, whoever asks. */
export const oncePerBooks = <Result>(compute: (books: MeetingBooks) => Result): ((books: MeetingBooks) => Result) => {
  const results = new WeakMap<MeetingBooks, Result>();
  return (books) => {
    if (!results.has(books)) results.set(books, compute(books));
    return results.get(books) as Result;
  };
};

export const sessionIn = oncePerBooks((books) => sessionOf(books));
export const presenceIn = oncePerBooks((books) => presenceOf(books));

const quorums = new WeakMap<MeetingBooks, { cases: CaseUsers; quorum: QuorumLight }>();

const quorumIn = (books: MeetingBooks, cases: CaseUsers): QuorumLight => {
  const known = quorums.get(books);
  if (known?.cases === cases) return known.quorum;
  const quorum = quorumOf(books, presenceIn(books), recusedNow(books, cases));
  quorums.set(books, { cases, quorum });
  return quorum;
};

export const useSession = (books: MeetingBooks): Session => sessionIn(books);
export const usePresence = (books: MeetingBooks): Presence => presenceIn(books);
export const useQuorum = (books: MeetingBooks): QuorumLight => quorumIn(books, useCases());
