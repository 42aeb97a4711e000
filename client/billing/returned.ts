import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { useSearchParams } from '../location.ts';

/** Whether the user left the checkout without ordering: ?checkout=canceled, told once. `onCanceled` hears of it first. */
export const useCheckoutCanceled = (onCanceled: () => void) => {
  const named = useSearchParams().get('checkout');
  const [canceled, setCanceled] = useState(named === 'canceled');
  const [path, navigate] = useLocation();
  const tell = useEffectEvent(onCanceled);
  useEffect(() => {
    if (named === null) return;
    if (named === 'canceled') tell();
    setCanceled(named === 'canceled');
    navigate(path, { replace: true });
  }, [named, path, navigate]);
  return { canceled, dismiss: () => setCanceled(false) };
};
