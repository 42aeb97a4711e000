import type { PlanName } from '../../schema/plans.ts';
import { movePlan } from '../billing/change-plan.ts';
import { planMailEffect } from '../billing/plan-mails.ts';
import { findStripeSubscription } from '../billing/subscriptions.ts';
import { transactAsSystem } from '../engine.ts';
import type { Job } from './register.ts';
import { runStripeJob } from './stripe-job.ts';

/** A move that the addresses ask for; `occasion` names it, so that it is told once. */
export type PlanUpgrade = { from: PlanName; plan: PlanName; units: number; occasion: string };

/** Moves an HOA to the plan that fits and tells its superadmins. Whoever repeats it after a move that was made, and not
 * told, tells it. */
export const upgradePlan: Job = async (deps, payload, { hoa_id }) => {
  const { occasion, ...facts } = payload as PlanUpgrade;
  const row = await findStripeSubscription(deps, hoa_id);
  const isToMove = row.plan === facts.from && row.status !== 'canceled';
  if (!isToMove && row.plan !== facts.plan) return;
  if (isToMove) await runStripeJob(deps, (stripe) => movePlan(deps, stripe, row, facts.plan));
  await transactAsSystem(deps, hoa_id, async (tx) => tx.after(planMailEffect('moved', occasion, facts)));
};
