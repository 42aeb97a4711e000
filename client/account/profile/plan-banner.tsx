import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { planForSale } from '../../../schema/plans.ts';
import { useSearchParams } from '../../device/location.ts';
import { Alert } from '../../ui/alert.tsx';

/** Shown once: the parameter is removed from the address. */
export const PlanBanner = () => {
  const params = useSearchParams();
  const [path, navigate] = useLocation();
  const [plan, setPlan] = useState(() => planForSale(params.get(FLAG)));
  useEffect(() => {
    const rest = new URLSearchParams(params);
    if (!rest.has(FLAG)) return;
    setPlan(planForSale(params.get(FLAG)));
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
