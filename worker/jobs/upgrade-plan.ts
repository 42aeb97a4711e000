import type { PlanName } from '../../schema/plans.ts';
import { movePlan } from '../billing/change-plan.ts';
import { aboutPlan } from '../billing/mails.ts';
import { findOrdered } from '../billing/rows.ts';
import { transactAsSystem } from '../engine.ts';
import type { Job } from './register.ts';
import { stripeJob } from './stripe-job.ts';

/** A move that the addresses ask for; `occasion` names it, so that it is told once. */
export type Growth = { from: PlanName; plan: PlanName; units: number; occasion: string };

/** Moves an HOA to the plan that fits and tells its superadmins. Whoever repeats it after a move that was made, and not
 * told, tells it. */
export const growPlan: Job = async (deps, payload, { hoa_id }) => {
  const { occasion, ...facts } = payload as Growth;
  const row = await findOrdered(deps, hoa_id);
  const isToMove = row.plan === facts.from && row.status !== 'canceled';
  if (!isToMove && row.plan !== facts.plan) return;
  if (isToMove) await stripeJob(deps, (stripe) => movePlan(deps, stripe, row, facts.plan));
  await transactAsSystem(deps, hoa_id, async (tx) => tx.after(aboutPlan('moved', occasion, facts)));
};
