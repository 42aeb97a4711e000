import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { useSearchParams } from '../location.ts';
import { Alert } from '../ui/alert.tsx';
import { FLAG, updatedPlan } from './plan.ts';

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
