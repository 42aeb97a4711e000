import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { PLANS } from '../../../schema/plans.ts';
import { useSearchParams } from '../../device/location.ts';
import { Alert } from '../../ui/alert.tsx';

/** Shown once: the parameter is removed from the address. */
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

const FLAG = 'plan_updated';

export const updatedPlan = (params: URLSearchParams): string | null => {
  const named = params.get(FLAG);
  const plan = [PLANS.starter, PLANS.growth, PLANS.pro].find(({ name }) => name === named);
  return plan?.display_name ?? null;
};
