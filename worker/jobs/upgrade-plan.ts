import { movePlan } from '../billing/change-plan.ts';
import { planMailEffect } from '../billing/plan-mails.ts';
import { findStripeSubscription } from '../billing/subscriptions.ts';
import { transactAsSystem } from '../transact.ts';
import type { Job } from './job.ts';
import { runStripeJob } from './stripe-job.ts';

/** Moves an HOA to the plan that fits and tells its superadmins. Whoever repeats it after a move that was made, and not
 * told, tells it. */
export const upgradePlan: Job<'growPlan'> = async (deps, { occasion, ...facts }, { hoa_id }) => {
  const row = await findStripeSubscription(deps, hoa_id);
  const isToMove = row.plan === facts.from && row.status !== 'canceled';
  if (!isToMove && row.plan !== facts.plan) return;
  if (isToMove) await runStripeJob(deps, (stripe) => movePlan(deps, stripe, row, facts.plan));
  await transactAsSystem(deps, hoa_id, async (tx) => tx.after(planMailEffect('moved', occasion, facts)));
};
