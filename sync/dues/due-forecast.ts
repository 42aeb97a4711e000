import { addDays, addMonths } from '../../schema/dates.ts';
import { DUE_DATE_OFFSET } from '../../schema/dues.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';
import type { User } from '../../schema/tables/users.ts';
import { accountIdOf } from '../accounts/entity.ts';
import type { Fold, FoldEntry } from '../ledger/fold.ts';
import { billsOf, type Skipped } from './bills.ts';
import { canReceive } from './entity.ts';
import { forecast, type Period, periodsThrough } from './forecast.ts';
import { type Payer, payersOf, type Ruled } from './recipients.ts';

// Apart from forecast.ts, which the page of a resident's account loads.
const MONTHS = 12;

type PlannedDue = Parameters<typeof forecast>[0]['dues'][number] & Ruled;
type Home = Pick<Account, 'id' | 'holder_ids' | 'address_id' | 'status'>;

type DueForecastRows = {
  users: readonly Pick<User, 'id' | 'status' | 'deleted_at' | 'address_id'>[];
  accounts: readonly (Home & Pick<Account, 'opened_on'>)[];
  /** All dues; one of the same id is replaced. */
  dues: readonly PlannedDue[];
  /** Invoices of the due. */
  issued: readonly Pick<Invoice, 'recipient_id' | 'account_id' | 'period'>[];
  /** As of today. */
  foldOf: (account_id: string) => Pick<Fold<FoldEntry>, 'open' | 'credit_cents' | 'balance_cents'>;
};

/** The invoices of one send date; `credit_cents` of its `cents` will be paid from credit. */
export type ForecastPeriod = Period & {
  homes: number;
  cents: number;
  credit_cents: number;
  skipped: readonly Skipped[];
};

export type DueForecast = {
  /** All that are sent within twelve months from the first, those whose day has passed too. */
  periods: readonly ForecastPeriod[];
  /** The accounts that it bills. */
  homes: readonly Home[];
  /** The balance of one of them at the end of each of the next twelve months, while nobody pays. */
  balancesOf: (home: Home) => { through: string; cents: number }[];
};

/** The year of a due, saved or not, by the rules that issue it (EXPL-05). `today` is a calendar date. */
export const forecastDue = (due: PlannedDue, today: string, rows: DueForecastRows): DueForecast => {
  const first = due.send_date !== null && due.send_date > today ? due.send_date : today;
  const end = addMonths(first, MONTHS);
  const through = addDays(end, DUE_DATE_OFFSET.max);
  const accountOf = accountsToBill(rows);
  const dues = [...rows.dues.filter(({ id }) => id !== due.id), due].map((one) => ({
    ...one,
    payers: payersOf(one, rows).map((payer) => ({ user_id: payer.user_id, account: accountOf(payer) })),
  }));
  const { payers } = dues.at(-1)!;
  const duesOf = (home: Home) => dues.filter((one) => one.payers.some(({ account }) => account?.id === home.id));
  const creditOf = creditByPeriod(due.id, (home) =>
    forecast({ dues: duesOf(home), fold: rows.foldOf(home.id), today, through }),
  );
  const periods = periodsThrough(due, through).filter(({ send_date }) => send_date < end);
  const issues = periods.map((period) => {
    const issued = rows.issued.filter((invoice) => invoice.period === period.send_date);
    return { period, ...billsOf(payers, issued) };
  });
  return {
    periods: issues.map(({ period, bills, skipped }) => ({
      ...period,
      homes: bills.length,
      cents: bills.length * due.amount_cents,
      credit_cents: bills.reduce((sum, { account }) => sum + creditOf(account, period.due_date), 0),
      skipped,
    })),
    homes: [...new Map(issues.flatMap(({ bills }) => bills.map(({ account }) => [account.id, account]))).values()],
    balancesOf: (home) => balancesOf(rows.foldOf(home.id).balance_cents, duesOf(home), today),
  };
};

/** The account of a payer, as `issuePeriod` finds or opens it; undefined for who cannot be billed. */
const accountsToBill = ({ users, accounts }: DueForecastRows): ((payer: Payer) => Home | undefined) => {
  const held = new Map<string, number>();
  for (const { holder_ids } of accounts) for (const id of holder_ids) held.set(id, (held.get(id) ?? 0) + 1);
  const active = new Map(users.filter(canReceive).map((user) => [user.id, user]));
  return ({ user_id, account }) => {
    const user = active.get(user_id);
    return user && (account ?? toOpen(user, held.get(user_id) ?? 0));
  };
};

const toOpen = ({ id, address_id }: Pick<User, 'id' | 'address_id'>, earlier: number): Home => ({
  id: accountIdOf(id, earlier),
  holder_ids: [id],
  address_id,
  status: 'open',
});

/** How much of a home's part is paid from credit; each home is forecast once. */
const creditByPeriod = (due_id: string, plannedFor: (home: Home) => ReturnType<typeof forecast>) => {
  const known = new Map<string, Map<string, number>>();
  return (home: Home, due_date: string): number => {
    const credits = known.get(home.id) ?? creditsOf(plannedFor(home), due_id);
    known.set(home.id, credits);
    return credits.get(due_date) ?? 0;
  };
};

const creditsOf = (planned: ReturnType<typeof forecast>, due_id: string): Map<string, number> =>
  new Map(planned.filter(({ id }) => id === due_id).map(({ due_on, credit_cents }) => [due_on, credit_cents]));

const balancesOf = (balance_cents: number, dues: readonly PlannedDue[], today: string) =>
  Array.from({ length: MONTHS }, (_, at) => {
    const through = addMonths(today, at + 1);
    const charges = dues.map(
      (due) => due.amount_cents * periodsThrough(due, addDays(through, due.due_date_offset)).length,
    );
    return { through, cents: charges.reduce((sum, cents) => sum + cents, balance_cents) };
  });
