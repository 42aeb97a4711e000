import { PLANS } from '../../schema/plans.ts';

/** What the billing portal's return address carries. */
export const FLAG = 'plan_updated';

/** The name of the plan that an address says was chosen; null where it says none that is known. */
export const updatedPlan = (params: URLSearchParams): string | null => {
  const named = params.get(FLAG);
  const plan = [PLANS.starter, PLANS.growth, PLANS.pro].find(({ name }) => name === named);
  return plan?.display_name ?? null;
};
