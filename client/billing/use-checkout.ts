import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PlanName } from '../../schema/plans.ts';
import { ApiError, api } from '../api.ts';
import { isOnline } from '../http.ts';

const FAILED = 'Failed to start reactivation process. Please try again.';
const OFFLINE = 'You are offline: reactivating needs a connection.';
export type CheckoutFailure = { message: string; reason: string | undefined };

/** Leads to the checkout of a plan. A refusal may mean that another device has done so already: `onRefused` looks. */
export const useCheckout = (onRefused: () => void) => {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CheckoutFailure | null>(null);
  const pressed = useRef(false);
  const end = (why: CheckoutFailure | null) => {
    pressed.current = false;
    setBusy(false);
    setFailure(why);
  };
  useBroughtBack(() => end(null));
  const start = async (planName: PlanName) => {
    if (pressed.current) return;
    pressed.current = true;
    setBusy(true);
    setFailure(null);
    try {
      const body = { planName };
      const path = '/api/subscriptions/create-reactivation-checkout';
      location.assign((await api<{ checkout_url: string }>(path, { method: 'POST', body })).checkout_url);
    } catch (error) {
      end({ message: FAILED, reason: reasonOf(error) });
      if (error instanceof ApiError && error.status === 409) onRefused();
    }
  };
  return { start, busy, failure };
};

/** Going back from the checkout may bring the page as it was left, busy. */
const useBroughtBack = (back: () => void) => {
  const show = useEffectEvent((event: PageTransitionEvent) => event.persisted && back());
  useEffect(() => {
    addEventListener('pageshow', show);
    return () => removeEventListener('pageshow', show);
  }, []);
};

const reasonOf = (error: unknown): string | undefined =>
  isOnline() ? (error instanceof ApiError ? error.said : undefined) : OFFLINE;
