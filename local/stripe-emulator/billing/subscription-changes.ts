import { type Context, find } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { cancelJob, scheduleJob } from '../core/schedule.ts';
import { stopCollecting } from './end-invoice.ts';
import { isOver, itemOf, type Subscription } from './subscription-rows.ts';

const DAY = 24 * 3600;
/** When Stripe announces the end of a trial and a renewal: https://docs.stripe.com/billing/subscriptions/webhooks */
export const TRIAL_NOTICE = 3 * DAY;
const RENEWAL_NOTICE = 7 * DAY;
/** How long a first payment may take: https://docs.stripe.com/billing/subscriptions/overview#subscription-statuses */
const FIRST_PAYMENT = 23 * 3600;

const KINDS = ['subscription_due', 'subscription_trial_ends_soon', 'subscription_renews_soon', 'subscription_expires'];

export const changeSubscription = (ctx: Context, id: string, changes: Partial<Subscription>): Subscription => {
  const old = find(ctx, 'subscriptions', id);
  const row = ctx.store.put('subscriptions', { ...old, ...changes });
  scheduleWork(ctx, row);
  const previous = changedFields(old, row);
  if (Object.keys(previous).length > 0) emit(ctx, 'customer.subscription.updated', row, { previous });
  return row;
};

export const scheduleWork = (ctx: Context, row: Subscription): void => {
  for (const kind of KINDS) cancelJob(ctx, kind, row.id);
  if (isOver(row) || row.status === 'paused') return;
  const later = (at: number, kind: string) => {
    if (at > ctx.clock.now()) scheduleJob(ctx, at, kind, row.id);
  };
  if (row.status === 'incomplete') later(row.created + FIRST_PAYMENT, 'subscription_expires');
  else schedulePeriod(ctx, row, later);
};

const schedulePeriod = (ctx: Context, row: Subscription, later: (at: number, kind: string) => void): void => {
  const end = itemOf(row).current_period_end;
  const last = row.cancel_at !== null && row.cancel_at <= end;
  scheduleJob(ctx, last ? row.cancel_at! : end, 'subscription_due', row.id);
  if (row.status === 'trialing') later(end - TRIAL_NOTICE, 'subscription_trial_ends_soon');
  if (!last) later(end - RENEWAL_NOTICE, 'subscription_renews_soon');
};

const changedFields = (old: Subscription, row: Subscription): Partial<Subscription> =>
  Object.fromEntries(
    Object.entries(old).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(row[key as keyof typeof row]),
    ),
  );

export const endSubscription = (ctx: Context, id: string, changes: Partial<Subscription> = {}): Subscription => {
  const old = find(ctx, 'subscriptions', id);
  const now = ctx.clock.now();
  const row = ctx.store.put('subscriptions', {
    ...old,
    canceled_at: old.canceled_at ?? now,
    ended_at: now,
    pending_setup_intent: null,
    status: 'canceled',
    ...changes,
  });
  scheduleWork(ctx, row);
  release(ctx, row);
  stopCollecting(ctx, id);
  for (const item of ctx.store.all('pending_items')) {
    if (item.subscription === id) ctx.store.remove('pending_items', item.id);
  }
  const type = row.status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated';
  emit(ctx, type, row);
  return row;
};

const release = (ctx: Context, { schedule }: Subscription): void => {
  const row = schedule ? ctx.store.get('schedules', schedule) : undefined;
  if (row?.status !== 'active') return;
  Object.assign(row, { status: 'canceled', canceled_at: ctx.clock.now(), current_phase: null });
  ctx.store.put('schedules', row);
  emit(ctx, 'subscription_schedule.canceled', row);
};
