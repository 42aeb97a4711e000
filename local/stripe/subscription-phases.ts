import { emit } from './events.ts';
import { planOf } from './subscription-blank.ts';
import { itemOf, type Schedule, type Subscription } from './subscription-rows.ts';
import { change } from './subscription-work.ts';
import { find, type World } from './world.ts';

type Phase = Schedule['phases'][number];

/** Puts a subscription at the price that its schedule has from `start` on, and lets it go after the last phase. */
export const enterPhase = (world: World, id: string, start: number): Subscription => {
  const row = find(world, 'subscriptions', id);
  const schedule = row.schedule ? world.store.get('schedules', row.schedule) : undefined;
  if (schedule?.status !== 'active') return row;
  const phase = schedule.phases.find(({ start_date, end_date }) => start_date <= start && start < end_date);
  if (!phase) return release(world, schedule);
  schedule.current_phase = { start_date: phase.start_date, end_date: phase.end_date };
  emit(world, 'subscription_schedule.updated', world.store.put('schedules', schedule));
  return change(world, id, { items: itemsIn(world, row, phase) });
};

const itemsIn = (world: World, row: Subscription, { items }: Phase): Subscription['items'] => {
  const wanted = items[0]?.price as string;
  const price = find(world, 'prices', wanted);
  return { ...row.items, data: [{ ...itemOf(row), price, plan: planOf(price) }] };
};

/** Lets go of a subscription, which goes on as it is: https://docs.stripe.com/api/subscription_schedules/release */
export const release = (world: World, schedule: Schedule): Subscription => {
  const { subscription } = schedule;
  const row = world.store.put('schedules', {
    ...schedule,
    current_phase: null,
    released_at: world.clock.now(),
    released_subscription: subscription,
    status: 'released',
    subscription: null,
  });
  emit(world, 'subscription_schedule.released', row);
  return change(world, subscription!, { schedule: null });
};
