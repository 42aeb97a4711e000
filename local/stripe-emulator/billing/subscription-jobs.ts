import type { Context } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { collectInvoice, methodFor } from './collect-invoice.ts';
import { voidInvoice } from './end-invoice.ts';
import { draftInvoice, newInvoice } from './new-invoice.ts';
import { changeSubscription, endSubscription } from './subscription-changes.ts';
import { periodEnd } from './subscription-periods.ts';
import { enterPhase } from './subscription-phases.ts';
import { isOver, itemOf, type Subscription } from './subscription-rows.ts';

export const SUBSCRIPTION_WORK: Record<string, (ctx: Context, target: string) => void> = {
  subscription_due: (ctx, id) => withLiving(ctx, id, due),
  subscription_expires: (ctx, id) => withLiving(ctx, id, expireSubscription),
  subscription_renews_soon: (ctx, id) => withLiving(ctx, id, notifyRenewal),
  subscription_trial_ends_soon: (ctx, id) =>
    withLiving(ctx, id, (row) => emit(ctx, 'customer.subscription.trial_will_end', row)),
  invoice_retries: collectInvoice,
};

const withLiving = (ctx: Context, id: string, work: (row: Subscription, ctx: Context) => void): void => {
  const row = ctx.store.get('subscriptions', id);
  if (row && !isOver(row)) work(row, ctx);
};

const due = (row: Subscription, ctx: Context): void => {
  const now = ctx.clock.now();
  const unpaid = row.status === 'trialing' && !methodFor(ctx, row);
  const without = unpaid ? row.trial_settings?.end_behavior.missing_payment_method : undefined;
  if ((row.cancel_at !== null && row.cancel_at <= now) || without === 'cancel') endSubscription(ctx, row.id);
  else if (without === 'pause') pause(ctx, row);
  else startPeriod(ctx, row.id, itemOf(row).current_period_end);
};

const pause = (ctx: Context, { id }: Subscription): void => {
  emit(ctx, 'customer.subscription.paused', changeSubscription(ctx, id, { status: 'paused' }));
};

/** Begins the next period at `start` and collects what it costs: https://docs.stripe.com/billing/invoices/subscription */
export const startPeriod = (
  ctx: Context,
  id: string,
  start: number,
  changes: Partial<Subscription> = {},
): Subscription => {
  const old = enterPhase(ctx, id, start);
  const anchor = changes.billing_cycle_anchor ?? old.billing_cycle_anchor;
  const item = itemOf(old);
  const period = { current_period_start: start, current_period_end: periodEnd(anchor, start, item.price) };
  const row = changeSubscription(ctx, id, {
    ...changes,
    items: { ...old.items, data: [{ ...item, ...period }] },
    status: ['trialing', 'paused'].includes(old.status) ? 'active' : old.status,
  });
  const invoice = newInvoice(ctx, row, 'subscription_cycle');
  changeSubscription(ctx, id, { latest_invoice: invoice.id });
  if (row.status !== 'unpaid') collectInvoice(ctx, invoice.id);
  return ctx.store.get('subscriptions', id)!;
};

export const expireSubscription = (row: Subscription, ctx: Context): void => {
  if (row.status !== 'incomplete') return;
  const invoice = row.latest_invoice ? ctx.store.get('invoices', row.latest_invoice) : undefined;
  if (invoice?.status === 'open') voidInvoice(ctx, invoice);
  endSubscription(ctx, row.id, { status: 'incomplete_expired' });
};

const notifyRenewal = (row: Subscription, ctx: Context): void => {
  const item = itemOf(row);
  const start = item.current_period_end;
  const next = {
    current_period_start: start,
    current_period_end: periodEnd(row.billing_cycle_anchor, start, item.price),
  };
  const items = { ...row.items, data: [{ ...item, ...next }] };
  const { id: _, ...upcoming } = draftInvoice(ctx, { ...row, items, status: 'active' }, 'upcoming', true);
  emit(ctx, 'invoice.upcoming', { ...upcoming, next_payment_attempt: start });
};
