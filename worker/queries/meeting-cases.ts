import type { Row } from '@libsql/client';
import { bodyOf, type LinkedRecord } from '../../schema/meetings.ts';
import type { MeetingBooks } from '../../sync/meetings/books.ts';
import { type CaseUsers, casesOf, NO_CASES } from '../../sync/meetings/recusal.ts';
import type { Deps } from '../deps.ts';
import { json, queryBatch } from './query.ts';

type Home = { id: string; address_id: string | null };

/** Which directors have a case of their own on the agenda, as their devices know it. */
export const readCases = async (
  { db }: Pick<Deps, 'db'>,
  hoa_id: string,
  { meeting, items, roll }: MeetingBooks,
): Promise<CaseUsers> => {
  const records = items.flatMap(({ record }) => record ?? []);
  if (bodyOf(meeting.kind) !== 'board' || records.length === 0) return NO_CASES;
  const named = (table: string, columns: string, ids: readonly (string | null)[]) => ({
    sql: `SELECT id, address_id, ${columns} FROM ${table} WHERE hoa_id = ? AND id IN (SELECT value FROM json_each(?))`,
    args: [hoa_id, JSON.stringify(ids)],
  });
  const linked = (entity: LinkedRecord['entity']) =>
    records.filter((record) => record.entity === entity).map(({ id }) => id);
  const [requests, violations, accounts, users] = await queryBatch<Row[][]>(db, [
    named('requests', 'user_id', linked('request')),
    named('violations', 'user_id', linked('violation')),
    named('accounts', 'holder_ids', linked('account')),
    named(
      'users',
      'name',
      roll.map(({ user_id }) => user_id),
    ),
  ]);
  const owned = byId<Home & { user_id: string }>(requests);
  const warned = byId<Home & { user_id: string }>(violations);
  const held = byId<Home & { holder_ids: string }>(accounts);
  return casesOf({
    requests: (id) => owned.get(id),
    violations: (id) => warned.get(id),
    accounts: (id) => {
      const account = held.get(id);
      return account && { ...account, holder_ids: json<string[]>(account.holder_ids) };
    },
    users: (users ?? []) as unknown as Home[],
  });
};

const byId = <T extends Home>(rows: Row[] | undefined): Map<string, T> =>
  new Map((rows ?? []).map((row) => [String(row.id), row as unknown as T]));
