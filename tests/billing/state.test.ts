import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import type { Subscription } from '../../schema/tables/billing.ts';
import { planOf } from '../../worker/billing/prices.ts';
import { stateOf } from '../../worker/billing/state.ts';
import { needsReactivation } from '../../worker/billing/subscriptions.ts';

const END = Date.UTC(2040, 5, 1) / 1000;
const iso = (seconds: number) => new Date(seconds * 1000).toISOString();

const ROW = {
  plan: 'growth',
  next_plan: null,
  status: 'active',
  stripe_subscription_id: 'sub_1',
  current_period_end: iso(END),
  cancellation_reason: null,
} as Subscription;

/** A Stripe subscription with the fields that the app reads. */
const sold = ({ plan = 'growth', end = END, ...over }: Record<string, unknown> = {}) =>
  ({
    id: 'sub_1',
    status: 'active',
    trial_end: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    cancellation_details: null,
    items: { data: [{ price: { lookup_key: `porchlight_${plan}_monthly`, metadata: {} }, current_period_end: end }] },
    ...over,
  }) as unknown as Stripe.Subscription;

describe('[BILLING-25] [BILLING-26] what Stripe says becomes one of four statuses', () => {
  test.each([
    [{ status: 'trialing' }, 'trialing'],
    [{ status: 'active' }, 'active'],
    [{ status: 'past_due' }, 'past_due'],
    [{ status: 'unpaid' }, 'past_due'],
    [{ status: 'paused' }, 'past_due'],
    [{ status: 'canceled', ended_at: END - 100 }, 'canceled'],
    [{ status: 'incomplete_expired', ended_at: END - 100 }, 'canceled'],
    [{ status: 'active', cancel_at_period_end: true, canceled_at: END - 9 }, 'canceled'],
    [{ status: 'trialing', cancel_at: END - 50, canceled_at: END - 99 }, 'canceled'],
  ])('[BILLING-25] %j: %s', (over, status) => {
    expect(stateOf(ROW, sold(over))?.status).toBe(status);
  });

  test('[BILLING-24] [PROFILE-05] access lasts until the period, the day named, or the end itself', () => {
    expect(stateOf(ROW, sold({ cancel_at_period_end: true }))?.current_period_end).toBe(iso(END));
    expect(stateOf(ROW, sold({ cancel_at: END - 50 }))?.current_period_end).toBe(iso(END - 50));
    expect(stateOf(ROW, sold({ status: 'canceled', ended_at: END - 70 }))?.current_period_end).toBe(iso(END - 70));
  });

  test('[BILLING-11] the reason is what was written, else what was ticked, else why Stripe ended it', () => {
    const reasonOf = (details: object) =>
      stateOf(ROW, sold({ cancel_at_period_end: true, cancellation_details: details }))?.cancellation_reason;
    expect(reasonOf({ comment: 'Moving on', feedback: 'unused', reason: 'cancellation_requested' })).toBe('Moving on');
    expect(reasonOf({ comment: null, feedback: 'too_expensive', reason: 'cancellation_requested' })).toBe(
      'Too expensive',
    );
    expect(reasonOf({ comment: null, feedback: null, reason: 'payment_failed' })).toBe('Payment failed');
    expect(reasonOf({ comment: null, feedback: null, reason: 'cancellation_requested' })).toBeNull();
    expect(reasonOf({ comment: 'x'.repeat(900) })?.length).toBe(500);
  });
});

describe('[BILLING-10] plans', () => {
  test('[BILLING-10] a lower price within the paid period counts from the next one', () => {
    expect(stateOf(ROW, sold({ plan: 'starter' }))).toMatchObject({ plan: 'growth', next_plan: 'starter' });
    expect(stateOf(ROW, sold({ plan: 'starter', end: END + 9 }))).toMatchObject({ plan: 'starter', next_plan: null });
    expect(stateOf(ROW, sold({ plan: 'pro' }))).toMatchObject({ plan: 'pro', next_plan: null });
  });

  test('[BILLING-10] a downgrade that the portal has scheduled is the next plan', () => {
    expect(stateOf(ROW, sold(), 'starter')).toMatchObject({ plan: 'growth', next_plan: 'starter' });
    expect(stateOf(ROW, sold(), 'growth')).toMatchObject({ plan: 'growth', next_plan: null });
  });

  test('[BILLING-26] a price is known by its lookup key, an older one by its metadata; any other changes no plan', () => {
    const price = (lookup_key: string | null, metadata = {}) => ({ lookup_key, metadata }) as Stripe.Price;
    expect(planOf(price('porchlight_pro_monthly'))).toBe('pro');
    expect(planOf(price(null, { plan: 'starter' }))).toBe('starter');
    expect(planOf(price('something_else'))).toBeUndefined();
    expect(stateOf(ROW, sold({ plan: 'unheard_of' }))?.plan).toBe('growth');
  });
});

describe('[REACT-15] another subscription of the same customer', () => {
  const CANCELED = { ...ROW, status: 'canceled', cancellation_reason: 'Moved' } as Subscription;
  test('[REACT-15] takes the place of one that was canceled, and starts afresh', () => {
    const fresh = sold({ id: 'sub_2', plan: 'starter', end: END + 9 });
    expect(stateOf(CANCELED, fresh)).toMatchObject({
      stripe_subscription_id: 'sub_2',
      plan: 'starter',
      status: 'active',
      cancellation_reason: null,
    });
  });

  test('[BILLING-26] changes nothing where one runs, where it is over itself, or where it is not paid yet', () => {
    expect(stateOf(ROW, sold({ id: 'sub_2' }))).toBeUndefined();
    expect(stateOf(CANCELED, sold({ id: 'sub_2', status: 'canceled' }))).toBeUndefined();
    expect(stateOf(CANCELED, sold({ id: 'sub_2', status: 'incomplete' }))).toBeUndefined();
  });
});

test.each([
  ['canceled', iso(END - 1), true],
  ['canceled', null, true],
  ['canceled', iso(END + 1), false],
  ['past_due', iso(END - 1), false],
  ['trialing', iso(END - 1), false],
] as const)('[REACT-12] %s until %s: %s', (status, current_period_end, needed) => {
  const row = { ...ROW, status, current_period_end } as Subscription;
  expect(needsReactivation(row, new Date(END * 1000))).toBe(needed);
});
