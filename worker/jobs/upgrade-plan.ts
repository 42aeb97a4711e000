import type { Tx } from '../../sync/tx.ts';
import { setStripePlan } from '../billing/change-plan.ts';
import { planMailEffect } from '../billing/plan-mails.ts';
import { findStripeSubscription } from '../billing/subscriptions.ts';
import { transactAsSystem } from '../transact.ts';
import type { Job } from './job.ts';
import { runStripeJob } from './stripe-jobs.ts';

/** A repeated job still sends the mail if the plan was changed before and the mail was not queued. */
export const upgradePlan: Job<'growPlan'> = async (deps, { occasion, ...facts }, { hoa_id }) => {
  const row = await findStripeSubscription(deps, hoa_id);
  const needsChange = row.plan === facts.from && row.status !== 'canceled';
  if (!needsChange && row.plan !== facts.plan) return;
  if (needsChange) await runStripeJob(deps, (stripe) => setStripePlan(deps, stripe, row, facts.plan));
  const mail = async (tx: Tx) => tx.after(planMailEffect('moved', occasion, facts));
  await transactAsSystem(deps, hoa_id, mail, { action: null });
};
