import type { InStatement } from '@libsql/client';
import type { Due } from '../../schema/dues.ts';
import { canManage, DUE_NOT_FOUND, type DueQuery, synced } from '../../sync/dues.ts';
import { batch } from '../../sync/server/retry.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { Paging } from '../http/rest-shapes.ts';
import { all, anyOf, type Condition, contains } from './conditions.ts';

type Selection = DueQuery & { id?: string };

/** A page of the dues the viewer may see, as the wire shows them, and how many there are in all. One round trip. */
export const readDues = async ({ db }: Pick<Deps, 'db'>, viewer: Actor, selection: Selection, paging: Paging) => {
  const where = admitted(viewer, selection);
  const count = { sql: `SELECT count(*) AS total FROM dues t WHERE ${where.sql}`, args: where.args };
  const [counted, rows] = await batch(db, [count, pageOf(where, paging)], 'read');
  return {
    docs: (rows?.rows ?? []).map(({ row }) => shape(synced.view(JSON.parse(String(row)) as Due, viewer) as Due)),
    total: Number(counted?.rows[0]?.total),
  };
};

/** One due as the wire shows it. Throws Refusal('not_found') where the viewer may not see it. */
export const readDue = async (deps: Pick<Deps, 'db'>, viewer: Actor, id: string) => {
  const { docs } = await readDues(deps, viewer, { id }, { page: 1, limit: 1 });
  return orNotFound(docs[0], DUE_NOT_FOUND);
};

/** `audiences` of sync/dues.ts, asked of SQL. */
const visible = (viewer: Actor): Condition[] => [
  { sql: 't.hoa_id = ?', args: [viewer.hoa_id] },
  ...(canManage(viewer)
    ? []
    : [{ sql: 'EXISTS (SELECT 1 FROM json_each(t.recipients) WHERE value = ?)', args: [viewer.id] }]),
];

/** `list` of sync/dues.ts, asked of SQL. */
const admitted = (viewer: Actor, { id, search, frequency, status }: Selection): Condition =>
  all([
    ...visible(viewer),
    ...(id === undefined ? [] : [{ sql: 't.id = ?', args: [id] }]),
    ...anyOf('t.frequency', frequency),
    ...anyOf('t.status', status),
    ...contains('t.title', search),
  ]);

const pageOf = ({ sql, args }: Condition, { page, limit }: Paging): InStatement => ({
  sql: `SELECT ${shapes.due.json} AS row FROM dues t WHERE ${sql}
    ORDER BY t.created_at DESC, t.id DESC LIMIT ? OFFSET ?`,
  args: [...args, limit, (page - 1) * limit],
});

/** Dollars, and the person who made it as an object: the wire's alone. */
const shape = (due: Due) => ({
  _id: due.id,
  title: due.title,
  frequency: due.frequency,
  recipients: due.recipients,
  send_date: due.send_date,
  due_date: due.due_date,
  due_date_offset: due.due_date_offset,
  amount: due.amount_cents / 100,
  reason: due.reason,
  description: due.description,
  status: due.status,
  created_by: { _id: due.created_by, name: due.created_by_name },
  createdAt: due.created_at,
});
