import { PLANS, type PlanName } from '../../schema/plans.ts';

const NEAR_LIMIT_RATIO = 0.9;
const PAID_PLANS: PlanName[] = ['starter', 'growth', 'pro'];

/** The smallest plan from `plan` upwards that holds `units` addresses, or the largest plan. Never a smaller one. */
export const fittingPlan = (plan: PlanName, units: number): PlanName => {
  if (holds(plan, units)) return plan;
  const above = PAID_PLANS.filter((name) => PLANS[name].rank > PLANS[plan].rank);
  return above.find((name) => holds(name, units)) ?? above.at(-1) ?? plan;
};

export const isNearLimit = (plan: PlanName, units: number): boolean => {
  const { max_units } = PLANS[plan];
  return max_units !== null && units >= NEAR_LIMIT_RATIO * max_units && nextPlan(plan) !== undefined;
};

export const nextPlan = (plan: PlanName): PlanName | undefined =>
  PAID_PLANS.find((name) => PLANS[name].rank > PLANS[plan].rank);

const holds = (plan: PlanName, units: number): boolean => units <= (PLANS[plan].max_units ?? Number.POSITIVE_INFINITY);
