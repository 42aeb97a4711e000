import { type Context, find } from '../core/context.ts';
import { endpoint } from '../core/endpoint.ts';
import { invalidRequest } from '../core/errors.ts';
import { emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import { matchesFilter, page } from '../core/lists.ts';
import { boolean, paging, text } from '../core/params.ts';
import type { Price } from '../core/price.ts';
import { planOf } from './default-subscription.ts';
import { changeSubscription } from './subscription-changes.ts';
import { periodEnd } from './subscription-periods.ts';
import { release } from './subscription-phases.ts';
import { itemOf, type Schedule, type Subscription } from './subscription-rows.ts';

/** https://docs.stripe.com/api/subscription_schedules. Only the portal makes them here. */
export const scheduleEndpoints = [
  endpoint('GET /v1/subscription_schedules', { ...paging, customer: text.optional() }, ({ ctx, input, url }) =>
    page(
      ctx.store.all('schedules').filter((row) => matchesFilter(input.customer, row.customer)),
      input,
      url,
    ),
  ),
  endpoint('GET /v1/subscription_schedules/:id', {}, ({ ctx, id }) => find(ctx, 'schedules', id)),
  endpoint(
    'POST /v1/subscription_schedules/:id/release',
    { preserve_cancel_date: boolean.optional() },
    ({ ctx, id }) => {
      const row = find(ctx, 'schedules', id);
      if (row.status !== 'active') throw invalidRequest(`You cannot release a schedule that is ${row.status}.`);
      release(ctx, row);
      return find(ctx, 'schedules', id);
    },
  ),
];

/** Leaves a subscription at its price until the period ends, and at `price` from then on. */
export const scheduleNext = (ctx: Context, subscription: Subscription, price: Price): Schedule => {
  const item = itemOf(subscription);
  const { current_period_start: start, current_period_end: end } = item;
  const after = periodEnd(subscription.billing_cycle_anchor, end, price);
  const row: Schedule = {
    ...BLANK,
    id: newId('sub_sched'),
    created: ctx.clock.now(),
    current_phase: { start_date: start, end_date: end },
    customer: subscription.customer,
    phases: [
      phaseOf(subscription, item.price, { start_date: start, end_date: end }),
      phaseOf(subscription, price, { start_date: end, end_date: after }),
    ],
    subscription: subscription.id,
  };
  emit(ctx, 'subscription_schedule.created', ctx.store.put('schedules', row));
  changeSubscription(ctx, subscription.id, { schedule: row.id });
  return row;
};

type Phase = Schedule['phases'][number];

const phaseOf = (subscription: Subscription, price: Price, span: Pick<Phase, 'start_date' | 'end_date'>): Phase => ({
  ...span,
  add_invoice_items: [],
  application_fee_percent: null,
  billing_cycle_anchor: null,
  billing_thresholds: null,
  collection_method: null,
  currency: price.currency,
  default_payment_method: null,
  description: null,
  discounts: [],
  invoice_settings: null,
  items: [
    {
      billing_thresholds: null,
      discounts: [],
      metadata: {},
      plan: planOf(price).id,
      price: price.id,
      quantity: itemOf(subscription).quantity,
      tax_rates: [],
    },
  ],
  metadata: {},
  on_behalf_of: null,
  proration_behavior: 'none',
  transfer_data: null,
  trial_end: subscription.status === 'trialing' ? subscription.trial_end : null,
});

const BLANK = {
  object: 'subscription_schedule',
  application: null,
  billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
  canceled_at: null,
  completed_at: null,
  customer_account: null,
  default_settings: {
    application_fee_percent: null,
    billing_cycle_anchor: 'automatic',
    billing_thresholds: null,
    collection_method: 'charge_automatically',
    default_payment_method: null,
    description: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      days_until_due: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    on_behalf_of: null,
    transfer_data: null,
  },
  end_behavior: 'release',
  livemode: false,
  metadata: {},
  pause_schedules: [],
  released_at: null,
  released_subscription: null,
  status: 'active',
  test_clock: null,
} satisfies Partial<Schedule>;
