import type { InStatement, Row } from '@libsql/client';
import type { User } from '../../schema/users.ts';
import { batch } from '../../sync/server/retry.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import { USER_NOT_FOUND, type UserQuery } from '../../sync/users.ts';
import type { Deps } from '../deps.ts';
import { type Paging, type Profile, userBody } from '../http/rest-shapes.ts';
import { all, anyOf, type Condition, contains } from './conditions.ts';

type Selection = UserQuery & Partial<Pick<User, 'id' | 'email'>>;
type Reader = Pick<Deps, 'db'>;

/** A page of the HOA's users as the wire shows them, how many the query admits, and the figures over all who stand.
 * One round trip. */
export const readUsers = async ({ db }: Reader, { hoa_id }: Actor, selection: Selection, paging: Paging) => {
  const where = admitted(hoa_id, selection);
  const count = { sql: `SELECT count(*) AS total FROM users t WHERE ${where.sql}`, args: where.args };
  const [counted, rows, figures] = await batch(db, [count, pageOf(where, paging), figuresOf(hoa_id)], 'read');
  return {
    docs: (rows?.rows ?? []).map(shape),
    total: Number(counted?.rows[0]?.total),
    statistics: numbers(figures?.rows[0]),
  };
};

/** One user who is not deleted, as the wire shows them. Throws Refusal('not_found'). */
export const readUser = async (deps: Reader, viewer: Actor, which: { id: string } | { email: string }) => {
  const { docs } = await readUsers(deps, viewer, which, { page: 1, limit: 1 });
  return orNotFound(docs[0], USER_NOT_FOUND);
};

/** `list` of sync/users.ts, asked of SQL. */
const admitted = (hoa_id: string, { id, email, search, role, status, includeDeleted }: Selection): Condition =>
  all([
    { sql: 't.hoa_id = ?', args: [hoa_id] },
    ...(includeDeleted ? [] : [{ sql: 't.deleted_at IS NULL', args: [] }]),
    ...(id === undefined ? [] : [{ sql: 't.id = ?', args: [id] }]),
    ...(email === undefined ? [] : [{ sql: 't.email = ?', args: [email] }]),
    ...anyOf('t.role', role),
    ...anyOf('t.status', status),
    ...either(contains('t.name', search), contains('t.email', search)),
  ]);

const either = ([one]: Condition[], [other]: Condition[]): Condition[] =>
  one && other ? [{ sql: `(${one.sql} OR ${other.sql})`, args: [...one.args, ...other.args] }] : [];

/** By name, the email in place of a missing one. Emails are unique, so the order is total. */
export const byName = (table: string) =>
  `lower(CASE WHEN ${table}.name = '' THEN ${table}.email ELSE ${table}.name END), ${table}.email`;

const pageOf = ({ sql, args }: Condition, { page, limit }: Paging): InStatement => ({
  sql: `SELECT t.id, t.name, t.email, t.role, t.status, t.address_id, t.phone, t.created_at, t.last_login,
      a.street, a.unit_number
    FROM (SELECT * FROM users t WHERE ${sql} ORDER BY ${byName('t')} LIMIT ? OFFSET ?) t
    LEFT JOIN addresses a ON a.hoa_id = t.hoa_id AND a.id = t.address_id ORDER BY ${byName('t')}`,
  args: [...args, limit, (page - 1) * limit],
});

/** `statistics` of sync/users.ts, asked of SQL. */
const figuresOf = (hoa_id: string): InStatement => ({
  sql: `SELECT count(*) AS totalUsers, count(*) FILTER (WHERE status = 'active') AS activeUsers,
      count(*) FILTER (WHERE role = 'board') AS boardMembers,
      count(*) FILTER (WHERE status = 'invited') AS pendingInvitations,
      count(*) FILTER (WHERE role = 'superadmin') AS superAdmins
    FROM users WHERE hoa_id = ? AND deleted_at IS NULL`,
  args: [hoa_id],
});

const FIGURES = ['activeUsers', 'boardMembers', 'pendingInvitations', 'totalUsers', 'superAdmins'] as const;
const numbers = (row: Row | undefined) =>
  Object.fromEntries(FIGURES.map((name) => [name, Number(row?.[name])])) as Record<(typeof FIGURES)[number], number>;

const shape = (row: Row) => ({ ...userBody({ ...row } as unknown as Profile), needsReactivation: false });
