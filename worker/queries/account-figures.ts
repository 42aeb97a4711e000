import type { Row } from '@libsql/client';
import type { Payment } from '../../schema/tables/invoices.ts';
import type { Entry, Policy } from '../../schema/tables/ledger.ts';
import type { PaymentPlan } from '../../schema/tables/payment-plans.ts';
import { type AccountQuery, accountList, type ListedAccount } from '../../sync/accounts/list.ts';
import { chunksOf } from '../../sync/chunks.ts';
import { todayOf } from '../../sync/dues/entity.ts';
import { type MonthPart, monthsOf } from '../../sync/ledger/collections.ts';
import { lastPaymentOf } from '../../sync/ledger/delinquency.ts';
import { fold } from '../../sync/ledger/fold.ts';
import type { FoldEntry, OpenFold } from '../../sync/ledger/types.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Where } from '../../sync/where.ts';
import type { Deps } from '../deps.ts';
import type { Found, Paging } from '../http/rest-shapes.ts';
import { type AccountHead, HEAD, headOf } from './account-heads.ts';
import { type Page, pageOfList, readPage, rowsOf } from './list.ts';
import { json, queryAll, queryBatch, queryOne } from './query.ts';
import { all, visibleTo, whereSql } from './sql.ts';

type Reader = Pick<Deps, 'db' | 'now'>;

/** `as_of` is a calendar date, today where it is missing; `known_at` an instant. */
export type Asked = { as_of?: string | undefined; known_at?: string | undefined };

type PaidOn = Pick<Entry, 'effective_on' | 'amount_cents'>;

/** The figures of an account as of a day. */
type AccountFigures = OpenFold<FoldEntry> & {
  overdue_cents: number;
  due_now_cents: number;
  last_payment: PaidOn | null;
};
export type FiguredAccount = AccountHead & { figures: AccountFigures; months: readonly MonthPart[] };

/** A change of the fold, or of what is kept of it, raises it. */
const VERSION = 3;

/** Each change to an account's entries or plans writes the account or the plan, and so raises its `rev`. */
const STAMP = `'${VERSION}.' || t.rev || '.' || (SELECT total(p.rev) FROM plans p WHERE p.hoa_id = t.hoa_id AND p.account_id = t.id)
  || '.' || (SELECT count(*) || coalesce(max(p.made_at), '') FROM policies p WHERE p.hoa_id = t.hoa_id AND p.kind = 'application')`;

/** Accounts as `accountList` lists them, by the figures that are kept. */
const LISTED = `(SELECT a.id, a.hoa_id, a.status,
    (SELECT u.name FROM users u WHERE u.hoa_id = a.hoa_id AND u.id = a.holder_ids ->> 0) AS payer,
    coalesce((SELECT p.street || iif(coalesce(p.unit_number, '') = '', '', ', Unit ' || p.unit_number)
      FROM addresses p WHERE p.id = a.address_id), '') AS home,
    ${['overdue', 'credit', 'balance'].map((name) => `f.figures ->> '${name}_cents' AS ${name}_cents`).join(', ')},
    f.figures ->> 'due_now_cents' AS due_cents
  FROM accounts a LEFT JOIN account_figures f ON f.account_id = a.id)`;

const FIGURED = [
  'id',
  'hoa_id',
  'status',
  'payer',
  'home',
  'overdue_cents',
  'credit_cents',
  'balance_cents',
  'due_cents',
];

/** Accounts by figures of another day, which are not kept. */
const GIVEN = `(SELECT ${FIGURED.map((name) => `value ->> '${name}' AS ${name}`).join(', ')} FROM json_each(?))`;

const WHOLE: Paging = { page: 1, limit: -1 };

/** The accounts that the viewer may see. A query that asks for figures finds those of today, once `keepFigures` has run, unless
 * it has those that are `given`. */
