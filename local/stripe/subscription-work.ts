import { emit } from './events.ts';
import { stopCollecting } from './invoice-ending.ts';
import { schedule, unschedule } from './schedule.ts';
import { isOver, itemOf, type Subscription } from './subscription-rows.ts';
import { find, type World } from './world.ts';

const DAY = 24 * 3600;
/** How long before a trial's end and before a renewal Stripe tells: https://docs.stripe.com/billing/subscriptions/webhooks */
export const TRIAL_NOTICE = 3 * DAY;
const RENEWAL_NOTICE = 7 * DAY;
/** How long a first payment may take: https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses */
const FIRST_PAYMENT = 23 * 3600;

const KINDS = ['subscription_due', 'subscription_trial_ends_soon', 'subscription_renews_soon', 'subscription_expires'];

/** Changes a subscription, tells what is different, and puts its work back on the calendar. */
export const change = (world: World, id: string, changes: Partial<Subscription>): Subscription => {
  const old = find(world, 'subscriptions', id);
  const row = world.store.put('subscriptions', { ...old, ...changes });
  plan(world, row);
  const previous = differing(old, row);
  if (Object.keys(previous).length > 0) emit(world, 'customer.subscription.updated', row, { previous });
  return row;
};

/** Puts on the calendar what a subscription has coming, in place of what was there. */
export const plan = (world: World, row: Subscription): void => {
  for (const kind of KINDS) unschedule(world, kind, row.id);
  if (isOver(row) || row.status === 'paused') return;
  const later = (at: number, kind: string) => {
    if (at > world.clock.now()) schedule(world, at, kind, row.id);
  };
  if (row.status === 'incomplete') later(row.created + FIRST_PAYMENT, 'subscription_expires');
  else planPeriod(world, row, later);
};

const planPeriod = (world: World, row: Subscription, later: (at: number, kind: string) => void): void => {
  const end = itemOf(row).current_period_end;
  const last = row.cancel_at !== null && row.cancel_at <= end;
  schedule(world, last ? row.cancel_at! : end, 'subscription_due', row.id);
  if (row.status === 'trialing') later(end - TRIAL_NOTICE, 'subscription_trial_ends_soon');
  if (!last) later(end - RENEWAL_NOTICE, 'subscription_renews_soon');
};

/** The old values of what differs. */
const differing = (old: Subscription, row: Subscription): Partial<Subscription> =>
  Object.fromEntries(
    Object.entries(old).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(row[key as keyof typeof row]),
    ),
  );

/** Ends a subscription for good. */
export const end = (world: World, id: string, changes: Partial<Subscription> = {}): Subscription => {
  const old = find(world, 'subscriptions', id);
  const now = world.clock.now();
  const row = world.store.put('subscriptions', {
    ...old,
    canceled_at: old.canceled_at ?? now,
    ended_at: now,
    pending_setup_intent: null,
    status: 'canceled',
    ...changes,
  });
  plan(world, row);
  release(world, row);
  stopCollecting(world, id);
  for (const item of world.store.all('pending_items')) {
    if (item.subscription === id) world.store.remove('pending_items', item.id);
  }
  const type = row.status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated';
  emit(world, type, row);
  return row;
};

/** A schedule ends with its subscription. */
const release = (world: World, { schedule }: Subscription): void => {
  const row = schedule ? world.store.get('schedules', schedule) : undefined;
  if (row?.status !== 'active') return;
  Object.assign(row, { status: 'canceled', canceled_at: world.clock.now(), current_phase: null });
  world.store.put('schedules', row);
  emit(world, 'subscription_schedule.canceled', row);
};
