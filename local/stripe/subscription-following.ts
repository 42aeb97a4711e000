import type Stripe from 'stripe';
import { follow } from './follow.ts';
import { isOver } from './subscription-rows.ts';
import { change, end } from './subscription-work.ts';

/** The card that a trial asked for is set up: https://docs.stripe.com/billing/subscriptions/trials */
follow<Stripe.SetupIntent>('setup_intent.succeeded', (world, intent) => {
  const row = world.store.all('subscriptions').find(({ pending_setup_intent }) => pending_setup_intent === intent.id);
  if (!row || isOver(row)) return;
  const keeps = row.payment_settings?.save_default_payment_method === 'on_subscription';
  change(world, row.id, {
    pending_setup_intent: null,
    ...(keeps && { default_payment_method: intent.payment_method as string }),
  });
});

/** A deleted customer's subscriptions end: https://docs.stripe.com/api/customers/delete */
follow<Stripe.Customer>('customer.deleted', (world, { id }) => {
  for (const row of world.store.all('subscriptions')) if (row.customer === id && !isOver(row)) end(world, row.id);
});

/** A card that was taken away is nobody's default any more. */
follow<Stripe.PaymentMethod>('payment_method.detached', (world, { id }) => {
  for (const row of world.store.all('subscriptions')) {
    if (row.default_payment_method === id) change(world, row.id, { default_payment_method: null });
  }
});
