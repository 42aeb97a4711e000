import { emit } from './events.ts';
import { cancelIntent } from './payment-intents.ts';
import { unschedule } from './schedule.ts';
import { type Invoice, subscriptionOf } from './subscription-rows.ts';
import type { World } from './world.ts';

/** Makes an open invoice one that nobody owes: https://docs.stripe.com/api/invoices/void */
export const voidInvoice = (world: World, row: Invoice): Invoice => {
  const status_transitions = { ...row.status_transitions, voided_at: world.clock.now() };
  const changes = { status: 'void', amount_remaining: 0, auto_advance: false, next_payment_attempt: null } as const;
  const voided = world.store.put('invoices', { ...row, ...changes, status_transitions });
  unschedule(world, 'invoice_retries', row.id);
  const collection = world.store.all('collections').find(({ invoice }) => invoice === row.id);
  const intent = collection && world.store.get('payment_intents', collection.id);
  if (intent && !['canceled', 'succeeded', 'processing'].includes(intent.status)) cancelIntent(world, intent);
  emit(world, 'invoice.voided', voided);
  return voided;
};

/** What is still owed stays so, and is not collected any more: https://docs.stripe.com/billing/subscriptions/cancel */
export const stopCollecting = (world: World, subscription: string): void => {
  for (const row of world.store.all('invoices')) {
    if (row.status !== 'open' || subscriptionOf(row) !== subscription) continue;
    unschedule(world, 'invoice_retries', row.id);
    world.store.put('invoices', { ...row, auto_advance: false, next_payment_attempt: null });
  }
};
