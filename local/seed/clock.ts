import { type Random, randomOf } from './random.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type Clock = {
  now: Date;
  today: string;
  /** An instant so many days ago, in waking hours when it is a day or more. Never later than now. */
  ago(days: number): string;
  /** `count` instants that follow `start`, some hours apart, all before now. */
  after(start: string, count: number): string[];
};

export const clockOf = (now: Date, timeZone: string, label: string): Clock => {
  const random = randomOf(`${label}/clock`);
  return {
    now,
    today: new Intl.DateTimeFormat('en-CA', { timeZone }).format(now),
    ago: (days) => before(now, wakingHour(now.getTime() - days * DAY, days, random)),
    after: (start, count) => following(now, start, count, random),
  };
};

/** Central mornings to evenings are 14:00 to 23:59 UTC. */
const wakingHour = (time: number, days: number, random: Random) => {
  if (days < 1) return time;
  const date = new Date(time);
  return date.setUTCHours(random.between(14, 23), random.between(0, 59), random.between(0, 59), 0);
};

const before = (now: Date, time: number) => new Date(Math.min(time, now.getTime() - MINUTE)).toISOString();

const following = (now: Date, start: string, count: number, random: Random) => {
  const from = Date.parse(start);
  const step = Math.min(30 * HOUR, (now.getTime() - from) / (count + 1));
  return Array.from({ length: count }, (_, n) =>
    before(now, from + Math.floor(step * (n + 0.4 + random.next() * 0.5))),
  );
};
