import type { InStatement, Row } from '@libsql/client';
import type { User } from '../../schema/tables/users.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import { USER_NOT_FOUND, type UserQuery } from '../../sync/users/entity.ts';
import type { Where } from '../../sync/where.ts';
import type { Deps } from '../deps.ts';
import { type Paging, type Profile, userBody } from '../http/rest-shapes.ts';
import { ONE, type Page, pageOf, readPage, sortedRowsOf } from './list.ts';

type Reader = Pick<Deps, 'db'>;

export const readUsers = (deps: Reader, viewer: Actor, query: UserQuery, paging: Paging) =>
  read(deps, viewer, pageOf(viewer, 'user', query, paging));

export const readUser = async (deps: Reader, viewer: Actor, which: Where<Pick<User, 'id' | 'email'>>) => {
  const { docs } = await read(deps, viewer, pageOf(viewer, 'user', {}, ONE, which));
  return orNotFound(docs[0], USER_NOT_FOUND);
};

export const readUsersNamed = async (deps: Reader, viewer: Actor, ids: readonly string[]) =>
  (await read(deps, viewer, pageOf(viewer, 'user', {}, { page: 1, limit: ids.length }, { id: ids }))).docs;

const read = async (deps: Reader, { hoa_id }: Actor, page: Page) => {
  const { rows, others, ...found } = await readPage<Profile>(deps, page, recordsOf(page), [figuresOf(hoa_id)]);
  return { docs: rows.map(listedUserBody), ...found, statistics: numbers(others[0]?.[0]) };
};

const recordsOf = (page: Page): InStatement => {
  const { sql, args } = sortedRowsOf(page);
  return {
    sql: `SELECT t.id, t.name, t.email, t.role, t.status, t.address_id, t.phone, t.created_at, t.last_login,
        a.street, a.unit_number
      FROM ${sql}
      LEFT JOIN addresses a ON a.hoa_id = t.hoa_id AND a.id = t.address_id ORDER BY ${page.order}`,
    args,
  };
};

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

const listedUserBody = (row: Profile) => ({ ...userBody(row), needsReactivation: false });
