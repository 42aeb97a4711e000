import type { Account } from '../../schema/tables/accounts.ts';
import { defineList, type OrderKey, orderBy } from '../list.ts';
import type { Where } from '../where.ts';

/** An account with its figures as of a day, in cents, and the folded text in which it is searched. `payer` is the name of the
 * primary holder. */
export type ListedAccount = Pick<Account, 'id' | 'status'> & {
  payer: string | null;
  home: string;
  text: string;
  balance_cents: number;
  /** null until they are known. */
  due_cents: number | null;
  overdue_cents: number | null;
  credit_cents: number;
};

const SHOWN = {
  open: [{ status: 'open' }],
  closed: [{ status: 'closed' }],
  overdue: [{ overdue_cents: { gt: 0 } }],
  owing: [{ balance_cents: { gt: 0 } }],
  credit: [{ credit_cents: { gt: 0 } }],
  unsettled: [{ balance_cents: { gt: 0 } }, { balance_cents: { lt: 0 } }],
} satisfies Record<string, Where<ListedAccount>[]>;

export type AccountQuery = {
  search?: string;
  /** All of them where it is missing. */
  show?: readonly (keyof typeof SHOWN)[];
  /** One of `SORT_KEYS`, with '-' before it descending. */
  sort?: string | undefined;
};

const SORT_KEYS: Record<string, OrderKey<ListedAccount>> = {
  home: { column: 'home', ifEmpty: 'payer', natural: true },
  due: { column: 'due_cents' },
  overdue: { column: 'overdue_cents' },
  credit: { column: 'credit_cents' },
  balance: { column: 'balance_cents' },
};

const MOST_OWING_FIRST: readonly OrderKey<ListedAccount>[] = [
  { column: 'overdue_cents', descending: true },
  { column: 'due_cents', descending: true },
  { column: 'home', ignoreCase: true },
  { column: 'id' },
];

/** Without a sort the order is that of the primary holders; equal accounts of a sort have what is longest overdue and due first. */
export const accountList = defineList<ListedAccount, AccountQuery>({
  searchText: ({ text }) => text,
  filters: ({ show }) => show?.flatMap((name): Where<ListedAccount>[] => SHOWN[name]) ?? {},
  order: ({ sort }) =>
    sort === undefined
      ? [{ column: 'payer', ignoreCase: true }, { column: 'id' }]
      : orderBy(SORT_KEYS, sort, MOST_OWING_FIRST),
});
