import type { InStatement, Row } from '@libsql/client';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import type { Entry, Policy } from '../../schema/tables/ledger.ts';
import type { PaymentPlan } from '../../schema/tables/payment-plans.ts';
import { ACCOUNT_NOT_FOUND, canRecord, synced } from '../../sync/accounts.ts';
import { chunksOf } from '../../sync/chunks.ts';
import { todayOf } from '../../sync/dues.ts';
import { type Fold, fold } from '../../sync/ledger/fold.ts';
import type { FoldOptions } from '../../sync/ledger/types.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { Paging } from '../http/rest-shapes.ts';
import type { AccountBody, ListedAccountBody } from '../openapi/holdings.ts';
import { json, queryBatch } from './query.ts';
import { all, type Condition, visibleTo } from './sql.ts';

type Reader = Pick<Deps, 'db' | 'now'>;

/** `as_of` is a calendar date, today where it is missing; `known_at` an instant. */
export type Asked = { as_of?: string | undefined; known_at?: string | undefined };
export type AccountFilter = 'overdue' | 'credit' | 'closed' | undefined;
export type AccountQuery = Asked & { search?: string; filter?: AccountFilter };

/** An account with the rows that its fold is made of. */
export type AccountRows = {
  account: Account;
  head: Omit<ListedAccountBody, 'balanceCents' | 'creditCents'>;
  entries: Entry[];
  payments: Map<string, Payment>;
  on_its_way_cents: number;
  fold: Fold<Entry>;
  /** What the fold was made with. */
  options: FoldOptions;
};

const HEAD = `${shapes.account.json} AS row,
  (SELECT json_object('_id', a.id, 'street', a.street, 'unit_number', a.unit_number) FROM addresses a WHERE a.id = t.address_id) AS place,
  (SELECT json_group_array(json_object('_id', u.id, 'name', u.name, 'email', u.email))
    FROM json_each(t.holder_ids) h JOIN users u ON u.hoa_id = t.hoa_id AND u.id = h.value) AS holders`;

const ORDER = `(SELECT lower(u.name) FROM users u WHERE u.hoa_id = t.hoa_id AND u.id = t.holder_ids ->> 0), t.id`;

/** One page: in REST, unlike on devices, accounts are searched by holder and home alone. */
export const readAccounts = async (deps: Reader, viewer: Actor, query: AccountQuery, paging: Paging) => {
  const where = all([visibleTo(viewer, 'account'), filterSql(query.filter), searchSql(query.search)]);
  if (query.filter === 'overdue' || query.as_of || query.known_at)
    return readFolded(deps, viewer, where, query, paging);
  const [[counted], rows] = await queryBatch<[Row[], Row[]]>(deps.db, [
    { sql: `SELECT count(*) AS total FROM accounts t WHERE ${where.sql}`, args: where.args },
    pageSql(where, paging),
  ]);
  return { docs: rows.map((row) => listed(row, viewer)), total: Number(counted?.total) };
};

const listed = (row: Row, viewer: Actor): ListedAccountBody => {
  const { balance_cents, credit_cents } = json<Account>(row.row);
  return { ...headOf(row, viewer), balanceCents: balance_cents, creditCents: credit_cents };
};

const pageSql = ({ sql, args }: Condition, { page, limit }: Paging): InStatement => ({
  sql: `SELECT ${HEAD} FROM accounts t WHERE ${sql} ORDER BY ${ORDER} LIMIT ? OFFSET ?`,
  args: [...args, limit, (page - 1) * limit],
});

const filterSql = (filter: AccountFilter): Condition => {
  if (filter === 'credit') return { sql: 't.credit_cents > 0', args: [] };
  return {
    sql: filter === 'closed' ? "t.status = 'closed'" : filter === 'overdue' ? 'TRUE' : "t.status = 'open'",
    args: [],
  };
};

const searchSql = (search = ''): Condition => {
  const term = search.trim().toLowerCase();
  if (term === '') return { sql: 'TRUE', args: [] };
  return {
    sql: `(EXISTS (SELECT 1 FROM json_each(t.holder_ids) h JOIN users u ON u.hoa_id = t.hoa_id AND u.id = h.value
        WHERE instr(u.search_text, ?) > 0)
      OR EXISTS (SELECT 1 FROM addresses a WHERE a.hoa_id = t.hoa_id AND a.id = t.address_id AND instr(a.search_text, ?) > 0))`,
    args: [term, term],
  };
};

/** How many accounts are read with their entries at once. */
const PER_READ = 50;

const readFolded = async (deps: Reader, viewer: Actor, where: Condition, query: AccountQuery, paging: Paging) => {
  const ids = await queryBatch<[{ id: string }[]]>(deps.db, [
    { sql: `SELECT t.id FROM accounts t WHERE ${where.sql} ORDER BY ${ORDER}`, args: where.args },
  ]);
  const known = ids[0].map(({ id }) => id);
  const { page, limit } = paging;
  const asked = (page - 1) * limit;
  const wanted = query.filter === 'overdue' ? known : known.slice(asked, asked + limit);
  const found: AccountRows[] = [];
  for (let at = 0; at < wanted.length; at += PER_READ)
    found.push(...(await readRows(deps, viewer, wanted.slice(at, at + PER_READ), query)));
  const docs = (query.filter === 'overdue' ? found.filter((rows) => rows.fold.overdue_cents > 0) : found).map(
    (rows) => ({
      ...rows.head,
      balanceCents: rows.fold.balance_cents,
      creditCents: rows.fold.credit_cents,
    }),
  );
  if (query.filter !== 'overdue') return { docs, total: known.length };
  return { docs: docs.slice(asked, asked + limit), total: docs.length };
};

