import { ACTIVITY_DAYS_ON_DEVICES } from '../../schema/activity.ts';
import type { Entity } from '../../schema/rows.ts';
import { HORIZON } from '../../schema/sync.ts';
import { shapes } from '../../sync/server/tables.ts';
import { audienceRows, type Condition } from '../../worker/queries/sql.ts';
import { type IdRange, idRanges, type Row, read, STAYS, type Subject } from './check.ts';

/** Holds the log against the rows, both ways: a row has one live entry for each audience that its entity declares, and a
 * live entry has such a row. */
export const checkLog = async (subject: LogSubject): Promise<string[]> => {
  const problems: string[] = [];
  for (const { entity, table, demanded } of logged) {
    for (const range of await idRanges(subject.db, table)) {
      problems.push(...(await compare(subject, entity, table, demanded, range)));
    }
  }
  return [...problems, ...(await unknownEntities(subject)), ...(await checkPosition(subject))];
};

type LogSubject = Pick<Subject, 'db' | 'now'>;
type Logged = { entity: string; table: string; demanded: (where: Condition) => Condition };

const logged: Logged[] = [
  ...Object.entries(shapes).map(([entity, { name }]) => ({
    entity,
    table: name,
    demanded: (where: Condition) => audienceRows(entity as Entity, entity === 'activity' ? onDevices(where) : where),
  })),
  {
    entity: 'client',
    table: 'sync_clients',
    demanded: ({ sql, args }) => ({
      sql: `SELECT t.id, t.hoa_id, t.client_group_id AS audience FROM sync_clients t WHERE ${sql}`,
      args,
    }),
  },
];

/** Older activities leave the devices at the next sweep. */
const onDevices = ({ sql, args }: Condition): Condition => ({
  sql: `${sql} AND (t.at >= strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '-${ACTIVITY_DAYS_ON_DEVICES} days')
    OR EXISTS (SELECT 1 FROM sync_log l WHERE l.entity = 'activity' AND l.entity_id = t.id AND l.gone = 0))`,
  args,
});

const compare = async (
  { db }: LogSubject,
  entity: string,
  table: string,
  demanded: Logged['demanded'],
  { after, upTo }: IdRange,
): Promise<string[]> => {
  const rows = demanded({ sql: `t.id > ? AND t.id <= ? AND ${STAYS}`, args: [after, upTo] });
  const entries = {
    sql: `SELECT t.entity_id AS id, t.hoa_id, t.audience FROM sync_log t
      WHERE t.entity = ? AND t.entity_id > ? AND t.entity_id <= ? AND t.gone = 0 AND ${STAYS}`,
    args: [entity, after, upTo],
  };
  const missing = await read(db, difference(rows, entries));
  const surplus = await read(db, {
    sql: `SELECT d.*, EXISTS (SELECT 1 FROM ${table} t WHERE t.id = d.id AND t.hoa_id = d.hoa_id) AS has_row
      FROM (${difference(entries, rows).sql}) d`,
    args: difference(entries, rows).args,
  });
  return [
    ...missing.map((row) => `${nameOf(entity, row)} has no entry for ${row.audience}, who may see it.`),
    ...surplus.map((entry) =>
      entry.has_row
        ? `${nameOf(entity, entry)} has an entry for ${entry.audience}, who may not see it.`
        : `${nameOf(entity, entry)} has an entry for ${entry.audience}, but no row.`,
    ),
  ];
};

const difference = (one: Condition, other: Condition) => ({
  sql: `SELECT id, hoa_id, audience FROM (${one.sql}) EXCEPT SELECT * FROM (${other.sql})`,
  args: [...one.args, ...other.args],
});

const nameOf = (entity: string, { id, hoa_id }: Row) => `${entity} ${id} of HOA ${hoa_id}`;

const unknownEntities = async ({ db }: LogSubject): Promise<string[]> => {
  const known = [...logged.map(({ entity }) => entity), HORIZON];
  const sql = `SELECT entity, count(*) AS entries, min(seq) AS seq FROM sync_log
    WHERE entity NOT IN (SELECT value FROM json_each(?)) GROUP BY entity`;
  const rows = await read(db, { sql, args: [JSON.stringify(known)] });
  return rows.map(
    ({ entity, entries, seq }) => `${entries} entries from ${seq} on are of "${entity}", which does not sync.`,
  );
};

/** Every pull and push reads them. */
const checkPosition = async ({ db }: LogSubject): Promise<string[]> => {
  const sql = `SELECT (SELECT count(*) FROM sync_instance) AS instances, (SELECT count(*) FROM sync_guard) AS guards,
    (SELECT max(seq) FROM sync_log) AS last, (SELECT seq FROM sqlite_sequence WHERE name = 'sync_log') AS seq`;
  const [row = {}] = await read(db, sql);
  return [
    ...(row.instances === 1 ? [] : [`sync_instance has ${row.instances} rows and not one.`]),
    ...(row.guards === 0 ? [] : [`sync_guard has ${row.guards} rows and not none.`]),
    ...(Number(row.last) <= Number(row.seq) ? [] : [`The log ends at ${row.last}, but would go on after ${row.seq}.`]),
  ];
};
