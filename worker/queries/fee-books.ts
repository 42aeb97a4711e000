import type { InStatement, Row } from '@libsql/client';
import type { Pin } from '../../schema/ledger.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Dispute } from '../../schema/tables/disputes.ts';
import type { Hoa } from '../../schema/tables/hoas.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import type { Entry, Policy } from '../../schema/tables/ledger.ts';
import type { PaymentPlan } from '../../schema/tables/payment-plans.ts';
import { todayOf } from '../../sync/dues/entity.ts';
import type { FeeBooks, FeeOptions } from '../../sync/ledger/fees/books.ts';
import { currentPlans } from '../../sync/ledger/plan-status.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Deps } from '../deps.ts';
import { json, queryAll, queryBatch } from './query.ts';

const PER_READ = 50;

/** What the fees of some accounts depend on. `last` is the id to go on after, null where these are the last ones. */
export type FeePage = { hoa: Hoa; today: string; books: FeeBooks[]; options: FeeOptions; last: string | null };

/** The books of the first 50 open accounts after an id, in one read. */
export const readFeePage = async (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  hoa_id: string,
  after: string,
): Promise<FeePage> => {
  const page = `SELECT id FROM accounts WHERE hoa_id = ?1 AND status = 'open' AND id > ?2 ORDER BY id LIMIT ${PER_READ}`;
  const of = (entity: 'entry' | 'payment' | 'dispute' | 'plan', condition = ''): InStatement => ({
    sql: `SELECT ${shapes[entity].json} AS row FROM ${shapes[entity].name} t
      WHERE t.hoa_id = ?1 AND t.account_id IN (${page}) ${condition}`,
    args: [hoa_id, after],
  });
  const [hoas, accounts, entries, payments, disputes, plans, checkouts, rules] = await queryBatch<Row[][]>(db, [
    { sql: `SELECT ${shapes.hoa.json} AS row FROM hoas t WHERE t.id = ?`, args: [hoa_id] },
    {
      sql: `SELECT ${shapes.account.json} AS row FROM accounts t WHERE t.id IN (${page}) ORDER BY t.id`,
      args: [hoa_id, after],
    },
    of('entry'),
    of('payment', "AND t.kind = 'charge'"),
    of('dispute'),
    of('plan'),
    { sql: `${PINS} AND c.account_id IN (${page})`, args: [hoa_id, after] },
    { sql: `SELECT ${shapes.policy.json} AS row FROM policies t WHERE t.hoa_id = ?`, args: [hoa_id] },
  ]);
  const [hoa] = rowsOf<Hoa>(hoas);
  const found = rowsOf<Account>(accounts);
  const pinned = pinsOf(checkouts);
  const policies = rowsOf<Policy>(rules);
  const today = todayOf(hoa, now());
  const [entriesOf, paymentsOf, disputesOf, plansOf] = [
    byAccount<Entry>(entries),
    byAccount<Payment>(payments),
    byAccount<Dispute>(disputes),
    byAccount<PaymentPlan>(plans),
  ];
  return {
    hoa: hoa!,
    today,
    books: found.map((account) => {
      const entries = entriesOf.get(account.id) ?? [];
      return {
        account,
        entries,
        payments: paymentsOf.get(account.id) ?? [],
        disputes: disputesOf.get(account.id) ?? [],
        pinned,
        plans: currentPlans({ entries, policies, plans: plansOf.get(account.id) ?? [] }, today),
      };
    }),
    options: { policies, dayOf: (at) => todayOf(hoa, at) },
    last: found.length < PER_READ ? null : found.at(-1)!.id,
  };
};

const PINS = 'SELECT c.session_id, c.pins FROM checkouts c WHERE c.hoa_id = ?1 AND c.pins IS NOT NULL';

const pinsOf = (rows: readonly Row[] = []): Map<string, Pin[]> =>
  new Map(rows.map(({ session_id, pins }) => [String(session_id), json<Pin[]>(pins)]));

/** What online payments of some accounts were meant for, by checkout session. */
export const readPins = async (
  { db }: Pick<Deps, 'db'>,
  hoa_id: string,
  account_ids: readonly string[],
): Promise<Map<string, Pin[]>> => {
  const sql = `${PINS} AND c.account_id IN (SELECT value FROM json_each(?2))`;
  return pinsOf(await queryAll<Row>(db, sql, [hoa_id, JSON.stringify(account_ids)]));
};

const rowsOf = <T>(rows: readonly Row[] = []): T[] => rows.map(({ row }) => json<T>(row));

const byAccount = <T extends { account_id: string | null }>(rows: readonly Row[] = []): Map<string | null, T[]> =>
  Map.groupBy(rowsOf<T>(rows), ({ account_id }) => account_id);
