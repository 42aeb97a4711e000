import { emit } from './events.ts';
import { voidInvoice } from './invoice-ending.ts';
import { draftOf, newInvoice } from './invoice-making.ts';
import { collect, methodFor } from './invoice-paying.ts';
import { periodEnd } from './subscription-periods.ts';
import { enterPhase } from './subscription-phases.ts';
import { isOver, itemOf, type Subscription } from './subscription-rows.ts';
import { change, end } from './subscription-work.ts';
import type { World } from './world.ts';

/** The work that subscriptions leave on the calendar, by its kind (see jobs.ts). */
export const SUBSCRIPTION_WORK: Record<string, (world: World, target: string) => void> = {
  subscription_due: (world, id) => withLiving(world, id, due),
  subscription_expires: (world, id) => withLiving(world, id, expire),
  subscription_renews_soon: (world, id) => withLiving(world, id, tellOfRenewal),
  subscription_trial_ends_soon: (world, id) =>
    withLiving(world, id, (row) => emit(world, 'customer.subscription.trial_will_end', row)),
  invoice_retries: collect,
};

const withLiving = (world: World, id: string, work: (row: Subscription, world: World) => void): void => {
  const row = world.store.get('subscriptions', id);
  if (row && !isOver(row)) work(row, world);
};

/** The end of a trial or period: the subscription ends, pauses or goes on. */
const due = (row: Subscription, world: World): void => {
  const now = world.clock.now();
  const unpaid = row.status === 'trialing' && !methodFor(world, row);
  const without = unpaid ? row.trial_settings?.end_behavior.missing_payment_method : undefined;
  if ((row.cancel_at !== null && row.cancel_at <= now) || without === 'cancel') end(world, row.id);
  else if (without === 'pause') pause(world, row);
  else renew(world, row.id, itemOf(row).current_period_end);
};

const pause = (world: World, { id }: Subscription): void => {
  emit(world, 'customer.subscription.paused', change(world, id, { status: 'paused' }));
};

/** Begins the next period at `start` and collects what it costs: https://docs.stripe.com/billing/invoices/subscription */
export const renew = (world: World, id: string, start: number, changes: Partial<Subscription> = {}): Subscription => {
  const old = enterPhase(world, id, start);
  const anchor = changes.billing_cycle_anchor ?? old.billing_cycle_anchor;
  const item = itemOf(old);
  const period = { current_period_start: start, current_period_end: periodEnd(anchor, start, item.price) };
  const row = change(world, id, {
    ...changes,
    items: { ...old.items, data: [{ ...item, ...period }] },
    status: ['trialing', 'paused'].includes(old.status) ? 'active' : old.status,
  });
  const invoice = newInvoice(world, row, 'subscription_cycle');
  change(world, id, { latest_invoice: invoice.id });
  if (row.status !== 'unpaid') collect(world, invoice.id);
  return world.store.get('subscriptions', id)!;
};

/** Nobody made the first payment in time, or nobody is to make it any more. */
export const expire = (row: Subscription, world: World): void => {
  if (row.status !== 'incomplete') return;
  const invoice = row.latest_invoice ? world.store.get('invoices', row.latest_invoice) : undefined;
  if (invoice?.status === 'open') voidInvoice(world, invoice);
  end(world, row.id, { status: 'incomplete_expired' });
};

/** What the next invoice will be, a week ahead. */
const tellOfRenewal = (row: Subscription, world: World): void => {
  const item = itemOf(row);
  const start = item.current_period_end;
  const next = {
    current_period_start: start,
    current_period_end: periodEnd(row.billing_cycle_anchor, start, item.price),
  };
  const items = { ...row.items, data: [{ ...item, ...next }] };
  const { id: _, ...upcoming } = draftOf(world, { ...row, items, status: 'active' }, 'upcoming', true);
  emit(world, 'invoice.upcoming', { ...upcoming, next_payment_attempt: start });
};
