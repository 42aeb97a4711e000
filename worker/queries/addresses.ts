import type { InStatement, Row } from '@libsql/client';
import type { Address } from '../../schema/addresses.ts';
import { ADDRESS_NOT_FOUND, type AddressQuery } from '../../sync/addresses.ts';
import { batch } from '../../sync/server/retry.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { type Paging, recordBody } from '../http/rest-shapes.ts';
import { all, type Condition, contains } from './conditions.ts';
import { byName } from './users.ts';

type Selection = AddressQuery & { id?: string };
type Reader = Pick<Deps, 'db'>;

/** A page of the HOA's addresses as the wire shows them, how many the query admits, and the figures over all.
 * One round trip. */
export const readAddresses = async ({ db }: Reader, { hoa_id }: Actor, selection: Selection, paging: Paging) => {
  const where = admitted(hoa_id, selection);
  const count = { sql: `SELECT count(*) AS total FROM addresses t WHERE ${where.sql}`, args: where.args };
  const [counted, rows, figures] = await batch(db, [count, pageOf(where, paging), figuresOf(hoa_id)], 'read');
  return {
    docs: (rows?.rows ?? []).map(shape),
    total: Number(counted?.rows[0]?.total),
    statistics: {
      totalAddresses: Number(figures?.rows[0]?.totalAddresses),
      occupied: Number(figures?.rows[0]?.occupied),
    },
  };
};

/** One address as the wire shows it. Throws Refusal('not_found'). */
export const readAddress = async (deps: Reader, viewer: Actor, id: string) => {
  const { docs } = await readAddresses(deps, viewer, { id }, { page: 1, limit: 1 });
  return orNotFound(docs[0], ADDRESS_NOT_FOUND);
};

/** `list` of sync/addresses.ts, asked of SQL. */
const admitted = (hoa_id: string, { id, search }: Selection): Condition =>
  all([
    { sql: 't.hoa_id = ?', args: [hoa_id] },
    ...(id === undefined ? [] : [{ sql: 't.id = ?', args: [id] }]),
    ...contains(`t.street || ' ' || ${UNIT}`, search),
  ]);

const UNIT = "coalesce(t.unit_number, '')";
const BY_PLACE = `lower(t.street), lower(${UNIT}), t.id`;

const pageOf = ({ sql, args }: Condition, { page, limit }: Paging): InStatement => ({
  sql: `SELECT ${shapes.address.json} AS row, (SELECT json_group_array(json_object('_id', u.id, 'name', u.name,
        'email', u.email, 'role', u.role, 'status', u.status)) FROM (SELECT * FROM users u
      WHERE u.hoa_id = t.hoa_id AND u.address_id = t.id AND u.deleted_at IS NULL ORDER BY ${byName('u')}) u) AS residents
    FROM (SELECT * FROM addresses t WHERE ${sql} ORDER BY ${BY_PLACE} LIMIT ? OFFSET ?) t ORDER BY ${BY_PLACE}`,
  args: [...args, limit, (page - 1) * limit],
});

/** `statistics` of sync/addresses.ts, asked of SQL. */
const figuresOf = (hoa_id: string): InStatement => ({
  sql: `SELECT count(*) AS totalAddresses, count(*) FILTER (WHERE resident_ids <> '[]') AS occupied
    FROM addresses WHERE hoa_id = ?`,
  args: [hoa_id],
});

const shape = (row: Row) => {
  const { resident_ids: _mirror, ...address } = recordBody(JSON.parse(String(row.row)) as Address);
  return { ...address, residents: JSON.parse(String(row.residents)) as unknown[] };
};
