import type Stripe from 'stripe';
import type { SubscriptionStatus } from '../../schema/billing.ts';
import { PLANS, type PlanName } from '../../schema/plans.ts';
import type { Subscription } from '../../schema/tables/billing.ts';
import { isoInstant } from '../stripe/shapes.ts';
import { planOf } from './prices.ts';

export type SubscriptionState = Pick<
  Subscription,
  | 'plan'
  | 'next_plan'
  | 'status'
  | 'stripe_subscription_id'
  | 'trial_end'
  | 'current_period_end'
  | 'canceled_at'
  | 'cancellation_reason'
>;

/** Undefined if the subscription must not change the row: it is incomplete, or another one while the row's own is not
 * canceled. `scheduled` is the plan that a schedule sets next. */
export const stateOf = (
  row: Subscription,
  subscription: Stripe.Subscription,
  scheduled: PlanName | null = null,
): SubscriptionState | undefined => {
  const isOther = row.stripe_subscription_id !== subscription.id;
  if (subscription.status === 'incomplete') return undefined;
  if (isOther && (hasEnded(subscription) || row.status !== 'canceled')) return undefined;
  const status = statusOf(subscription);
  return {
    ...plansOf(row, subscription, scheduled),
    ...(status === 'canceled' && { next_plan: null }),
    status,
    stripe_subscription_id: subscription.id,
    trial_end: instantOrNull(subscription.trial_end),
    current_period_end: accessEndOf(subscription),
    canceled_at: status === 'canceled' ? instantOrNull(subscription.canceled_at ?? subscription.ended_at) : null,
    cancellation_reason:
      status === 'canceled' ? (reasonOf(subscription) ?? (isOther ? null : row.cancellation_reason)) : null,
  };
};

export const hasEnded = ({ status }: Stripe.Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

const itemPlan = ({ items }: Stripe.Subscription): PlanName | undefined => items.data[0] && planOf(items.data[0].price);

const STATUS: Partial<Record<Stripe.Subscription.Status, SubscriptionStatus>> = {
  trialing: 'trialing',
  active: 'active',
};

/** A subscription that is set to end counts as canceled at once; it works until current_period_end. */
const statusOf = (subscription: Stripe.Subscription): SubscriptionStatus => {
  const { status, cancel_at_period_end, cancel_at } = subscription;
  if (hasEnded(subscription) || cancel_at_period_end || cancel_at !== null) return 'canceled';
  return STATUS[status] ?? 'past_due';
};

/** A lower price within a paid period takes effect in the next period. */
const plansOf = (row: Subscription, subscription: Stripe.Subscription, scheduled: PlanName | null) => {
  const plan = itemPlan(subscription) ?? row.plan;
  // The first paid month may end in the same second as the trial would have ended.
  const isPastTrial = row.status === 'trialing' && subscription.status !== 'trialing';
  const isSamePeriod =
    !isPastTrial &&
    row.stripe_subscription_id === subscription.id &&
    row.current_period_end === periodEndOf(subscription);
  if (isSamePeriod && !hasEnded(subscription) && PLANS[plan].rank < PLANS[row.plan].rank)
    return { plan: row.plan, next_plan: plan };
  return { plan, next_plan: scheduled === plan ? null : scheduled };
};

const accessEndOf = (subscription: Stripe.Subscription): string | null => {
  if (hasEnded(subscription)) return instantOrNull(subscription.ended_at);
  return instantOrNull(subscription.cancel_at) ?? periodEndOf(subscription);
};

const periodEndOf = ({ items, trial_end }: Stripe.Subscription): string | null =>
  instantOrNull(items.data[0]?.current_period_end ?? trial_end);

const REASONS: Partial<Record<Stripe.Subscription.CancellationDetails.Reason, string>> = {
  payment_failed: 'Payment failed',
  payment_disputed: 'Payment disputed',
};
const REASON_LIMIT = 500;

const reasonOf = ({ cancellation_details: details }: Stripe.Subscription): string | null => {
  const feedback = details?.feedback?.replaceAll('_', ' ');
  const reason = details?.comment || (feedback && feedback[0]!.toUpperCase() + feedback.slice(1));
  return (reason || (details?.reason && REASONS[details.reason]) || null)?.slice(0, REASON_LIMIT) ?? null;
};

const instantOrNull = (seconds: number | null | undefined): string | null =>
  seconds == null ? null : isoInstant(seconds);