export const accountPage = (
  viewer: Actor,
  query: AccountQuery = {},
  paging = WHOLE,
  only: Where<{ id: string }> = {},
  given?: readonly ListedAccount[],
): Page => {
  const page = pageOfList(viewer, 'account', accountList, query, paging);
  const where = all([page.where, whereSql(only)]);
  if (!given) return { ...page, where, table: LISTED };
  const rows = given.map((row) => ({ ...row, hoa_id: viewer.hoa_id, text: undefined }));
  return { ...page, where, table: GIVEN, tableArgs: [JSON.stringify(rows)] };
};

/**
 * The accounts of a page with their figures as of a day. Today's figures are kept, so that only accounts that have changed since
 * they were read last are folded again; those of other days are folded each time.
 */
export const readFigures = async (
  deps: Reader,
  viewer: Actor,
  asked: Asked,
  page: Page,
  { months = false } = {},
): Promise<Omit<Found<never>, 'docs'> & { as_of: string; accounts: FiguredAccount[] }> => {
  const { sql, args } = rowsOf(page, 't.id');
  const rowsSql = `SELECT ${HEAD}, f.day, f.figures ${months ? ', f.months' : ''}
    FROM (${sql}) page CROSS JOIN accounts t ON t.id = page.id
    LEFT JOIN account_figures f ON f.account_id = t.id AND f.stamp = ${STAMP}`;
  const hoaSql = { sql: 'SELECT time_zone FROM hoas WHERE id = ?', args: [viewer.hoa_id] };
  const { rows, others, ...read } = await readPage(deps, page, { sql: rowsSql, args }, [hoaSql]);
  const hoa = others[0]?.[0] as { time_zone: string } | undefined;
  const today = todayOf(hoa, deps.now());
  const as_of = asked.as_of ?? today;
  const isNow = asked.known_at === undefined;
  const found = rows.map((row) => ({ row, head: headOf(row, viewer) }));
  const stale = found.filter(({ row }) => row.day !== as_of || !isNow).map(({ head }) => head.account.id);
  const day = { as_of, known_at: asked.known_at };
  const folded = await foldAll(deps, viewer.hoa_id, stale, day, as_of === today && isNow);
  const accounts = found.map(({ row, head }): FiguredAccount => {
    const known = folded.get(head.account.id);
    const figures = known?.figures ?? json<AccountFigures>(row.figures);
    return { ...head, figures, months: known?.months ?? (months ? json<MonthPart[]>(row.months) : []) };
  });
  return { as_of, accounts, ...read };
};

/** Folds the accounts that the viewer may see of which figures of today are not kept, and keeps them. */
export const keepFigures = async (deps: Reader, viewer: Actor): Promise<void> => {
  const { hoa_id } = viewer;
  const hoa = await queryOne<{ time_zone: string }>(deps.db, 'SELECT time_zone FROM hoas WHERE id = ?', [hoa_id]);
  const as_of = todayOf(hoa, deps.now());
  const where = visibleTo(viewer, 'account');
  const sql = `SELECT t.id FROM accounts t WHERE ${where.sql} AND NOT EXISTS
    (SELECT 1 FROM account_figures f WHERE f.account_id = t.id AND f.day = ? AND f.stamp = ${STAMP})`;
  const stale = await queryAll<{ id: string }>(deps.db, sql, [...where.args, as_of]);
  const ids = stale.map(({ id }) => id);
  await foldAll(deps, hoa_id, ids, { as_of, known_at: undefined }, true);
};

type Folded = { account_id: string; stamp: string; figures: AccountFigures; months: readonly MonthPart[] };
type Day = { as_of: string; known_at: string | undefined };

/** How many accounts are read with their entries at once. */
const PER_READ = 50;

const foldAll = async ({ db }: Reader, hoa_id: string, ids: readonly string[], day: Day, keep: boolean) => {
  const found = new Map<string, Folded>();
  for (const piece of chunksOf(ids, PER_READ)) {
    const folded = await foldSome(db, hoa_id, piece, day);
    for (const one of folded) found.set(one.account_id, one);
    if (keep) await queryBatch(db, [keepSql(hoa_id, day.as_of, folded)], 'write');
  }
  return found;
};

