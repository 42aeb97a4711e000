import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { SubscriptionStatus } from '../../schema/billing.ts';
import type { PlanName } from '../../schema/plans.ts';
import { ApiError, api } from '../api.ts';
import { useSearchParams } from '../location.ts';
import { paths } from '../paths.ts';
import { local } from '../ui/local-storage.ts';

/** A plan on the wire: cents a month; `max_units` null is unlimited. */
type PlanView = { name: PlanName; display_name: string; price_cents: number; max_units: number | null };
/** What the HOA pays for Porchlight. Instants are ISO 8601. */
export type Subscription = {
  plan: PlanView;
  /** What a downgrade brings at the end of the period. */
  next_plan: PlanView | null;
  status: SubscriptionStatus;
  trial_end: string | null;
  current_period_end: string | null;
  canceled_at: string | null;
  cancellation_reason: string | null;
};
/** Whether only a new order brings the HOA back, and what it had; null where nothing was ever ordered. */
export type Standing = { needsReactivation: boolean; subscription: Subscription | null };

const KEY = 'porchlight.standing';
const KEPT_MS = 5 * 60_000;
type Kept = { user_id: string; at: number; standing: Standing };

/** What the server said within the last five minutes; null after that. */
export const keptStanding = (user_id: string): Standing | null => {
  const kept = readKept();
  const age = Date.now() - (kept?.at ?? 0);
  return kept?.user_id === user_id && age >= 0 && age < KEPT_MS ? kept.standing : null;
};

/** Asks the server and keeps what it says. Throws ApiError. */
export const askStanding = async (user_id: string): Promise<Standing> => {
  const standing = await api<Standing>('/api/subscriptions/reactivation-status');
  keep({ user_id, at: Date.now(), standing });
  return standing;
};

/** How the subscription stands, asked at most every five minutes; null where that cannot be learned, which keeps nobody
 * from working. */
export const learnStanding = async (user_id: string): Promise<Standing | null> =>
  keptStanding(user_id) ?? askStanding(user_id).catch(() => null);

/** Forgets what was kept: something has been changed at the provider. */
export const dropStanding = (): void => local.remove(KEY);

/** What is not readable is as good as not there. */
const readKept = (): Kept | null => {
  try {
    return JSON.parse(local.get(KEY) ?? 'null') as Kept | null;
  } catch {
    return null;
  }
};

const keep = (kept: Kept): void => {
  local.set(KEY, JSON.stringify(kept));
};

/** 'none' where the HOA never ordered anything. */
type Known = Subscription | 'loading' | 'failed' | 'none';

/** The HOA's subscription; with `fresh` as the provider has it now. Throws ApiError. */
const readSubscription = ({ fresh = false } = {}): Promise<Subscription> =>
  api<Subscription>(`/api/subscriptions/status${fresh ? '?fresh=1' : ''}`);

/** The same for a screen: read once, and again by `retry` and when the connection is back. */
export const useSubscription = (read: () => Promise<Subscription> = readSubscription) => {
  const [known, setKnown] = useState<Known>('loading');
  const [attempt, setAttempt] = useState(0);
  const retry = () => setAttempt((count) => count + 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again, in the way that it was begun
  useEffect(() => {
    let current = true;
    setKnown('loading');
    const tell = (answer: Known) => current && setKnown(answer);
    void read().then(tell, (error) => tell(isMissing(error) ? 'none' : 'failed'));
    return () => {
      current = false;
    };
  }, [attempt]);
  useEffect(() => {
    if (known !== 'failed') return;
    const again = () => setAttempt((count) => count + 1);
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [known]);
  return { known, retry };
};

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404;

const AWAITED_KEY = 'porchlight.reactivated-at';
const PATIENCE_MS = 5 * 60_000;

/** Notes that the checkout has been paid and the provider's word is still on its way. */
export const awaitReactivation = (): void => void local.set(AWAITED_KEY, String(Date.now()));

/** Whether that word may still come: until then nobody is led back to where they have just paid. */
export const isReactivationAwaited = (): boolean => {
  const age = Date.now() - Number(local.get(AWAITED_KEY));
  return age >= 0 && age < PATIENCE_MS;
};

/** Notes that it has come, or that there is nothing to wait for. */
export const endAwaiting = (): void => local.remove(AWAITED_KEY);

/** The plan there was when the portal was opened: part of its way back to /profile. */
const BEFORE = 'plan_before';

/** How the profile reads the subscription: as the provider has it now where the user comes back from the portal, sooner
 * than its webhook perhaps. Where the plan has changed there, the address says so. */
export const useReadAfterPortal = (): (() => Promise<Subscription>) => {
  const params = useSearchParams();
  const [path, navigate] = useLocation();
  const before = useRef(params.get(BEFORE));
  useEffect(() => {
    before.current = params.get(BEFORE) ?? before.current;
  }, [params]);
  return async () => {
    const was = before.current;
    if (was === null) return readSubscription();
    dropStanding();
    const subscription = await readSubscription({ fresh: true });
    before.current = null;
    const { name } = subscription.plan;
    // Whoever has gone on meanwhile stays where they are.
    if (location.pathname === path) navigate(name === was ? path : paths.planUpdated(name), { replace: true });
    return subscription;
  };
};
