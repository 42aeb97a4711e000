import type { Rows } from '../../schema/rows.ts';
import { todayOf } from '../../sync/dues/entity.ts';
import type { CalendarEvent } from '../../sync/entity.ts';
import { icsEscaped, icsInstant, icsText } from '../../sync/formats/ics.ts';
import { ENTITY_NAMES, entities } from '../../sync/index.ts';
import { serverEntities } from '../../sync/server/entities.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { queryBatch } from '../queries/query.ts';
import { all, visibleTo, whereSql } from '../queries/sql.ts';

const ENTITIES = ENTITY_NAMES.filter((entity) => serverEntities[entity].calendar);
const ROWS = 500;

export type CalendarOwner = Actor & { hoa: string; time_zone: string };

/** All that is due for a person and that they may see, by day. One read. */
export const readCalendar = async ({ db }: Pick<Deps, 'db'>, owner: CalendarOwner): Promise<CalendarEvent[]> => {
  const dayOf = (instant: string) => todayOf(owner, instant);
  const results = await queryBatch(
    db,
    ENTITIES.map((entity) => rowsOf(entity, owner)),
  );
  const events = ENTITIES.flatMap((entity, at) =>
    (results[at] ?? []).flatMap(({ row }) => eventsOf(entity, String(row), owner, dayOf)),
  );
  return [...byUid(events).values()].sort((a, b) => (a.day + a.uid < b.day + b.uid ? -1 : 1));
};

/** An invoice takes the place of its forecast, whose revision is 0. Of several for the homes of one person the first does. */
const byUid = (events: readonly CalendarEvent[]): Map<string, CalendarEvent> => {
  const found = new Map<string, CalendarEvent>();
  const sorted = events.toSorted((a, b) => Math.sign(a.revision) - Math.sign(b.revision) || (a.path < b.path ? -1 : 1));
  for (const event of sorted) {
    const isAnother = (found.get(event.uid)?.revision ?? 0) > 0;
    const uid = isAnother ? `${event.uid}-${event.path.split('/').at(-1)}` : event.uid;
    found.set(uid, { ...event, uid });
  }
  return found;
};

const rowsOf = (entity: keyof Rows, owner: CalendarOwner) => {
  const { name, json } = shapes[entity];
  const where = serverEntities[entity].calendar?.where(owner) ?? [];
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
  return serverEntities[entity].calendar?.events(row, dayOf) ?? [];
};

/** RFC 5545: events of a whole day that block no time. Says the same for the same events, so that its hash is an ETag. */
export const icsOf = (events: readonly CalendarEvent[], { hoa }: CalendarOwner, publicUrl: string): string => {
  const { host } = new URL(publicUrl);
  return icsText([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Porchlight//Due dates//EN',
    `NAME:${icsEscaped(hoa)}`,
    `X-WR-CALNAME:${icsEscaped(hoa)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT4H',
    'X-PUBLISHED-TTL:PT4H',
    ...events.flatMap((event) => eventLines(event, host, hoa, publicUrl)),
    'END:VCALENDAR',
  ]);
};

const eventLines = (
  { uid, day, title, text, path, revision, changed_at }: CalendarEvent,
  host: string,
  hoa: string,
  publicUrl: string,
): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}@${host}`,
  `SEQUENCE:${revision}`,
  `DTSTAMP:${icsInstant(changed_at)}`,
  `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
  'X-MICROSOFT-CDO-ALLDAYEVENT:TRUE',
  'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT:TRUE',
  `SUMMARY:${icsEscaped(title)}`,
  'TRANSP:TRANSPARENT',
  `DESCRIPTION:${icsEscaped(`${text} ${hoa}\n${publicUrl}${path}`)}`,
  `URL;VALUE=URI:${publicUrl}${path}`,
  `LAST-MODIFIED:${icsInstant(changed_at)}`,
  'END:VEVENT',
];
