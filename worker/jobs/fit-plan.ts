import type { Subscription } from '../../schema/billing.ts';
import type { PlanName } from '../../schema/plans.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Effect } from '../../sync/tx.ts';
import { movePlan } from '../billing/change-plan.ts';
import { fittingPlan, isNearLimit, nextPlan } from '../billing/fit.ts';
import { aboutPlan } from '../billing/mails.ts';
import { findOrdered, readSubscription } from '../billing/rows.ts';
import type { Deps } from '../deps.ts';
import { asSystem } from '../engine.ts';
import { HttpError } from '../errors.ts';
import type { Job } from '../jobs.ts';
import { withStripe } from '../services/payments.ts';
import { Later } from './outcome.ts';

/** Holds an HOA's addresses against its plan: tells its superadmins when the plan is nearly full, and moves to the one that
 * fits when there are more than it holds, with a mail before and after. */
export const fitPlan: Job = async (deps, _payload, { hoa_id }) => {
  const [row, units] = await Promise.all([readSubscription(deps, hoa_id), countAddresses(deps, hoa_id)]);
  if (!row || row.status === 'canceled' || row.stripe_subscription_id === null) return;
  if (!isNearLimit(row.plan, units)) return;
  const plan = fittingPlan(row.plan, units);
  await tell(deps, hoa_id, warning(row, units, plan === row.plan ? (nextPlan(row.plan) ?? plan) : plan));
  if (plan !== row.plan) await move(deps, row, plan, units);
};

const countAddresses = async ({ db }: Deps, hoa_id: string): Promise<number> => {
  const sql = 'SELECT count(*) AS units FROM addresses WHERE hoa_id = ?';
  const [result] = await batch(db, [{ sql, args: [hoa_id] }], 'read');
  return Number(result?.rows[0]?.units);
};

const move = async (deps: Deps, { hoa_id, plan: from }: Subscription, plan: PlanName, units: number) => {
  const row = await findOrdered(deps, hoa_id);
  try {
    await withStripe(deps, (stripe) => movePlan(deps, stripe, row, plan));
  } catch (error) {
    throw error instanceof HttpError ? new Later(error.message) : error;
  }
  await tell(deps, hoa_id, aboutPlan('moved', `${occasionOf(row)}/${plan}`, { plan, from, units }));
};

/** Once a plan, for each subscription. */
const warning = (row: Subscription, units: number, next: PlanName): Effect =>
  aboutPlan('near-limit', occasionOf(row), { plan: row.plan, next, units });

const occasionOf = ({ stripe_subscription_id, plan }: Subscription) => `${stripe_subscription_id}/${plan}`;

const tell = (deps: Deps, hoa_id: string, mail: Effect): Promise<void> =>
  asSystem(deps, hoa_id, async (tx) => tx.after(mail));
