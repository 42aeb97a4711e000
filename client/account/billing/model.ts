import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { SubscriptionStatus } from '../../../schema/billing.ts';
import type { PlanName } from '../../../schema/plans.ts';
import { ApiError, api } from '../../device/api.ts';
import { isOnline } from '../../device/http.ts';
import { useSearchParams } from '../../device/location.ts';
import { paths } from '../../paths.ts';
import { local } from '../../ui/local-storage.ts';

/** Cents a month; `max_units` null is unlimited. */
type PlanView = { name: PlanName; display_name: string; price_cents: number; max_units: number | null };
/** Instants are ISO 8601. */
export type Subscription = {
  plan: PlanView;
  /** Set by a downgrade, from the end of the period. */
  next_plan: PlanView | null;
  status: SubscriptionStatus;
  trial_end: string | null;
  current_period_end: string | null;
  canceled_at: string | null;
  cancellation_reason: string | null;
};
/** `subscription` is null if the HOA never ordered one. */
export type BillingStatus = { needsReactivation: boolean; subscription: Subscription | null };

const STATUS_KEY = 'porchlight.standing';
const MAX_AGE_MS = 5 * 60_000;
type Cache = { user_id: string; at: number; standing: BillingStatus };

export const cachedBillingStatus = (user_id: string): BillingStatus | null => {
  const cache = readCache();
  const age = Date.now() - (cache?.at ?? 0);
  return cache?.user_id === user_id && age >= 0 && age < MAX_AGE_MS ? cache.standing : null;
};

/** Throws ApiError. */
export const fetchBillingStatus = async (user_id: string): Promise<BillingStatus> => {
  const status = await api<BillingStatus>('/api/subscriptions/reactivation-status');
  writeCache({ user_id, at: Date.now(), standing: status });
  return status;
};

/** Asks at most every five minutes. Null when it cannot be read: that must not lock anybody out. */
export const readBillingStatus = async (user_id: string): Promise<BillingStatus | null> =>
  cachedBillingStatus(user_id) ?? fetchBillingStatus(user_id).catch(() => null);

export const clearBillingStatus = (): void => local.remove(STATUS_KEY);

const readCache = (): Cache | null => {
  try {
    return JSON.parse(local.get(STATUS_KEY) ?? 'null') as Cache | null;
  } catch {
    return null;
  }
};

const writeCache = (cache: Cache): void => {
  local.set(STATUS_KEY, JSON.stringify(cache));
};

/** 'none': the HOA never ordered a plan. */
type SubscriptionState = Subscription | 'loading' | 'failed' | 'none';

/** `fresh` reads it from Stripe instead of from our last webhook. Throws ApiError. */
const readSubscription = ({ fresh = false } = {}): Promise<Subscription> =>
  api<Subscription>(`/api/subscriptions/status${fresh ? '?fresh=1' : ''}`);

export const useSubscription = (read: () => Promise<Subscription> = readSubscription) => {
  const [state, setState] = useState<SubscriptionState>('loading');
  const [attempt, setAttempt] = useState(0);
  const retry = useCallback(() => setAttempt((count) => count + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another attempt reads again
  useEffect(() => {
    let current = true;
    setState('loading');
    const update = (next: SubscriptionState) => current && setState(next);
    void read().then(update, (error) => update(isMissing(error) ? 'none' : 'failed'));
    return () => {
      current = false;
    };
  }, [attempt]);
  useEffect(() => {
    if (state !== 'failed') return;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, [state, retry]);
  return { state, retry };
};

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

const REACTIVATED_KEY = 'porchlight.reactivated-at';
const MAX_WAIT_MS = 5 * 60_000;

export const markReactivationPending = (): void => void local.set(REACTIVATED_KEY, String(Date.now()));

/** While the webhook may still arrive, nobody is sent back to /reactivation. */
export const isReactivationPending = (): boolean => {
  const age = Date.now() - Number(local.get(REACTIVATED_KEY));
  return age >= 0 && age < MAX_WAIT_MS;
};

export const clearReactivationPending = (): void => local.remove(REACTIVATED_KEY);

/** Search parameter of the portal's return URL. */
const PLAN_BEFORE = 'plan_before';

/** After a return from the portal, reads from Stripe, as the webhook may come later, and notes a changed plan in the
 * address. */
export const useSubscriptionReader = (): (() => Promise<Subscription>) => {
  const params = useSearchParams();
  const [path, navigate] = useLocation();
  const before = useRef(params.get(PLAN_BEFORE));
  useEffect(() => {
    before.current = params.get(PLAN_BEFORE) ?? before.current;
  }, [params]);
  return async () => {
    const previous = before.current;
    if (previous === null) return readSubscription();
    clearBillingStatus();
    const subscription = await readSubscription({ fresh: true });
    before.current = null;
    const { name } = subscription.plan;
    // Not if the user has navigated away meanwhile.
    if (location.pathname === path) navigate(name === previous ? path : paths.planUpdated(name), { replace: true });
    return subscription;
  };
};

/** `reason` is the server's own sentence, or that the browser is offline. */
export type ProviderFailure = { message: string; reason: string | undefined };

export const providerFailure = (error: unknown, message: string, offline: string): ProviderFailure => ({
  message,
  reason: isOnline() ? (error instanceof ApiError ? error.serverMessage : undefined) : offline,
});
