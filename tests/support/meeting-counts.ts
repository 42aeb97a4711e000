import type { MeetingFact, Motion } from '../../schema/tables/meetings.ts';
import { motionStateOf } from '../../sync/meetings/motions/motions.ts';
import { resultOf, tallyOf } from '../../sync/meetings/motions/tally.ts';
import { presenceOf } from '../../sync/meetings/presence.ts';
import { quorumOf } from '../../sync/meetings/quorum.ts';
import { Room, time, unitId } from './meeting-books.ts';
import { required } from './required.ts';

type ResultOptions = NonNullable<Parameters<typeof resultOf>[3]>;

const present = (room: Room) => presenceOf(room.books);

export const count = (room: Room, motion: Motion) => tallyOf(room.books, motion, present(room));

export const units = (room: Room, motion: Motion) => {
  const { totals } = count(room, motion);
  return [totals.for.units, totals.against.units, totals.abstain.units];
};

export const state = (room: Room, motion: Motion) => motionStateOf(room.books, motion);

/** A member meeting of 10 units, of which the first `here` are there, and a motion that is being voted on. */
export const voting = (here = 5, over: Partial<Motion> = {}) => {
  const room = new Room();
  for (let n = 1; n <= here; n += 1) room.arrive(n, '19:00');
  return { room, motion: room.motion(over) };
};

export const close = (
  room: Room,
  motion: Motion,
  at = '20:05',
  options: ResultOptions = {},
  over: Partial<MeetingFact> = {},
) => room.fact('result', at, motion.id, resultOf(room.books, motion, present(room), options), over);

export const unit = (room: Room, n: number, at?: string) =>
  required(presenceOf(room.books, at && time(at)).units.get(unitId(n)));

export const light = (room: Room) => quorumOf(room.books, presenceOf(room.books));

export const clock = (at: string) => at.slice(11, 16);
