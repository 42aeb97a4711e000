import type { SubscriptionStatus } from '../../schema/billing.ts';
import type { PlanName } from '../../schema/plans.ts';
import { api } from '../api.ts';
import { local } from '../ui/local-storage.ts';

/** A plan on the wire: cents a month; `max_units` null is unlimited. */
export type PlanView = { name: PlanName; display_name: string; price_cents: number; max_units: number | null };
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
