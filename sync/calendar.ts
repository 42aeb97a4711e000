import type { Actor } from './tx.ts';
import type { Where } from './where.ts';

/** A day on which something is due. */
export type CalendarEvent = {
  /** The same for the same thing, as long as it lasts. */
  uid: string;
  /** A calendar date of the HOA. */
  day: string;
  title: string;
  text: string;
  /** The path of the record's screen. */
  path: string;
  /** Grows with each change. */
  revision: number;
  /** An instant. */
  changed_at: string;
};

/** A feature's events in people's calendars. worker/calendar/events.ts registers it. */
export type CalendarSource<Row> = {
  /** Which of the rows that the viewer may see concern them. */
  where: (viewer: Pick<Actor, 'id' | 'account_ids'>) => readonly Where<Row>[];
  /** `dayOf` gives the HOA's calendar date of an instant. */
  events: (row: Row, dayOf: (instant: string) => string) => CalendarEvent[];
};

/** When a record was last changed, as far as its history tells. */
export const lastChange = (record: { history: readonly { timestamp: string }[]; created_at: string }): string =>
  [record.created_at, ...record.history.map(({ timestamp }) => timestamp)].sort().at(-1)!;

/** Cents as "$1,250.00". */
export const dollars = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
