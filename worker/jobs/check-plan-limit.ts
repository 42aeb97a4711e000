import type { Effect } from '../../schema/outbox.ts';
import type { PlanName } from '../../schema/plans.ts';
import type { Subscription } from '../../schema/tables/billing.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import type { Tx } from '../../sync/tx.ts';
import { fittingPlan, isNearLimit, nextPlan } from '../billing/plan-limits.ts';
import { planMailEffect } from '../billing/plan-mails.ts';
import { readSubscription } from '../billing/subscriptions.ts';
import type { Deps } from '../deps.ts';
import { queryOne } from '../queries/query.ts';
import { transactAsSystem } from '../transact.ts';
import type { Job } from './job.ts';

export const checkPlanLimit: Job<'fitPlan'> = async (deps, _payload, { hoa_id, key }) => {
  const [row, units] = await Promise.all([readSubscription(deps, hoa_id), countAddresses(deps, hoa_id)]);
  if (!row || row.status === 'canceled' || row.stripe_subscription_id === null) return;
  if (!isNearLimit(row.plan, units)) return;
  const plan = fittingPlan(row.plan, units);
  const ask = async (tx: Tx) => {
    tx.after(nearLimitMail(row, units, plan === row.plan ? (nextPlan(row.plan) ?? plan) : plan));
    if (plan !== row.plan) tx.after(upgradeEffect(key, row, plan, units));
  };
  await transactAsSystem(deps, hoa_id, ask, { action: null });
};

const countAddresses = async ({ db }: Deps, hoa_id: string): Promise<number> => {
  const sql = 'SELECT count(*) AS units FROM addresses WHERE hoa_id = ?';
  const row = await queryOne<{ units: number }>(db, sql, [hoa_id]);
  return row?.units ?? 0;
};

const nearLimitMail = (row: Subscription, units: number, next: PlanName): Effect<'mailPlan'> =>
  planMailEffect('near-limit', `${row.stripe_subscription_id}/${row.plan}`, { plan: row.plan, next, units });

/** A separate job, so that the plan change and its mail are retried together. */
const upgradeEffect = (key: string, row: Subscription, plan: PlanName, units: number): Effect<'growPlan'> => {
  const { stripe_subscription_id, plan: from, current_period_end } = row;
  const occasion = `${stripe_subscription_id}/${from}/${plan}/${current_period_end}`;
  return { kind: 'growPlan', key: outboxKeys.growPlan(key), payload: { from, plan, units, occasion } };
};
