import type { Context } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { cancelJob } from '../core/schedule.ts';
import { cancelIntent } from '../payments/payment-intents.ts';
import { type Invoice, subscriptionOf } from './subscription-rows.ts';

/** Voids an open invoice: https://docs.stripe.com/api/invoices/void */
export const voidInvoice = (ctx: Context, row: Invoice): Invoice => {
  const status_transitions = { ...row.status_transitions, voided_at: ctx.clock.now() };
  const changes = { status: 'void', amount_remaining: 0, auto_advance: false, next_payment_attempt: null } as const;
  const voided = ctx.store.put('invoices', { ...row, ...changes, status_transitions });
  cancelJob(ctx, 'invoice_retries', row.id);
  const collection = ctx.store.all('collections').find(({ invoice }) => invoice === row.id);
  const intent = collection && ctx.store.get('payment_intents', collection.id);
  if (intent && !['canceled', 'succeeded', 'processing'].includes(intent.status)) cancelIntent(ctx, intent);
  emit(ctx, 'invoice.voided', voided);
  return voided;
};

/** Stops retries; the amount stays due: https://docs.stripe.com/billing/subscriptions/cancel */
export const stopCollecting = (ctx: Context, subscription: string): void => {
  for (const row of ctx.store.all('invoices')) {
    if (row.status !== 'open' || subscriptionOf(row) !== subscription) continue;
    cancelJob(ctx, 'invoice_retries', row.id);
    ctx.store.put('invoices', { ...row, auto_advance: false, next_payment_attempt: null });
  }
};
