import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { messageOf } from '../api.ts';
import { isOnline } from '../http.ts';
import { useSearchParams } from '../location.ts';
import { openOnboarding } from './account.ts';

const FAILED = { new: 'Failed to create Stripe account', known: 'Failed to create onboarding link' };

/** Leads to the provider's questions. `error` says why it did not come to that. */
export const useOnboarding = () => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const pressed = useRef(false);
  const open = async (account: 'new' | 'known') => {
    if (pressed.current) return;
    if (!isOnline()) return setError(FAILED[account]);
    pressed.current = true;
    setBusy(true);
    setError(null);
    await openOnboarding(account).then(
      (url) => location.assign(url),
      (failure) => {
        pressed.current = false;
        setBusy(false);
        setError(messageOf(failure, FAILED[account]));
      },
    );
  };
  return { open, busy, error, dismiss: () => setError(null) };
};

/** How the user came back from the provider, told once; a link that had run out (`refresh`) asks for a fresh one. */
export const useCameBack = (onRefresh: () => void): boolean => {
  const named = useSearchParams().get('onboarding');
  const [back, setBack] = useState(false);
  const [path, navigate] = useLocation();
  const refresh = useEffectEvent(onRefresh);
  useEffect(() => {
    if (named === null) return;
    navigate(path, { replace: true });
    if (named === 'return') setBack(true);
    if (named === 'refresh') refresh();
  }, [named, path, navigate]);
  return back;
};
