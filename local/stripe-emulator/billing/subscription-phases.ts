import { type Context, find } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { planOf } from './default-subscription.ts';
import { changeSubscription } from './subscription-changes.ts';
import { itemOf, type Schedule, type Subscription } from './subscription-rows.ts';

type Phase = Schedule['phases'][number];

export const enterPhase = (ctx: Context, id: string, start: number): Subscription => {
  const row = find(ctx, 'subscriptions', id);
  const schedule = row.schedule ? ctx.store.get('schedules', row.schedule) : undefined;
  if (schedule?.status !== 'active') return row;
  const phase = schedule.phases.find(({ start_date, end_date }) => start_date <= start && start < end_date);
  if (!phase) return release(ctx, schedule);
  schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date };
  emit(ctx, 'subscription_schedule.updated', ctx.store.put('schedules', schedule));
  return changeSubscription(ctx, id, { items: itemsIn(ctx, row, phase) });
};

const itemsIn = (ctx: Context, row: Subscription, { items }: Phase): Subscription['items'] => {
  const wanted = items[0]?.price as string;
  const price = find(ctx, 'prices', wanted);
  return { ...row.items, data: [{ ...itemOf(row), price, plan: planOf(price) }] };
};

/** Releases a subscription, which continues unchanged: https://docs.stripe.com/api/subscription_schedules/release */
export const release = (ctx: Context, schedule: Schedule): Subscription => {
  const { subscription } = schedule;
  const row = ctx.store.put('schedules', {
    ...schedule,
    current_phase: null,
    released_at: ctx.clock.now(),
    released_subscription: subscription,
    status: 'released',
    subscription: null,
  });
  emit(ctx, 'subscription_schedule.released', row);
  return changeSubscription(ctx, subscription!, { schedule: null });
};
