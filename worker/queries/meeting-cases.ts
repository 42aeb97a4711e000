import type { InStatement, Row } from '@libsql/client';
import type { LinkedRecord } from '../../schema/meetings.ts';
import type { CaseUsers } from '../../sync/meetings/books.ts';
import { casesOf } from '../../sync/meetings/motions/recusal.ts';
import { json } from './query.ts';

type Home = { id: string; address_id: string | null };

/** Statements that read which directors have a case of their own on the agenda of a meeting, as their devices know it;
 * `casesIn` reads their results. */
export const caseStatements = (hoa_id: string, meeting_id: string): InStatement[] => {
  const named = (table: string, columns: string, ids: string, args: string[]) => ({
    sql: `SELECT id, address_id, ${columns} FROM ${table} WHERE hoa_id = ? AND id IN (${ids})`,
    args: [hoa_id, hoa_id, meeting_id, ...args],
  });
  const linked = (table: string, columns: string, entity: LinkedRecord['entity']) =>
    named(table, columns, LINKED, [entity]);
  return [
    linked('requests', 'user_id', 'request'),
    linked('violations', 'user_id', 'violation'),
    linked('accounts', 'holder_ids', 'account'),
    named('users', 'name', 'SELECT user_id FROM roll_units WHERE hoa_id = ? AND meeting_id = ?', []),
  ];
};

const LINKED = `SELECT json_extract(record, '$.id') FROM agenda_items
  WHERE hoa_id = ? AND meeting_id = ? AND json_extract(record, '$.entity') = ?`;

/** Reads the results of `caseStatements`, in their order. */
export const casesIn = ([requests, violations, accounts, users]: readonly (Row[] | undefined)[]): CaseUsers => {
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
