import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useSearchParams } from '../location.ts';

/** Whether the user left the checkout without ordering: ?checkout=canceled, told once. `onCanceled` hears of it first. */
export const useCheckoutCanceled = (onCanceled: () => void) => {
  const named = useSearchParams().get('checkout');
  const [canceled, setCanceled] = useState(named === 'canceled');
  const [path, navigate] = useLocation();
  const latest = useRef(onCanceled);
  latest.current = onCanceled;
  useEffect(() => {
    if (named === null) return;
    if (named === 'canceled') latest.current();
    setCanceled(named === 'canceled');
    navigate(path, { replace: true });
  }, [named, path, navigate]);
  return { canceled, dismiss: () => setCanceled(false) };
};
