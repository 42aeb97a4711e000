import type Stripe from 'stripe';
import { detailsOf, outcomeOf } from './charge-details.ts';
import { endpoint } from './endpoint.ts';
import { emit } from './events.ts';
import { newId } from './ids.ts';
import { is, page, within } from './lists.ts';
import { created, merged, metadata, paging, type Shape, text } from './params.ts';
import { DECLINES } from './test-cards.ts';
import { find, type World } from './world.ts';

const listShape = {
  ...paging,
  created: created.optional(),
  customer: text.optional(),
  payment_intent: text.optional(),
} satisfies Shape<Stripe.ChargeListParams>;

/** https://docs.stripe.com/api/charges */
export const chargeEndpoints = [
  endpoint('GET /v1/charges', listShape, ({ world, input, url }) => {
    const rows = world.store.all('charges').filter((row) => within(row.created, input.created));
    const wanted = rows.filter(
      (row) => is(input.customer, row.customer) && is(input.payment_intent, row.payment_intent),
    );
    return page(wanted, input, url);
  }),
  endpoint('GET /v1/charges/:id', {}, ({ world, id }) => find(world, 'charges', id)),
  endpoint('POST /v1/charges/:id', { metadata: metadata.optional(), description: text.optional() }, (call) => {
    const row = find(call.world, 'charges', call.id);
    row.metadata = merged(row.metadata, call.input.metadata);
    row.description = call.input.description ?? row.description;
    emit(call.world, 'charge.updated', row);
    return call.world.store.put('charges', row);
  }),
];

type Outcome = {
  status: 'succeeded' | 'pending' | 'failed';
  failure?: { code: string; message: string; decline?: string };
};

/** Records one attempt to take a payment intent's money, and tells of it. */
export const newCharge = (
  world: World,
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
    created: world.clock.now(),
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
    payment_method_details: detailsOf(world, method),
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
  world.store.put('charges', row);
  emit(world, `charge.${status}`, row);
  return row;
};

/** Settles a pending charge one way or the other, and tells of it. */
export const settleCharge = (
  world: World,
  row: Stripe.Charge,
  failure?: { code: string; message: string },
): Stripe.Charge => {
  row.status = failure ? 'failed' : 'succeeded';
  row.paid = !failure;
  row.failure_code = failure?.code ?? null;
  row.failure_message = failure?.message ?? null;
  row.outcome = outcomeOf(failure);
  world.store.put('charges', row);
  emit(world, failure ? 'charge.failed' : 'charge.succeeded', row);
  return row;
};

/** The decline of a card by its kind, if it is one. */
export const declineOf = (kind: string) => (kind in DECLINES ? DECLINES[kind as keyof typeof DECLINES] : undefined);
