import { useMemo } from 'react';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Payment } from '../../schema/tables/invoices.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import type { PaymentPlan } from '../../schema/tables/payment-plans.ts';
import { ACCOUNT_NOT_FOUND, accountText, FOR_ANOTHER, isForAnother } from '../../sync/accounts/entity.ts';
import type { ExplainRows } from '../../sync/ledger/explain.ts';
import { type Fold, fold } from '../../sync/ledger/fold.ts';
import { useCan, useUser } from '../device/session.ts';
import { useRows } from '../device/store.ts';
import { paths } from '../paths.ts';
import { type People, usePeople } from '../screens/people.tsx';

export const LOADER = {
  entity: 'account',
  name: 'Account',
  list: { label: 'Accounts', href: paths.accounts() },
  back: 'Back to Accounts',
  notFound: ACCOUNT_NOT_FOUND,
  failed: 'Failed to load accounts. Please try again.',
} as const;

/** The accounts that the viewer holds, the open ones first. */
export const useMyAccounts = (): readonly Account[] => {
  const accounts = useRows('account');
  const { id } = useUser();
  return useMemo(() => {
    const held = accounts.all.filter(({ holder_ids }) => holder_ids.includes(id));
    return held.sort((a, b) => Number(a.status === 'closed') - Number(b.status === 'closed'));
  }, [accounts, id]);
};

/** Where the viewer reads their own money: residents under Dues, the board beside the accounts of all. */
export const useMyMoney = (): { label: string; href: string } =>
  useCan('money.record') ? { label: 'My Account', href: paths.myAccount() } : { label: 'Dues', href: paths.dues() };

/** Where an account is read: a resident's only one on their one screen for money. */
export const useAccountPlace = (account: Account): { label: string; href: string; back: string } => {
  const people = usePeople();
  const mine = useMyMoney();
  const isOnly = useMyAccounts().every(({ id }) => id === account.id);
  return useCan('money.record') || !isOnly
    ? { label: titleOfAccount(people, account), href: paths.account(account.id), back: 'Back to Account' }
    : { ...mine, back: 'Back to Dues' };
};

/** The books of an account as of a calendar date; with `known_at` (an instant) as it was known then. */
export type AccountBooks = ExplainRows & {
  list: readonly Entry[];
  plans: readonly PaymentPlan[];
  fold: Fold<Entry>;
  on_its_way_cents: number;
};

export const useBooks = (account_id: string, as_of: string, known_at?: string): AccountBooks => {
  // Before the entries, for which the screens wait.
  const payments = useRows('payment').by('account_id', account_id);
  const list = useRows('entry').by('account_id', account_id);
  const policies = useRows('policy').all;
  const plans = useRows('plan').by('account_id', account_id);
  const accounts = useRows('account');
  const people = usePeople();
  return useMemo(
    () => ({
      list,
      plans,
      entries: new Map(list.map((entry) => [entry.id, entry])),
      payments: new Map(payments.map((payment) => [payment.id, payment])),
      fold: fold(list, { policies, plans, as_of, ...(known_at !== undefined && { known_at }) }),
      on_its_way_cents: onItsWay(payments),
      homeOf: (id) => {
        const other = accounts.get(id);
        return other && people.address(other);
      },
    }),
    [list, payments, policies, plans, as_of, known_at, accounts, people],
  );
};

const onItsWay = (payments: readonly Payment[]): number =>
  payments
    .filter(({ kind, status }) => kind === 'charge' && status === 'pending')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0);

/** "Rosa Reyes and Ben Reyes"; '' where this device does not hold the people. */
export const holdersOf = (people: People, { holder_ids }: Pick<Account, 'holder_ids'>): string => {
  const names = holder_ids.map((id) => people.name(id)).filter(Boolean);
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
};

/** The home, or the holders where there is none. */
export const titleOfAccount = (people: People, account: Account): string =>
  people.address(account) || holdersOf(people, account) || 'Account';

/** All accounts in words, with what lists search and sort them by. */
export const useNamedAccounts = () => {
  const accounts = useRows('account').all;
  const people = usePeople();
  return useMemo(
    () =>
      accounts.map((account) => {
        const { id, status, holder_ids } = account;
        const [home, holders] = [people.address(account), holdersOf(people, account)];
        const text = accountText({ home, holders, emails: holder_ids.map((holder) => people.email(holder)) });
        const payer = people.name(holder_ids[0] ?? null);
        return { account, id, status, home, holders, payer, name: home || holders || 'Account', text };
      }),
    [accounts, people],
  );
};
export type NamedAccount = ReturnType<typeof useNamedAccounts>[number];

/** Why the viewer may not waive, credit, plan or sell on an account of their own (LEDG-13), shown before they try; null if they may. */
export const useOwnAccountRule = (): ((account: Pick<Account, 'holder_ids'>) => string | null) => {
  const users = useRows('user').all;
  const me = useUser();
  return useMemo(() => {
    const now = new Date().toISOString();
    return (account) => (isForAnother(me, account, users, now) ? FOR_ANOTHER : null);
  }, [users, me]);
};

/** People who can become holders. */
export const useCandidates = (except: readonly string[]) =>
  useRows('user').all.filter((user) => !user.deleted_at && !except.includes(user.id));