/** The columns of an entry that decide the figures. */
const ENTRY = [
  'id',
  'kind',
  'category',
  'amount_cents',
  'effective_on',
  'posted_at',
  'due_on',
  'source_id',
  'payment_id',
];
type ReportEntry = FoldEntry & Pick<Entry, 'payment_id' | 'source_id'>;

const foldSome = async (
  db: Deps['db'],
  hoa_id: string,
  ids: readonly string[],
  { as_of, known_at = '9999' }: Day,
): Promise<Folded[]> => {
  const columns = ENTRY.map((name) => `'${name}', e.${name}`).join(', ');
  const [accounts, policies, payments] = await queryBatch<[Row[], Row[], Pick<Payment, 'id' | 'method'>[]]>(db, [
    {
      sql: `SELECT t.id, ${STAMP} AS stamp,
          (SELECT json_group_array(json_object(${columns}, 'pins', json(e.pins))) FROM entries e
            WHERE e.hoa_id = t.hoa_id AND e.account_id = t.id AND e.effective_on <= ?1 AND e.posted_at <= ?2) AS entries,
          (SELECT json_group_array(${shapes.plan.json}) FROM plans t WHERE t.hoa_id = ?4 AND t.account_id = j.value) AS plans
        FROM json_each(?3) j JOIN accounts t ON t.hoa_id = ?4 AND t.id = j.value`,
      args: [as_of, known_at, JSON.stringify(ids), hoa_id],
    },
    { sql: `SELECT ${shapes.policy.json} AS row FROM policies t WHERE t.hoa_id = ?`, args: [hoa_id] },
    {
      sql: `SELECT p.id, p.method FROM json_each(?) j JOIN payments p ON p.hoa_id = ? AND p.account_id = j.value`,
      args: [JSON.stringify(ids), hoa_id],
    },
  ]);
  const rules = policies.map(({ row }) => json<Policy>(row));
  const methods = new Map(payments.map(({ id, method }) => [id, method]));
  return accounts.map((row) => {
    const entries = json<ReportEntry[]>(row.entries);
    const options = { policies: rules, plans: json<PaymentPlan[]>(row.plans), as_of, known_at };
    const folded = fold(entries, options);
    return {
      account_id: String(row.id),
      stamp: String(row.stamp),
      figures: figuresOf(entries, folded, as_of),
      months: monthsOf({ entries, fold: folded }, as_of, (id) => methods.get(id)),
    };
  });
};

const figuresOf = (
  entries: ReportEntry[],
  { open, balance_cents, credit_cents, overdue_cents, due_now_cents }: Omit<AccountFigures, 'last_payment'>,
  as_of: string,
) => {
  const last = lastPaymentOf(entries, as_of);
  return {
    balance_cents,
    credit_cents,
    overdue_cents,
    due_now_cents,
    open: open.map((debit) => ({ ...debit, covers: [] })),
    last_payment: last && { effective_on: last.effective_on, amount_cents: last.amount_cents },
  };
};

const keepSql = (hoa_id: string, day: string, folded: readonly Folded[]) => ({
  sql: `INSERT INTO account_figures (account_id, hoa_id, day, stamp, figures, months)
    SELECT value ->> 'account_id', ?, ?, value ->> 'stamp', value -> 'figures', value ->> 'months' FROM json_each(?) WHERE TRUE
    ON CONFLICT (account_id) DO UPDATE SET day = excluded.day, stamp = excluded.stamp, figures = excluded.figures,
      months = excluded.months`,
  args: [
    hoa_id,
    day,
    JSON.stringify(folded.map((one) => ({ ...one, months: JSON.stringify(one.months, withoutZeros) }))),
  ],
});

/** Most figures of a month are 0. */
const withoutZeros = (_: string, value: unknown) => (value === 0 ? undefined : value);
