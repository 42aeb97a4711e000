import type Stripe from 'stripe';
import { type Context, find } from '../core/context.ts';
import { endpoint } from '../core/endpoint.ts';
import { emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import { inRange, matchesFilter, page } from '../core/lists.ts';
import { created, integer, mergeMetadata, metadata, paging, type Shape, text } from '../core/params.ts';
import { debitAccount } from './account-debits.ts';
import { behaviourOf } from './payment-methods.ts';
import { settleFailure, settleMoney } from './settlement.ts';
import { DECLINES } from './test-cards.ts';

const listShape = {
  ...paging,
  created: created.optional(),
  customer: text.optional(),
  payment_intent: text.optional(),
  transfer_group: text.optional(),
} satisfies Shape<Stripe.ChargeListParams>;

/** Only debits of connected accounts; other charges are made by payment intents. */
const debitShape = {
  amount: integer,
  currency: text,
  description: text.optional(),
  metadata: metadata.optional(),
  source: text,
  transfer_group: text.optional(),
} satisfies Shape<Stripe.ChargeCreateParams>;

/** https://docs.stripe.com/api/charges */
export const chargeEndpoints = [
  endpoint('GET /v1/charges', listShape, ({ ctx, input, url }) => {
    const rows = ctx.store.all('charges').filter((row) => inRange(row.created, input.created));
    const wanted = rows.filter(
      (row) => matchesFilter(input.customer, row.customer) && matchesFilter(input.payment_intent, row.payment_intent),
    );
    const grouped = wanted.filter((row) => matchesFilter(input.transfer_group, row.transfer_group));
    return page(grouped, input, url);
  }),
  endpoint('POST /v1/charges', debitShape, ({ ctx, input }) => debitAccount(ctx, input)),
  endpoint('GET /v1/charges/:id', {}, ({ ctx, id }) => find(ctx, 'charges', id)),
  endpoint('POST /v1/charges/:id', { metadata: metadata.optional(), description: text.optional() }, (call) => {
    const row = find(call.ctx, 'charges', call.id);
    row.metadata = mergeMetadata(row.metadata, call.input.metadata);
    row.description = call.input.description ?? row.description;
    emit(call.ctx, 'charge.updated', row);
    return call.ctx.store.put('charges', row);
  }),
];

type Outcome = {
  status: 'succeeded' | 'pending' | 'failed';
  failure?: { code: string; message: string; decline?: string };
};

export const newCharge = (
  ctx: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { status, failure }: Outcome,
): Stripe.Charge => {
  const { amount, currency, metadata, description, customer, transfer_data } = intent;
  const id = newId(method.type === 'card' ? 'ch' : 'py');
  const succeeded = status === 'succeeded';
  const row: Stripe.Charge = {
    id,
    object: 'charge',
    amount,
    amount_captured: status === 'failed' ? 0 : amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: intent.application_fee_amount,
    balance_transaction: null,
    billing_details: method.billing_details as Stripe.Charge.BillingDetails,
    calculated_statement_descriptor: 'PORCHLIGHT',
    captured: status !== 'failed',
    created: ctx.clock.now(),
    currency,
    customer,
    description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...metadata },
    on_behalf_of: intent.on_behalf_of,
    outcome: outcomeOf(failure),
    paid: succeeded,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(ctx, method),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status,
    transfer_data: transfer_data
      ? { amount: transfer_data.amount ?? null, destination: transfer_data.destination }
      : null,
    transfer_group: transfer_data ? `group_${intent.id}` : null,
  };
  ctx.store.put('charges', row);
  emit(ctx, `charge.${status}`, row);
  if (succeeded) settleMoney(ctx, row);
  return row;
};

export const settleCharge = (
  ctx: Context,
  row: Stripe.Charge,
  failure?: { code: string; message: string },
): Stripe.Charge => {
  row.status = failure ? 'failed' : 'succeeded';
  row.paid = !failure;
  row.failure_code = failure?.code ?? null;
  row.failure_message = failure?.message ?? null;
  row.outcome = outcomeOf(failure);
  ctx.store.put('charges', row);
  emit(ctx, failure ? 'charge.failed' : 'charge.succeeded', row);
  if (failure) settleFailure(ctx, row);
  else settleMoney(ctx, row);
  return row;
};

export const declineOf = (kind: string) => (kind in DECLINES ? DECLINES[kind as keyof typeof DECLINES] : undefined);

type Failure = { code: string; message: string; decline?: string };

const outcomeOf = (failure?: Failure): Stripe.Charge.Outcome => ({
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: failure ? 'declined_by_network' : 'approved_by_network',
  reason: failure?.decline ?? failure?.code ?? null,
  risk_level: 'normal',
  risk_score: 20,
  seller_message: failure ? 'The bank did not accept the payment.' : 'Payment complete.',
  type: failure ? 'issuer_declined' : 'authorized',
});

const detailsOf = (ctx: Context, method: Stripe.PaymentMethod): Stripe.Charge.PaymentMethodDetails => {
  const bank = method.us_bank_account;
  if (bank) return { type: 'us_bank_account', us_bank_account: bankDetails(bank) };
  const card = method.card!;
  const secured = behaviourOf(ctx, method.id).authenticated;
  const details = {
    brand: card.brand,
    checks: { ...card.checks, cvc_check: 'pass' },
    country: card.country,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    three_d_secure: secured ? { result: 'authenticated', version: '2.2.0' } : null,
    wallet: null,
  };
  return { type: 'card', card: details as unknown as Stripe.Charge.PaymentMethodDetails.Card };
};

const bankDetails = (bank: Stripe.PaymentMethod.UsBankAccount) =>
  ({
    account_holder_type: bank.account_holder_type,
    account_type: bank.account_type,
    bank_name: bank.bank_name,
    fingerprint: bank.fingerprint,
    last4: bank.last4,
    payment_reference: null,
    routing_number: bank.routing_number,
  }) as Stripe.Charge.PaymentMethodDetails.UsBankAccount;
