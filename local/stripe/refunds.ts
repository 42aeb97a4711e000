import type Stripe from 'stripe';
import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { invalid } from './errors.ts';
import { emit } from './events.ts';
import { newId, randomText } from './ids.ts';
import { is, page, within } from './lists.ts';
import { dollars } from './money.ts';
import { boolean, created, integer, merged, metadata, paging, type Shape, text } from './params.ts';
import { schedule } from './schedule.ts';
import { find, type World } from './world.ts';

const createShape = {
  amount: integer.optional(),
  charge: text.optional(),
  payment_intent: text.optional(),
  metadata: metadata.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  refund_application_fee: boolean.optional(),
  reverse_transfer: boolean.optional(),
} satisfies Shape<Stripe.RefundCreateParams>;
const listShape = {
  ...paging,
  charge: text.optional(),
  created: created.optional(),
  payment_intent: text.optional(),
} satisfies Shape<Stripe.RefundListParams>;

/** https://docs.stripe.com/api/refunds */
export const refundEndpoints = [
  endpoint('POST /v1/refunds', createShape, ({ world, input }) => refund(world, chargeOf(world, input), input)),
  endpoint('GET /v1/refunds', listShape, ({ world, input, url }) => {
    const rows = world.store.all('refunds').filter((row) => within(row.created, input.created));
    return page(
      rows.filter((row) => is(input.charge, row.charge) && is(input.payment_intent, row.payment_intent)),
      input,
      url,
    );
  }),
  endpoint('GET /v1/refunds/:id', {}, ({ world, id }) => find(world, 'refunds', id)),
  endpoint('POST /v1/refunds/:id', { metadata: metadata.optional() }, ({ world, input, id }) => {
    const row = find(world, 'refunds', id);
    row.metadata = merged(row.metadata, input.metadata);
    emit(world, 'refund.updated', row);
    return world.store.put('refunds', row);
  }),
];

type Input = z.infer<z.ZodObject<typeof createShape>>;
const BANK_DAYS = 3 * 24 * 3600;

const chargeOf = (world: World, { charge, payment_intent }: Input): Stripe.Charge => {
  if (charge) return find(world, 'charges', charge, 'charge');
  if (!payment_intent)
    throw invalid('One of the following params should be provided for this request: payment_intent or charge.');
  const intent = find(world, 'payment_intents', payment_intent, 'payment_intent');
  if (!intent.latest_charge)
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, 'payment_intent');
  return find(world, 'charges', intent.latest_charge as string);
};

/** Gives back all or part of a charge. Throws when there is not so much left to give. */
const refund = (world: World, charge: Stripe.Charge, input: Input): Stripe.Refund => {
  const left = charge.amount - charge.amount_refunded;
  const amount = input.amount ?? left;
  checkRefund(charge, amount, left, input);
  const bank = charge.payment_method_details?.type === 'us_bank_account';
  const row: Stripe.Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: world.clock.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    ...(!bank && {
      destination_details: {
        type: 'card',
        card: { type: 'refund', reference_status: 'pending', reference_type: 'acquirer_reference_number' },
      },
    }),
    metadata: merged({}, input.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: input.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: bank ? 'pending' : 'succeeded',
    transfer_reversal: input.reverse_transfer ? `trr_${randomText(24)}` : null,
  };
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  world.store.put('charges', charge);
  world.store.put('refunds', row);
  if (bank) schedule(world, world.clock.now() + BANK_DAYS, 'refund_settles', row.id);
  emit(world, 'refund.created', row);
  emit(world, 'charge.refunded', charge, {
    previous: { amount_refunded: charge.amount_refunded - amount, refunded: false },
  });
  emit(world, 'refund.updated', row);
  return row;
};

/** A refund to a bank account arrives. */
export const settleRefund = (world: World, id: string): void => {
  const row = world.store.get('refunds', id);
  if (row?.status !== 'pending') return;
  row.status = 'succeeded';
  world.store.put('refunds', row);
  emit(world, 'refund.updated', row, { previous: { status: 'pending' } });
};

const checkRefund = (charge: Stripe.Charge, amount: number, left: number, input: Input): void => {
  if (charge.status !== 'succeeded')
    throw invalid(
      `The charge ${charge.id} has not succeeded and cannot be refunded.`,
      'charge',
      'charge_not_refundable',
    );
  if (charge.refunded)
    throw invalid(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded');
  if (amount < 1)
    throw invalid('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer');
  if (amount > left)
    throw invalid(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      'amount',
    );
  if (input.reverse_transfer && !charge.transfer_data) {
    throw invalid(
      `Cannot reverse transfer for charge ${charge.id}, because it is not associated with a transfer.`,
      'reverse_transfer',
    );
  }
};
