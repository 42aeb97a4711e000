import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { meetingBooks } from '../../../sync/meetings/meeting-books.ts';
import { minutesOf } from '../../../sync/meetings/minutes/minutes.ts';
import { tallyOf } from '../../../sync/meetings/motions/tally.ts';
import { presenceOf } from '../../../sync/meetings/presence.ts';
import { quorumOf } from '../../../sync/meetings/quorum.ts';
import { nth, required } from '../../support/required.ts';
import { booksOf, meetingOf } from '../meeting-400.ts';

type Ground = Parameters<typeof meetingOf>[0];
type Size = Parameters<typeof meetingOf>[2];

/** Runs in the browser: quorum, tallies and minutes over the workload, which the page makes for itself. */
const meetings = {
  books: undefined as MeetingBooks | undefined,

  prepare(ground: Ground, now: string, size: Size): number {
    this.books = booksOf(meetingOf(ground, now, size));
    return this.books.facts.length;
  },
  /** Milliseconds for quorum and the tally of the last motion, after one more check-in. */
  next(number: number): number {
    const { facts, ...rest } = required(this.books);
    const last = nth(facts, -1);
    const unit = nth(rest.roll, (number * 3 + 2) % rest.roll.length);
    const id = `00000000-0000-7000-9000-${String(number).padStart(12, '0')}`;
    const more = { ...last, id, kind: 'arrived' as const, subject: unit.id, data: { way: 'in_person' as const } };
    const began = performance.now();
    this.books = meetingBooks({ ...rest, facts: [...facts, more] }, this.books);
    const presence = presenceOf(this.books);
    quorumOf(this.books, presence);
    tallyOf(this.books, nth(rest.motions, -1), presence);
    return performance.now() - began;
  },
  /** Milliseconds to compose the minutes. */
  minutes(): number {
    const began = performance.now();
    minutesOf(required(this.books), CONTEXT);
    return performance.now() - began;
  },
};

const CONTEXT = {
  hoa: 'Bench Hall',
  time_zone: 'America/Chicago',
  nameOf: () => null,
  actions: [],
  earlier_corrections: [],
};

(globalThis as { meetings?: Meetings }).meetings = meetings;
export type Meetings = typeof meetings;