/** Every account of the viewer's HOA, by its primary holder, as of a calendar date. */
export const readEveryAccount = async (
  deps: Reader,
  viewer: Actor,
  asked: Asked & { as_of: string },
): Promise<AccountRows[]> => {
  const { sql, args } = visibleTo(viewer, 'account');
  const [ids] = await queryBatch<[{ id: string }[]]>(deps.db, [
    { sql: `SELECT t.id FROM accounts t WHERE ${sql} ORDER BY ${ORDER}`, args },
  ]);
  const found: AccountRows[] = [];
  for (const piece of chunksOf(ids, PER_READ))
    found.push(
      ...(await readRows(
        deps,
        viewer,
        piece.map(({ id }) => id),
        asked,
      )),
    );
  return found;
};

/** Throws Refusal('not_found'). */
export const readAccountRows = async (deps: Reader, viewer: Actor, id: string, asked: Asked): Promise<AccountRows> =>
  orNotFound((await readRows(deps, viewer, [id], asked))[0], ACCOUNT_NOT_FOUND);

/** The accounts that the viewer holds, open ones first. */
export const readOwnAccounts = async (deps: Reader, viewer: Actor): Promise<AccountBody[]> => {
  const rows = await readRows(deps, viewer, viewer.account_ids ?? [], {});
  return rows.map(accountBody).sort((a, b) => (a.status === b.status ? 0 : a.status === 'open' ? -1 : 1));
};

/** Those of `ids` that the viewer may see, in the order of `ids`. */
const readRows = async (deps: Reader, viewer: Actor, ids: readonly string[], asked: Asked): Promise<AccountRows[]> => {
  const of = JSON.stringify(ids);
  const visible = visibleTo(viewer, 'account');
  const within = (table: string, shape: string): InStatement => ({
    sql: `SELECT ${shape} AS row FROM json_each(?) j JOIN ${table} t ON t.hoa_id = ? AND t.account_id = j.value`,
    args: [of, viewer.hoa_id],
  });
  const [accounts, entries, payments, plans, policies, [hoa]] = await queryBatch<
    [Row[], Row[], Row[], Row[], Row[], { time_zone: string }[]]
  >(deps.db, [
    {
      sql: `SELECT ${HEAD} FROM accounts t WHERE t.id IN (SELECT value FROM json_each(?)) AND ${visible.sql}`,
      args: [of, ...visible.args],
    },
    within('entries', shapes.entry.json),
    within('payments', shapes.payment.json),
    within('plans', shapes.plan.json),
    { sql: `SELECT ${shapes.policy.json} AS row FROM policies t WHERE t.hoa_id = ?`, args: [viewer.hoa_id] },
    { sql: 'SELECT time_zone FROM hoas WHERE id = ?', args: [viewer.hoa_id] },
  ]);
  const options = foldOptions(
    asked,
    todayOf(hoa, deps.now()),
    policies.map(({ row }) => json<Policy>(row)),
  );
  const entriesOf = Map.groupBy(
    entries.map(({ row }) => json<Entry>(row)),
    ({ account_id }) => account_id,
  );
  const paymentsOf = Map.groupBy(
    payments.map(({ row }) => json<Payment>(row)),
    ({ account_id }) => account_id,
  );
  const plansOf = Map.groupBy(
    plans.map(({ row }) => json<PaymentPlan>(row)),
    ({ account_id }) => account_id,
  );
  const byId = new Map(accounts.map((row) => [json<Account>(row.row).id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    const own = { ...options, plans: plansOf.get(id) ?? [] };
    return row ? [rowsOf(row, viewer, entriesOf.get(id) ?? [], paymentsOf.get(id) ?? [], own)] : [];
  });
};

const foldOptions = ({ as_of, known_at }: Asked, today: string, policies: Policy[]) => ({
  as_of: as_of ?? today,
  ...(known_at !== undefined && { known_at }),
  policies,
});

const rowsOf = (row: Row, viewer: Actor, entries: Entry[], payments: Payment[], options: FoldOptions): AccountRows => ({
  account: json<Account>(row.row),
  head: headOf(row, viewer),
  entries,
  payments: new Map(payments.map((payment) => [payment.id, payment])),
  on_its_way_cents: payments.reduce(
    (sum, { kind, status, amount_cents }) => (kind === 'charge' && status === 'pending' ? sum + amount_cents : sum),
    0,
  ),
  fold: fold(entries, options),
  options,
});

const headOf = (row: Row, viewer: Actor): AccountRows['head'] => {
  const account = synced.view(json<Account>(row.row), viewer) as Account;
  const place = (holder: { _id: string }) => account.holder_ids.indexOf(holder._id);
  const holders = json<{ _id: string; name: string; email: string }[]>(row.holders).sort((a, b) => place(a) - place(b));
  const isBoard = canRecord(viewer);
  return {
    _id: account.id,
    address_id: json(row.place),
    holders: isBoard ? holders : holders.map(({ _id, name }) => ({ _id, name })),
    status: account.status,
    opened_on: account.opened_on,
    closed_on: account.closed_on,
    follows: account.follows,
    fees_off_until: account.fees_off_until,
    ...(isBoard && { mail_off: account.mail_off, note: account.note }),
  };
};

export const accountBody = ({ head, fold: figures, on_its_way_cents }: AccountRows): AccountBody => ({
  ...head,
  balanceCents: figures.balance_cents,
  creditCents: figures.credit_cents,
  dueNowCents: figures.due_now_cents,
  comingCents: figures.coming_cents,
  overdueCents: figures.overdue_cents,
  onItsWayCents: on_its_way_cents,
});
