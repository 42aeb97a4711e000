import { addDays, addMonths } from '../../schema/dates.ts';
import { DUE_DATE_OFFSET } from '../../schema/dues.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Due } from '../../schema/tables/dues.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';
import type { User } from '../../schema/tables/users.ts';
import { accountIdOf, billedOn } from '../accounts/entity.ts';
import type { Fold, FoldEntry } from '../ledger/fold.ts';
import { portionsOf } from '../ledger/plans.ts';
import { billsOf, type Skipped } from './bills.ts';
import { canReceive, sendDateOf } from './entity.ts';

type Schedule = Pick<Due, 'anchor_date' | 'due_date_offset' | 'frequency' | 'periods_sent' | 'send_date' | 'status'>;

/** A period of a due; both are calendar dates. */
export type Period = { send_date: string; due_date: string };

/** A due once its next period has been issued: the one after it is next, or the due has ended. */
export const afterPeriod = <D extends Schedule & Pick<Due, 'due_date'>>(due: D): D => {
  const periods_sent = due.periods_sent + 1;
  const send_date = sendDateOf(due, periods_sent);
  if (send_date === null) return { ...due, periods_sent, send_date, due_date: null, status: 'inactive' };
  return { ...due, periods_sent, send_date, due_date: addDays(send_date, due.due_date_offset) };
};

/** The periods that will be issued and fall due on a calendar date or before, while the due stays as it is. */
const periodsThrough = (due: Schedule, through: string): Period[] => {
  const periods: Period[] = [];
  let next = { ...due, due_date: null as string | null };
  while (next.status === 'active' && next.send_date !== null) {
    const period = { send_date: next.send_date, due_date: addDays(next.send_date, next.due_date_offset) };
    if (period.due_date > through) break;
    periods.push(period);
    next = afterPeriod(next);
  }
  return periods;
};

/** An amount that is not due yet: a period that nobody has been billed for, or an instalment of what has been posted. `credit_cents` of it
 * will be paid from credit. `id` is that of the due or of the plan. */
export type Planned = {
  kind: 'due' | 'instalment';
  id: string;
  title: string;
  due_on: string;
  cents: number;
  credit_cents: number;
};

type Planning = {
  /** The dues that the account is billed for. */
  dues: readonly (Schedule & Pick<Due, 'id' | 'title' | 'amount_cents'>)[];
  fold: Pick<Fold<FoldEntry>, 'open' | 'credit_cents'>;
  /** Calendar dates: `fold` is as of the first. */
  today: string;
  through: string;
};

/** The amounts that one account will be asked for, by due date, while nothing else changes. Credit pays what is sent first. */
export const forecast = ({ dues, fold, today, through }: Planning): Planned[] => {
  let credit = fold.credit_cents;
  const periods = dues
    .flatMap((due) => periodsThrough(due, through).map((period) => ({ due, ...period })))
    .sort((a, b) => compare(a.send_date, b.send_date) || compare(a.due_date, b.due_date) || compare(a.due.id, b.due.id))
    .map(({ due: { id, title, amount_cents }, due_date }): Planned => {
      const credit_cents = Math.min(credit, amount_cents);
      credit -= credit_cents;
      return { kind: 'due', id, title, due_on: due_date, cents: amount_cents, credit_cents };
    });
  return [...periods, ...instalmentsOf(fold.open, today, through)].sort((a, b) => compare(a.due_on, b.due_on));
};

/** Those of an account's plan that come after today. */
const instalmentsOf = (open: Planning['fold']['open'], today: string, through: string): Planned[] => {
  const cents = new Map<string, Planned>();
  for (const debit of open) {
    if (!debit.plan) continue;
    for (const portion of portionsOf(debit)) {
      if (portion.due_on <= today || portion.due_on > through) continue;
      const known = cents.get(portion.due_on)?.cents ?? 0;
      cents.set(portion.due_on, {
        kind: 'instalment',
        id: debit.plan.id,
        title: 'Payment plan',
        due_on: portion.due_on,
        cents: known + portion.cents,
        credit_cents: 0,
      });
    }
  }
  return [...cents.values()];
};

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const MONTHS = 12;

type PlannedDue = Parameters<typeof forecast>[0]['dues'][number] & Pick<Due, 'recipients'>;
type Home = Pick<Account, 'id' | 'holder_ids' | 'address_id' | 'status'>;

type DueForecastRows = {
  users: readonly Pick<User, 'id' | 'status' | 'deleted_at' | 'address_id'>[];
  accounts: readonly Home[];
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
  const dues = [...rows.dues.filter(({ id }) => id !== due.id), due];
  const accountOf = accountsToBill(rows);
  const duesOf = (home: Home) =>
    dues.filter(({ recipients }) => recipients.some((id) => accountOf(id)?.id === home.id));
  const creditOf = creditByPeriod(due.id, (home) =>
    forecast({ dues: duesOf(home), fold: rows.foldOf(home.id), today, through }),
  );
  const periods = periodsThrough(due, through).filter(({ send_date }) => send_date < end);
  const issues = periods.map((period) => {
    const issued = rows.issued.filter((invoice) => invoice.period === period.send_date);
    return { period, ...billsOf(due, accountOf, issued) };
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

/** The account on which each user is billed, as `accountToBill` finds or opens it; undefined for who cannot be billed. */
const accountsToBill = ({ users, accounts }: DueForecastRows): ((user_id: string) => Home | undefined) => {
  const held = new Map<string, Home[]>();
  for (const account of accounts) for (const id of account.holder_ids) held.set(id, [...(held.get(id) ?? []), account]);
  const found = new Map(
    users.filter(canReceive).map((user): [string, Home] => {
      const own = held.get(user.id) ?? [];
      return [user.id, billedOn(user, own) ?? toOpen(user, own.length)];
    }),
  );
  return (user_id) => found.get(user_id);
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
