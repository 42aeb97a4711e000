import type Stripe from 'stripe';
import { emit } from './events.ts';
import { newId } from './ids.ts';
import { BLANK } from './invoice-blank.ts';
import { periodLine } from './invoice-lines.ts';
import { newPaymentIntent } from './new-payment-intent.ts';
import { type Invoice, type InvoiceLine, itemOf, type Subscription } from './subscription-rows.ts';
import { find, type World } from './world.ts';

type Reason = 'subscription_create' | 'subscription_cycle' | 'subscription_update';

/**
 * Makes, finalizes and numbers a subscription's invoice, with what was pending for it; `period` false leaves the period
 * out, `intent` is one that has collected it already. Stripe keeps a renewal's draft for an hour, the emulator does not: https://docs.stripe.com/billing/invoices/subscription
 */
export const newInvoice = (
  world: World,
  subscription: Subscription,
  reason: Reason,
  { period = true, intent }: { period?: boolean; intent?: Stripe.PaymentIntent } = {},
): Invoice => {
  const draft = world.store.put('invoices', draftOf(world, subscription, reason, period));
  for (const item of world.store.all('pending_items')) {
    if (item.subscription === subscription.id) world.store.remove('pending_items', item.id);
  }
  emit(world, 'invoice.created', draft);
  return finalize(world, draft, intent);
};

/** The invoice that a subscription would get now; its id is only for looking at. */
export const draftOf = (world: World, subscription: Subscription, reason: string, period: boolean): Invoice => {
  const id = newId('in');
  const pending = world.store.all('pending_items').filter((item) => item.subscription === subscription.id);
  const lines = [...pending.reverse().map(({ line }) => line), ...(period ? [periodLine(world, subscription)] : [])];
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const customer = find(world, 'customers', subscription.customer);
  const { due } = settled(total + customer.balance);
  const now = world.clock.now();
  return {
    ...BLANK,
    id,
    amount_due: due,
    amount_remaining: due,
    billing_reason: reason,
    created: now,
    currency: subscription.currency,
    customer: customer.id,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    default_payment_method: null,
    lines: listOf(id, lines),
    parent: {
      quote_details: null,
      subscription_details: { metadata: { ...subscription.metadata }, subscription: subscription.id },
      type: 'subscription_details',
    },
    period_end: period ? itemOf(subscription).current_period_start : now,
    period_start: period ? itemOf(subscription).current_period_start : now,
    starting_balance: customer.balance,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: total,
    subtotal_excluding_tax: total,
    total,
    total_excluding_tax: total,
  };
};

/** Credit, and what is too little to charge, waits for the next invoice. */
const settled = (owed: number) => (owed < 50 ? { due: 0, ending_balance: owed } : { due: owed, ending_balance: 0 });

const listOf = (invoice: string, lines: InvoiceLine[]) => ({
  object: 'list' as const,
  data: lines.map((line) => ({ ...line, invoice })),
  has_more: false,
  url: `/v1/invoices/${invoice}/lines`,
});

/** Numbers it, settles it with the customer's balance, and gets ready to collect the rest. */
const finalize = (world: World, draft: Invoice, intent?: Stripe.PaymentIntent): Invoice => {
  const customer = find(world, 'customers', draft.customer);
  const { next_invoice_sequence: sequence = 1, invoice_prefix } = customer;
  const { ending_balance } = settled(draft.total + customer.balance);
  world.store.put('customers', { ...customer, balance: ending_balance, next_invoice_sequence: sequence + 1 });
  const now = world.clock.now();
  const row = world.store.put('invoices', {
    ...draft,
    effective_at: now,
    ending_balance,
    hosted_invoice_url: `${world.baseUrl}/i/${draft.id}`,
    number: `${invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  });
  emit(world, 'invoice.finalized', row);
  if (row.amount_due > 0) {
    const { id, created } = intent ?? newIntent(world, row);
    world.store.put('collections', { id, invoice: row.id, created });
  }
  return row;
};

/** The intent that is to collect an invoice. */
const newIntent = (world: World, { amount_due: amount, currency, customer }: Invoice): Stripe.PaymentIntent =>
  newPaymentIntent(world, {
    amount,
    currency,
    customer,
    description: 'Subscription',
    setup_future_usage: 'off_session',
  });
