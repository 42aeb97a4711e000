import ical, { ICalEventTransparency } from 'ical-generator';
import type { Rows } from '../../schema/rows.ts';
import type { CalendarEvent } from '../../sync/calendar.ts';
import { todayOf } from '../../sync/dues/entity.ts';
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
  // An invoice takes the place of its forecast, whose revision is 0.
  const byUid = new Map(events.sort((a, b) => a.revision - b.revision).map((event) => [event.uid, event]));
  return [...byUid.values()].sort((a, b) => (a.day + a.uid < b.day + b.uid ? -1 : 1));
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
