import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { PLANS } from '../../schema/plans.ts';
import { useSearchParams } from '../location.ts';
import { Alert } from '../ui/alert.tsx';

/** Says once that the plan has been changed: ?plan_updated=starter|growth|pro, which leaves the address. */
export const PlanBanner = () => {
  const params = useSearchParams();
  const [path, navigate] = useLocation();
  const [plan, setPlan] = useState(() => updatedPlan(params));
  useEffect(() => {
    const rest = new URLSearchParams(params);
    if (!rest.has(FLAG)) return;
    setPlan(updatedPlan(params));
    rest.delete(FLAG);
    navigate(rest.size > 0 ? `${path}?${rest}` : path, { replace: true });
  }, [params, path, navigate]);
  return (
    plan && (
      <Alert tone="success" onClose={() => setPlan(null)}>
        Your subscription has been successfully updated to the {plan} plan!
      </Alert>
    )
  );
};

/** What the billing portal's return address carries. */
const FLAG = 'plan_updated';

/** The name of the plan that an address says was chosen; null where it says none that is known. */
export const updatedPlan = (params: URLSearchParams): string | null => {
  const named = params.get(FLAG);
  const plan = [PLANS.starter, PLANS.growth, PLANS.pro].find(({ name }) => name === named);
  return plan?.display_name ?? null;
};
