import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
// Its useSearch is raw: the other one decodes percent signs twice.
import { useSearch } from 'wouter/use-browser-location';
import { Alert } from '../ui/alert.tsx';
import { FLAG, updatedPlan } from './plan.ts';

/** Says once that the plan has been changed: ?plan_updated=starter|growth|pro, which leaves the address. */
export const PlanBanner = () => {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [plan, setPlan] = useState(() => updatedPlan(search));
  useEffect(() => {
    const rest = new URLSearchParams(search);
    if (!rest.has(FLAG)) return;
    setPlan(updatedPlan(search));
    rest.delete(FLAG);
    navigate(rest.size > 0 ? `${path}?${rest}` : path, { replace: true });
  }, [search, path, navigate]);
  return (
    plan && (
      <Alert tone="success" onClose={() => setPlan(null)}>
        Your subscription has been successfully updated to the {plan} plan!
      </Alert>
    )
  );
};
