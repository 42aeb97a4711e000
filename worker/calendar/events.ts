import ical, { ICalEventTransparency } from 'ical-generator';
import type { Rows } from '../../schema/rows.ts';
import type { CalendarEvent, CalendarSource } from '../../sync/calendar.ts';
import * as dues from '../../sync/dues/entity.ts';
import { entities } from '../../sync/index.ts';
import * as invoices from '../../sync/invoices/entity.ts';
import * as meetings from '../../sync/meetings/calendar.ts';
import * as requests from '../../sync/requests/entity.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Actor } from '../../sync/tx.ts';
import * as violations from '../../sync/violations/entity.ts';
import type { Deps } from '../deps.ts';
import { queryBatch } from '../queries/query.ts';
import { all, visibleTo, whereSql } from '../queries/sql.ts';

/** Of two events with one uid the first counts. */
const SOURCES: { [E in keyof Rows]?: CalendarSource<Rows[E]> } = {
  invoice: invoices.calendar,
  due: dues.calendar,
  violation: violations.calendar,
  request: requests.calendar,
  meeting: meetings.calendar,
};
const ENTITIES = Object.keys(SOURCES) as (keyof Rows)[];
const ROWS = 500;

export type CalendarOwner = Actor & { hoa: string; time_zone: string };

/** All that is due for a person and that they may see, by day. One read. */
export const readCalendar = async ({ db }: Pick<Deps, 'db'>, owner: CalendarOwner): Promise<CalendarEvent[]> => {
  const dayOf = (instant: string) => dues.todayOf(owner, instant);
  const results = await queryBatch(
    db,
    ENTITIES.map((entity) => rowsOf(entity, owner)),
  );
  const events = ENTITIES.flatMap((entity, at) =>
    (results[at] ?? []).flatMap(({ row }) => eventsOf(entity, String(row), owner, dayOf)),
  );
  const byUid = new Map(events.toReversed().map((event) => [event.uid, event]));
  return [...byUid.values()].sort((a, b) => (a.day + a.uid < b.day + b.uid ? -1 : 1));
};

const rowsOf = (entity: keyof Rows, owner: CalendarOwner) => {
  const { name, json } = shapes[entity];
  const where = SOURCES[entity]?.where(owner) ?? [];
  const { sql, args } = all([visibleTo(owner, entity), whereSql<object>(where)]);
  return { sql: `SELECT ${json} AS row FROM ${name} t WHERE ${sql} ORDER BY t.id DESC LIMIT ${ROWS}`, args };
};

const eventsOf = <E extends keyof Rows>(
  entity: E,
  json: string,
  owner: CalendarOwner,
  dayOf: (instant: string) => string,
): CalendarEvent[] => {
  const row = entities[entity].view(JSON.parse(json) as Rows[E], owner) as Rows[E];
  return (SOURCES[entity] as CalendarSource<Rows[E]>).events(row, dayOf);
};

const HOUR_S = 3600;

/** RFC 5545: events of a whole day that block no time. Says the same for the same events, so that its hash is an ETag. */
export const icsOf = (events: readonly CalendarEvent[], { hoa }: CalendarOwner, publicUrl: string): string => {
  const calendar = ical({ name: hoa, prodId: { company: 'Porchlight', product: 'Due dates' }, ttl: 4 * HOUR_S });
  const { host } = new URL(publicUrl);
  for (const { uid, day, title, text, path, revision, changed_at } of events)
    calendar.createEvent({
      id: `${uid}@${host}`,
      // Read in UTC, where it has no time zone.
      start: new Date(`${day}T00:00:00Z`),
      allDay: true,
      stamp: new Date(changed_at),
      lastModified: new Date(changed_at),
      sequence: revision,
      summary: title,
      description: `${text} ${hoa}\n${publicUrl}${path}`,
      url: `${publicUrl}${path}`,
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  return calendar.toString();
};
