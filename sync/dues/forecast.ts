import { addDays } from '../../schema/dates.ts';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Due } from '../../schema/tables/dues.ts';
import type { User } from '../../schema/tables/users.ts';
import { billedOn } from '../accounts/entity.ts';
import type { Fold, FoldEntry } from '../ledger/fold.ts';
import { portionsOf } from '../ledger/plans.ts';
import { sendDateOf } from './entity.ts';

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
export const periodsThrough = (due: Schedule, through: string): Period[] => {
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

type Rows<D> = {
  dues: readonly D[];
  accounts: readonly Account[];
  users: readonly Pick<User, 'id' | 'address_id'>[];
};

/** The dues that bill an account, as far as its holder can know: a rule bills every home of its recipients, a list each of them once. */
export const duesOf = <D extends Pick<Due, 'recipients'> & Partial<Pick<Due, 'recipient_rule'>>>(
  account: Account,
  { dues, accounts, users }: Rows<D>,
): D[] => {
  const isBilled = (user: Pick<User, 'id' | 'address_id'>) => {
    const held = accounts.filter(({ holder_ids }) => holder_ids.includes(user.id));
    return billedOn(user, held)?.id === account.id;
  };
  const holders = users.filter(({ id }) => account.holder_ids.includes(id));
  const listed = holders.filter(isBilled);
  const isHome = account.address_id !== null && account.status === 'open';
  return dues.filter(({ recipients, recipient_rule }) =>
    (recipient_rule && isHome ? holders : listed).some(({ id }) => recipients.includes(id)),
  );
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

export type NextCharge = Pick<Planned, 'title' | 'cents' | 'due_on' | 'credit_cents'>;

/** The earliest charge that is to be paid after today: one that has been billed, or else planned. */
export const nextCharge = (
  billed: readonly NextCharge[],
  planned: readonly NextCharge[],
  today: string,
): NextCharge | undefined =>
  [...billed, ...planned].filter(({ due_on }) => due_on > today).sort((a, b) => compare(a.due_on, b.due_on))[0];

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
