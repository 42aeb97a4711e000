import type { Payment } from '../../schema/tables/invoices.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import { ACCOUNT_NOT_FOUND } from '../../sync/accounts/entity.ts';
import { accountList, type ListedAccount } from '../../sync/accounts/list.ts';
import { todayOf } from '../../sync/dues/entity.ts';
import { type Fold, fold as foldEntries } from '../../sync/ledger/fold.ts';
import type { FoldOptions } from '../../sync/ledger/types.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { Found, Paging } from '../http/rest-shapes.ts';
import type { AccountBody, ListedAccountBody } from '../shapes/accounts.ts';
import { readBooks, type StoredBooks } from './account-books.ts';
import { type Asked, accountPage, type FiguredAccount, keepFigures, readFigures } from './account-figures.ts';
import { type AccountHead, HEAD, headOf } from './account-heads.ts';
import { visibleTo } from './sql.ts';

type Reader = Pick<Deps, 'db' | 'now'>;

type RestQuery = Asked & {
  search?: string;
  filter?: 'overdue' | 'credit' | 'closed' | undefined;
  sort?: string | undefined;
};

/** An account with the rows that its fold is made of. */
export type AccountRows = AccountHead & {
  entries: readonly Entry[];
  payments: Map<string, Payment>;
  on_its_way_cents: number;
  fold: Fold<Entry>;
  /** The options of the fold. */
  options: FoldOptions;
};

/** One page, with the figures of today unless a day is asked for. */
export const readAccounts = async (
  deps: Reader,
  viewer: Actor,
  query: RestQuery,
  paging: Paging,
): Promise<Found<ListedAccountBody>> => {
  const { filter, sort, search = '', ...asked } = query;
  const show = [filter ?? 'open'] as const;
  const filtersFigures = filter === 'overdue' || filter === 'credit';
  const byFigure = filtersFigures || sort !== undefined;
  const isToday = asked.as_of === undefined && asked.known_at === undefined;
  if (search.trim() === '' && (!byFigure || isToday)) {
    if (byFigure) await keepFigures(deps, viewer);
    return listedOn(await readFigures(deps, viewer, asked, accountPage(viewer, { show, sort }, paging)));
  }
  const all = await readFigures(deps, viewer, asked, accountPage(viewer, filtersFigures ? {} : { show }));
  const found = accountList.rows(all.accounts.map(rowOf), { search, show });
  const page = accountPage(viewer, { sort }, paging, { id: found.map(({ id }) => id) }, isToday ? undefined : found);
  return listedOn(await readFigures(deps, viewer, asked, page));
};

const listedOn = ({ accounts, total, next, isLast }: Awaited<ReturnType<typeof readFigures>>) => ({
  docs: accounts.map(listed),
  ...{ total, next, isLast },
});

const rowOf = ({ account: { id, status }, figures, home, payer, text }: FiguredAccount): ListedAccount => {
  const { balance_cents, due_now_cents: due_cents, overdue_cents, credit_cents } = figures;
  return { id, status, home, payer, text, balance_cents, due_cents, overdue_cents, credit_cents };
};

const listed = ({ head, figures }: Pick<FiguredAccount, 'head' | 'figures'>): ListedAccountBody => ({
  ...head,
  balanceCents: figures.balance_cents,
  creditCents: figures.credit_cents,
});

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
  const arg = JSON.stringify(ids);
  const accounts = 'SELECT value FROM json_each(?2)';
  const visible = visibleTo(viewer, 'account');
  const heads = `SELECT ${HEAD} FROM accounts t WHERE t.id IN (SELECT value FROM json_each(?)) AND ${visible.sql}`;
  const { hoa, stored, more } = await readBooks(deps, viewer.hoa_id, {
    accounts,
    arg,
    also: { payment: 'TRUE' },
    more: [{ sql: heads, args: [arg, ...visible.args] }],
  });
  const today = todayOf(hoa, deps.now());
  const shown = (more[0] ?? []).map((row) => headOf(row, viewer));
  return ids.flatMap((id) => {
    const head = shown.find(({ account }) => account.id === id);
    const found = stored.find(({ account }) => account.id === id);
    return head && found ? [rowsOf(head, found, asked, today)] : [];
  });
};

const rowsOf = (
  head: AccountHead,
  { books: { entries, policies, plans }, payments }: StoredBooks,
  { as_of, known_at }: Asked,
  today: string,
): AccountRows => {
  const options = { as_of: as_of ?? today, ...(known_at !== undefined && { known_at }), policies, plans };
  return {
    ...head,
    entries,
    payments: new Map(payments.map((payment) => [payment.id, payment])),
    on_its_way_cents: payments
      .filter(({ kind, status }) => kind === 'charge' && status === 'pending')
      .reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    fold: foldEntries(entries, options),
    options,
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
