import type { InStatement, Row } from '@libsql/client';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import type { Entry, Policy } from '../../schema/tables/ledger.ts';
import type { PaymentPlan } from '../../schema/tables/payment-plans.ts';
import { ACCOUNT_NOT_FOUND } from '../../sync/accounts/entity.ts';
import { todayOf } from '../../sync/dues/entity.ts';
import { dueFigures, type Fold, fold as foldEntries } from '../../sync/ledger/fold.ts';
import type { FoldOptions } from '../../sync/ledger/types.ts';
import { fold } from '../../sync/search.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { Paging } from '../http/rest-shapes.ts';
import type { AccountBody, ListedAccountBody } from '../openapi/holdings.ts';
import { type Asked, type FiguredAccount, readFigures } from './account-figures.ts';
import { type AccountHead, HEAD, headOf } from './account-heads.ts';
import { json, queryBatch, queryOne } from './query.ts';
import { all, type Condition, visibleTo } from './sql.ts';

type Reader = Pick<Deps, 'db' | 'now'>;

export type AccountFilter = 'overdue' | 'credit' | 'closed' | undefined;
export type AccountQuery = Asked & { search?: string; filter?: AccountFilter };

/** An account with the rows that its fold is made of. */
export type AccountRows = AccountHead & {
  entries: Entry[];
  payments: Map<string, Payment>;
  on_its_way_cents: number;
  fold: Fold<Entry>;
  /** What the fold was made with. */
  options: FoldOptions;
};

/** One page, with the figures of today unless a day is asked for. */
export const readAccounts = async (deps: Reader, viewer: Actor, query: AccountQuery, { page, limit }: Paging) => {
  const { filter, search = '' } = query;
  const where = all([visibleTo(viewer, 'account'), statusSql(filter)]);
  const offset = (page - 1) * limit;
  if (search.trim() === '' && (filter === undefined || filter === 'closed')) {
    const [{ accounts }, counted] = await Promise.all([
      readFigures(deps, viewer, query, where, { limit, offset }),
      queryOne<{ total: number }>(deps.db, `SELECT count(*) AS total FROM accounts t WHERE ${where.sql}`, where.args),
    ]);
    return { docs: accounts.map(listed), total: Number(counted?.total) };
  }
  const { as_of, accounts } = await readFigures(deps, viewer, query, where);
  const found = accounts.filter((one) => one.text.includes(fold(search.trim())) && isFound(one, filter, as_of));
  return { docs: found.slice(offset, offset + limit).map(listed), total: found.length };
};

const isFound = ({ figures }: FiguredAccount, filter: AccountFilter, as_of: string): boolean => {
  if (filter === 'overdue') return dueFigures(figures.open, as_of).overdue_cents > 0;
  return filter !== 'credit' || figures.credit_cents > 0;
};

const listed = ({ head, figures }: FiguredAccount): ListedAccountBody => ({
  ...head,
  balanceCents: figures.balance_cents,
  creditCents: figures.credit_cents,
});

/** Who owes something or has credit is listed after a sale, too. */
const statusSql = (filter: AccountFilter): Condition => {
  if (filter === 'credit' || filter === 'overdue') return { sql: 'TRUE', args: [] };
  return { sql: filter === 'closed' ? "t.status = 'closed'" : "t.status = 'open'", args: [] };
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
  ...headOf(row, viewer),
  entries,
  payments: new Map(payments.map((payment) => [payment.id, payment])),
  on_its_way_cents: payments.reduce(
    (sum, { kind, status, amount_cents }) => (kind === 'charge' && status === 'pending' ? sum + amount_cents : sum),
    0,
  ),
  fold: foldEntries(entries, options),
  options,
});

export const accountBody = ({ head, fold: figures, on_its_way_cents }: AccountRows): AccountBody => ({
  ...head,
  balanceCents: figures.balance_cents,
  creditCents: figures.credit_cents,
  dueNowCents: figures.due_now_cents,
  comingCents: figures.coming_cents,
  overdueCents: figures.overdue_cents,
  onItsWayCents: on_its_way_cents,
});
