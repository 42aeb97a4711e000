import { entities } from '../../sync/index.ts';
import { PLAN_NOT_FOUND } from '../../sync/plans/mutators.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { PaymentPlanBody } from '../shapes/payment-plans.ts';
import { readVisibleRow } from './visible-row.ts';

export const readPlan = async (deps: Deps, actor: Actor, id: string): Promise<PaymentPlanBody> => {
  const row = await readVisibleRow(deps, actor, 'plan', id, PLAN_NOT_FOUND);
  const plan = { ...row, ...entities.plan.view(row, actor) };
  return {
    _id: plan.id,
    account_id: plan.account_id,
    covers: plan.covers,
    instalments: plan.instalments.map(({ due_on, cents }) => ({ due_on, amountCents: cents })),
    grace_days: plan.grace_days,
    status: plan.status,
    starts_on: plan.starts_on,
    ended_on: plan.ended_on,
    reason: plan.reason,
    made_by_name: plan.made_by_name,
    createdAt: plan.made_at,
  };
};
