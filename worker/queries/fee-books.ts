import type { Row } from '@libsql/client';
import type { Pin } from '../../schema/ledger.ts';
import type { Hoa } from '../../schema/tables/hoas.ts';
import { todayOf } from '../../sync/dues/entity.ts';
import type { FeeBooks, FeeOptions } from '../../sync/ledger/fees/books.ts';
import { currentPlans } from '../../sync/ledger/plan-status.ts';
import { orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { readBooks } from './account-books.ts';
import { json, queryAll } from './query.ts';

const PER_READ = 50;

/** The facts about the fees of some accounts. `last` is the id to go on after, null where these are the last ones. */
export type FeePage = { hoa: Hoa; today: string; books: FeeBooks[]; options: FeeOptions; last: string | null };

/** The books of the first 50 open accounts after an id, in one read. */
export const readFeePage = async (deps: Pick<Deps, 'db' | 'now'>, hoa_id: string, after: string): Promise<FeePage> => {
  const accounts = `SELECT id FROM accounts WHERE hoa_id = ?1 AND status = 'open' AND id > ?2 ORDER BY id LIMIT ${PER_READ}`;
  const found = await readBooks(deps, hoa_id, {
    accounts,
    arg: after,
    also: { payment: "t.kind = 'charge'", dispute: 'TRUE' },
    more: [{ sql: `${PINS} AND c.account_id IN (${accounts})`, args: [hoa_id, after] }],
  });
  const hoa = orNotFound(found.hoa, 'The HOA is not there');
  const today = todayOf(hoa, deps.now());
  const pinned = pinsOf(found.more[0]);
  return {
    hoa,
    today,
    books: found.stored.map(({ account, books, payments, disputes }) => {
      const plans = currentPlans(books, today);
      return { account, entries: books.entries, payments, disputes, pinned, plans };
    }),
    options: { policies: found.policies, dayOf: (at) => todayOf(hoa, at) },
    last: found.stored.length < PER_READ ? null : (found.stored.at(-1)?.account.id ?? null),
  };
};

const PINS = 'SELECT c.session_id, c.pins FROM checkouts c WHERE c.hoa_id = ?1 AND c.pins IS NOT NULL';

const pinsOf = (rows: readonly Row[] = []): Map<string, Pin[]> =>
  new Map(rows.map(({ session_id, pins }) => [String(session_id), json<Pin[]>(pins)]));

/** The charges that online payments of some accounts were meant for, by checkout session. */
export const readPins = async (
  { db }: Pick<Deps, 'db'>,
  hoa_id: string,
  account_ids: readonly string[],
): Promise<Map<string, Pin[]>> => {
  const sql = `${PINS} AND c.account_id IN (SELECT value FROM json_each(?2))`;
  return pinsOf(await queryAll<Row>(db, sql, [hoa_id, JSON.stringify(account_ids)]));
};
