import { useMemo } from 'react';
import type { Entity } from '../../schema/rows.ts';
import type { MeetingBooks, MeetingRows } from '../../sync/meetings/books.ts';
import { meetingBooks } from '../../sync/meetings/meeting-books.ts';
import { useAreComplete, useRows } from '../device/store.ts';
import { useCases } from './cases.ts';
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
  const cases = useCases();
  const books = useMemo(
    () => meeting && shared({ time_zone, meeting, items, roll, facts, motions, texts, proxies, cases }),
    [time_zone, meeting, items, roll, facts, motions, texts, proxies, cases],
  );
  return { books, complete };
};

/** The last that were asked for: the next ones are often of the same meeting, with a few more facts. */
let newest: MeetingBooks | undefined;

const shared = (rows: MeetingRows): MeetingBooks => {
  const isSame = newest && (Object.keys(rows) as (keyof MeetingRows)[]).every((key) => rows[key] === newest?.[key]);
  if (!isSame || !newest) newest = meetingBooks(rows, newest);
  return newest;
};
