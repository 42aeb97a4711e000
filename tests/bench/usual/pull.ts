import type { Client, Row, Transaction } from '@libsql/client';
import { COLUMNS, type UsualRow } from './rows.ts';

type Cookie = { order: number; group: string };
export type PullBody = { clientGroupID: string; cookie: Cookie | null };

/** Row versions by id, and the version of the group's clients. */
type ViewRecord = { rows: ReadonlyMap<string, number>; clients: number };
type Scanned = { group: { cvr_version: number; client_version: number }; clients: readonly Row[]; next: ViewRecord };

const EMPTY: ViewRecord = { rows: new Map(), clients: 0 };
const KEPT = 8;
/** The server's answers end at about 10 MB. */
const ROWS_A_READ = 5000;

const records = new Map<string, ViewRecord>();
const keyOf = ({ order, group }: Cookie) => `${group}/${order}`;

/** The numbers are those of the published algorithm for dynamic pull. */
export const pull = async (db: Client, { clientGroupID, cookie }: PullBody): Promise<object> => {
  // 1 and 2: the record that the cookie names, or an empty one.
  const previous = cookie ? records.get(keyOf(cookie)) : undefined;
  const base = previous ?? EMPTY;
  // 3: a transaction.
  const tx = await db.transaction('write');
  try {
    // 4 to 7: the group, its clients, all ids with their versions, and the next record.
    const { group, clients, next } = await scan(tx, clientGroupID, base.clients);
    // 8 and 9: what differs; where nothing does, the same cookie.
    const puts = [...next.rows].filter(([id, version]) => base.rows.get(id) !== version).map(([id]) => id);
    const dels = [...base.rows.keys()].filter((id) => !next.rows.has(id));
    if (previous && puts.length + dels.length + clients.length === 0)
      return { cookie, lastMutationIDChanges: {}, patch: [] };
    // 10 to 12: the changed rows, and the group's next version.
    const rows = await read(tx, puts);
    const order = Math.max(group.cvr_version, cookie?.order ?? 0) + 1;
    await putGroup(tx, clientGroupID, order, group.client_version);
    await tx.commit();
    // 13 to 18: the record is stored, the patch sent.
    const answer: Cookie = { order, group: clientGroupID };
    keep(keyOf(answer), next);
    return {
      cookie: answer,
      lastMutationIDChanges: Object.fromEntries(clients.map((one) => [one.id, one.last_mutation_id])),
      patch: [
        ...(previous ? [] : [{ op: 'clear' }]),
        ...dels.map((id) => ({ op: 'del', key: `request/${id}` })),
        ...rows.map((row) => ({ op: 'put', key: `request/${row.id}`, value: row })),
      ],
    };
  } finally {
    tx.close();
  }
};

const scan = async (tx: Transaction, group_id: string, since: number): Promise<Scanned> => {
  const [group, clients, rows] = await tx.batch([
    { sql: 'SELECT cvr_version, client_version FROM client_groups WHERE id = ?', args: [group_id] },
    {
      sql: 'SELECT id, last_mutation_id FROM clients WHERE client_group_id = ? AND client_version > ?',
      args: [group_id, since],
    },
    'SELECT json_group_object(id, version) AS versions FROM requests',
  ]);
  const found = (group?.rows[0] ?? { cvr_version: 0, client_version: 0 }) as unknown as Scanned['group'];
  const versions = new Map(Object.entries(JSON.parse(String(rows?.rows[0]?.versions)) as Record<string, number>));
  return { group: found, clients: clients?.rows ?? [], next: { rows: versions, clients: found.client_version } };
};

/** As JSON, made by the database: the client library would take five times as long for rows and columns. */
const read = async (tx: Transaction, ids: readonly string[]): Promise<UsualRow[]> => {
  const sql = `SELECT json_group_array(json_object(${COLUMNS.map((name) => `'${name}', ${name}`).join(', ')})) AS rows
    FROM requests WHERE id IN (SELECT value FROM json_each(?))`;
  const rows: UsualRow[] = [];
  for (let at = 0; at < ids.length; at += ROWS_A_READ) {
    const answer = await tx.execute({ sql, args: [JSON.stringify(ids.slice(at, at + ROWS_A_READ))] });
    rows.push(...(JSON.parse(String(answer.rows[0]?.rows)) as UsualRow[]));
  }
  return rows;
};

const putGroup = (tx: Transaction, id: string, cvr_version: number, client_version: number) =>
  tx.execute({
    sql: `INSERT INTO client_groups (id, cvr_version, client_version) VALUES (?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET cvr_version = excluded.cvr_version`,
    args: [id, cvr_version, client_version],
  });

const keep = (key: string, record: ViewRecord): void => {
  records.set(key, record);
  const [oldest] = records.keys();
  if (oldest !== undefined && records.size > KEPT) records.delete(oldest);
};
