import type { InStatement, Row } from '@libsql/client';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Dispute } from '../../schema/tables/disputes.ts';
import type { Hoa } from '../../schema/tables/hoas.ts';
import type { Invoice, Payment } from '../../schema/tables/invoices.ts';
import type { Policy } from '../../schema/tables/ledger.ts';
import type { AccountBooks } from '../../sync/ledger/books.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Deps } from '../deps.ts';
import { queryBatch } from './query.ts';
import { rowsOf, selectRows } from './rows.ts';

/** An account with its books, and the rows beside them that were asked for. */
export type StoredBooks = {
  account: Account;
  books: AccountBooks;
  payments: Payment[];
  disputes: Dispute[];
  invoices: Invoice[];
};

type Asked = {
  /** Selects the ids of accounts of the HOA ?1, by the argument ?2. */
  accounts: string;
  arg: string;
  /** The rows beside the books, each with a condition on `t`. */
  also?: Partial<Record<'payment' | 'dispute' | 'invoice', string>>;
  /** Statements that are read in the same batch. */
  more?: readonly InStatement[];
};

/** The books of accounts of one HOA in one batch, by the accounts' ids; `more` are the answers to what else was asked. */
export const readBooks = async (
  { db }: Pick<Deps, 'db'>,
  hoa_id: string,
  { accounts, arg, also = {}, more = [] }: Asked,
): Promise<{ hoa: Hoa | undefined; policies: Policy[]; stored: StoredBooks[]; more: Row[][] }> => {
  const within = (entity: Entity, column: string, condition = 'TRUE'): InStatement =>
    selectRows(entity, hoa_id, `t.${column} IN (${accounts}) AND ${condition}`, [arg]);
  const [hoas, policies, owners, entries, plans, payments, disputes, invoices, ...rest] = await queryBatch<Row[][]>(
    db,
    [
      { sql: `SELECT ${shapes.hoa.json} AS row FROM hoas t WHERE t.id = ?`, args: [hoa_id] },
      selectRows('policy', hoa_id),
      within('account', 'id'),
      within('entry', 'account_id'),
      within('plan', 'account_id'),
      within('payment', 'account_id', also.payment ?? 'FALSE'),
      within('dispute', 'account_id', also.dispute ?? 'FALSE'),
      within('invoice', 'account_id', also.invoice ?? 'FALSE'),
      ...more,
    ],
  );
  const rules = rowsOf<'policy'>(policies);
  const [entriesOf, plansOf] = [byAccount<'entry'>(entries), byAccount<'plan'>(plans)];
  const paymentsOf = byAccount<'payment'>(payments);
  const disputesOf = byAccount<'dispute'>(disputes);
  const invoicesOf = byAccount<'invoice'>(invoices);
  const stored = rowsOf<'account'>(owners).map(
    (account): StoredBooks => ({
      account,
      books: { entries: entriesOf(account), policies: rules, plans: plansOf(account) },
      payments: paymentsOf(account),
      disputes: disputesOf(account),
      invoices: invoicesOf(account),
    }),
  );
  stored.sort((a, b) => (a.account.id < b.account.id ? -1 : 1));
  return { hoa: rowsOf<'hoa'>(hoas)[0], policies: rules, stored, more: rest };
};

const byAccount = <E extends 'entry' | 'plan' | 'payment' | 'dispute' | 'invoice'>(
  rows: readonly Row[] | undefined,
) => {
  const grouped = Map.groupBy(rowsOf<E>(rows), ({ account_id }) => account_id);
  return ({ id }: Account): Rows[E][] => grouped.get(id) ?? [];
};
