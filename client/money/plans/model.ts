import { useMemo } from 'react';
import { addMonths } from '../../../schema/dates.ts';
import type { Entry } from '../../../schema/tables/ledger.ts';
import type { PaymentPlan } from '../../../schema/tables/payment-plans.ts';
import { isDebit } from '../../../sync/ledger/entry-status.ts';
import type { Debit } from '../../../sync/ledger/fold.ts';
import { currentPlans, openOfPlan } from '../../../sync/ledger/plan-status.ts';
import { useRows } from '../../device/store.ts';
import type { AccountBooks } from '../accounts.ts';

/** An instalment with what of it is paid: money fills the first ones first. */
export type PaidInstalment = { due_on: string; cents: number; paid_cents: number };

/** A plan with what became of it; `next` is the first instalment that is not paid. */
export type PlanStatus = {
  plan: PaymentPlan;
  instalments: readonly PaidInstalment[];
  next: PaidInstalment | undefined;
  total_cents: number;
  paid_cents: number;
};

/** The plans of an account as they are on a day, the newest first. */
export const usePlans = (books: AccountBooks, today: string): readonly PlanStatus[] => {
  const policies = useRows('policy').all;
  return useMemo(
    () =>
      currentPlans({ entries: books.list, policies, plans: books.plans }, today)
        .map((plan) => statusOf(plan, books))
        .sort((a, b) => (`${a.plan.starts_on} ${a.plan.made_at}` < `${b.plan.starts_on} ${b.plan.made_at}` ? 1 : -1)),
    [books, policies, today],
  );
};

const statusOf = (plan: PaymentPlan, { fold }: AccountBooks): PlanStatus => {
  const total_cents = plan.instalments.reduce((sum, { cents }) => sum + cents, 0);
  const paid_cents = Math.max(0, total_cents - openOfPlan(plan, fold));
  let rest = paid_cents;
  const instalments = plan.instalments.map(({ due_on, cents }) => {
    const paid = Math.min(rest, cents);
    rest -= paid;
    return { due_on, cents, paid_cents: paid };
  });
  const next = instalments.find(({ cents, paid_cents: paid }) => paid < cents);
  return { plan, instalments, next, total_cents, paid_cents };
};

/** The charges that a plan can cover, the longest due first. */
export const chargesToCover = ({ fold }: Pick<AccountBooks, 'fold'>): readonly Debit<Entry>[] =>
  [...fold.debits.values()]
    .filter(({ entry, open_cents }) => open_cents > 0 && isDebit(entry))
    .sort((a, b) => (a.due_on < b.due_on ? -1 : 1));

export const firstOfNextMonth = (today: string): string => addMonths(`${today.slice(0, 7)}-01`, 1);
