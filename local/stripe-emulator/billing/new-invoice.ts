import type Stripe from 'stripe';
import { type Context, find } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import { newPaymentIntent } from '../payments/new-payment-intent.ts';
import { periodLine } from './invoice-lines.ts';
import { type Invoice, type InvoiceLine, itemOf, type Subscription } from './subscription-rows.ts';

type Reason = 'subscription_create' | 'subscription_cycle' | 'subscription_update';

/**
 * Makes, finalizes and numbers a subscription's invoice, with what was pending for it; `period` false leaves the period
 * out, `intent` is one that has collected it already. Stripe keeps a renewal's draft for an hour, the emulator does not: https://docs.stripe.com/billing/invoices/subscription
 */
export const newInvoice = (
  ctx: Context,
  subscription: Subscription,
  reason: Reason,
  { period = true, intent }: { period?: boolean; intent?: Stripe.PaymentIntent } = {},
): Invoice => {
  const draft = ctx.store.put('invoices', draftInvoice(ctx, subscription, reason, period));
  for (const item of ctx.store.all('pending_items')) {
    if (item.subscription === subscription.id) ctx.store.remove('pending_items', item.id);
  }
  emit(ctx, 'invoice.created', draft);
  return finalize(ctx, draft, intent);
};

/** The invoice that a subscription would get now; its id is only for looking at. */
export const draftInvoice = (ctx: Context, subscription: Subscription, reason: string, period: boolean): Invoice => {
  const id = newId('in');
  const pending = ctx.store.all('pending_items').filter((item) => item.subscription === subscription.id);
  const lines = [...pending.reverse().map(({ line }) => line), ...(period ? [periodLine(ctx, subscription)] : [])];
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const customer = find(ctx, 'customers', subscription.customer);
  const { due } = settled(total + customer.balance);
  const now = ctx.clock.now();
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

const finalize = (ctx: Context, draft: Invoice, intent?: Stripe.PaymentIntent): Invoice => {
  const customer = find(ctx, 'customers', draft.customer);
  const { next_invoice_sequence: sequence = 1, invoice_prefix } = customer;
  const { ending_balance } = settled(draft.total + customer.balance);
  ctx.store.put('customers', { ...customer, balance: ending_balance, next_invoice_sequence: sequence + 1 });
  const now = ctx.clock.now();
  const row = ctx.store.put('invoices', {
    ...draft,
    effective_at: now,
    ending_balance,
    hosted_invoice_url: `${ctx.baseUrl}/i/${draft.id}`,
    number: `${invoice_prefix}-${String(sequence).padStart(4, '0')}`,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  });
  emit(ctx, 'invoice.finalized', row);
  if (row.amount_due > 0) {
    const { id, created } = intent ?? newIntent(ctx, row);
    ctx.store.put('collections', { id, invoice: row.id, created });
  }
  return row;
};

const newIntent = (ctx: Context, { amount_due: amount, currency, customer }: Invoice): Stripe.PaymentIntent =>
  newPaymentIntent(ctx, {
    amount,
    currency,
    customer,
    description: 'Subscription',
    setup_future_usage: 'off_session',
  });

const BLANK = {
  object: 'invoice',
  account_country: 'US',
  account_name: 'Porchlight',
  account_tax_ids: null,
  amount_overpaid: 0,
  amount_paid: 0,
  amount_shipping: 0,
  application: null,
  attempt_count: 0,
  attempted: false,
  auto_advance: true,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
  automatically_finalizes_at: null,
  collection_method: 'charge_automatically',
  custom_fields: null,
  customer_account: null,
  customer_shipping: null,
  customer_tax_exempt: 'none',
  customer_tax_ids: [],
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  due_date: null,
  effective_at: null,
  ending_balance: null,
  footer: null,
  from_invoice: null,
  hosted_invoice_url: null,
  invoice_pdf: null,
  issuer: { type: 'self' },
  last_finalization_error: null,
  latest_revision: null,
  livemode: false,
  metadata: {},
  next_payment_attempt: null,
  number: null,
  on_behalf_of: null,
  payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
  post_payment_credit_notes_amount: 0,
  pre_payment_credit_notes_amount: 0,
  receipt_number: null,
  rendering: null,
  shipping_cost: null,
  shipping_details: null,
  statement_descriptor: null,
  test_clock: null,
  total_discount_amounts: [],
  total_pretax_credit_amounts: [],
  total_taxes: [],
  webhooks_delivered_at: null,
} satisfies Partial<Invoice>;
