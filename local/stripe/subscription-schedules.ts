import { endpoint } from './endpoint.ts';
import { invalid } from './errors.ts';
import { emit } from './events.ts';
import { newId } from './ids.ts';
import { is, page } from './lists.ts';
import { boolean, paging, text } from './params.ts';
import type { Price } from './state.ts';
import { planOf } from './subscription-blank.ts';
import { periodEnd } from './subscription-periods.ts';
import { release } from './subscription-phases.ts';
import { itemOf, type Schedule, type Subscription } from './subscription-rows.ts';
import { BLANK } from './subscription-schedule-blank.ts';
import { change } from './subscription-work.ts';
import { find, type World } from './world.ts';

/** https://docs.stripe.com/api/subscription_schedules. Only the portal makes them here. */
export const scheduleEndpoints = [
  endpoint('GET /v1/subscription_schedules', { ...paging, customer: text.optional() }, ({ world, input, url }) =>
    page(
      world.store.all('schedules').filter((row) => is(input.customer, row.customer)),
      input,
      url,
    ),
  ),
  endpoint('GET /v1/subscription_schedules/:id', {}, ({ world, id }) => find(world, 'schedules', id)),
  endpoint(
    'POST /v1/subscription_schedules/:id/release',
    { preserve_cancel_date: boolean.optional() },
    ({ world, id }) => {
      const row = find(world, 'schedules', id);
      if (row.status !== 'active') throw invalid(`You cannot release a schedule that is ${row.status}.`);
      release(world, row);
      return find(world, 'schedules', id);
    },
  ),
];

/** Leaves a subscription at its price until the period ends, and at `price` from then on. */
export const scheduleNext = (world: World, subscription: Subscription, price: Price): Schedule => {
  const item = itemOf(subscription);
  const { current_period_start: start, current_period_end: end } = item;
  const after = periodEnd(subscription.billing_cycle_anchor, end, price);
  const row: Schedule = {
    ...BLANK,
    id: newId('sub_sched'),
    created: world.clock.now(),
    current_phase: { start_date: start, end_date: end },
    customer: subscription.customer,
    phases: [
      phaseOf(subscription, item.price, { start_date: start, end_date: end }),
      phaseOf(subscription, price, { start_date: end, end_date: after }),
    ],
    subscription: subscription.id,
  };
  emit(world, 'subscription_schedule.created', world.store.put('schedules', row));
  change(world, subscription.id, { schedule: row.id });
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
