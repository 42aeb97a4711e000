import type Stripe from 'stripe';
import * as z from 'zod';
import { type Context, find } from '../core/context.ts';
import { endpoint } from '../core/endpoint.ts';
import { invalidRequest } from '../core/errors.ts';
import { emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import { inRange, matchesFilter, page } from '../core/lists.ts';
import { dollars } from '../core/money.ts';
import { boolean, created, integer, mergeMetadata, metadata, paging, type Shape, text } from '../core/params.ts';
import { scheduleJob } from '../core/schedule.ts';
import { refundFee } from './application-fees.ts';
import { addTransaction } from './balance.ts';
import { isChargedBack } from './disputes.ts';
import { reverseTransfer } from './transfers.ts';

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
  endpoint('POST /v1/refunds', createShape, ({ ctx, input }) => refund(ctx, chargeOf(ctx, input), input)),
  endpoint('GET /v1/refunds', listShape, ({ ctx, input, url }) => {
    const rows = ctx.store.all('refunds').filter((row) => inRange(row.created, input.created));
    return page(
      rows.filter(
        (row) => matchesFilter(input.charge, row.charge) && matchesFilter(input.payment_intent, row.payment_intent),
      ),
      input,
      url,
    );
  }),
  endpoint('GET /v1/refunds/:id', {}, ({ ctx, id }) => find(ctx, 'refunds', id)),
  endpoint('POST /v1/refunds/:id', { metadata: metadata.optional() }, ({ ctx, input, id }) => {
    const row = find(ctx, 'refunds', id);
    row.metadata = mergeMetadata(row.metadata, input.metadata);
    emit(ctx, 'refund.updated', row);
    return ctx.store.put('refunds', row);
  }),
];

type Input = z.infer<z.ZodObject<typeof createShape>>;
const BANK_DAYS = 3 * 24 * 3600;

const chargeOf = (ctx: Context, { charge, payment_intent }: Input): Stripe.Charge => {
  if (charge) return find(ctx, 'charges', charge, 'charge');
  if (!payment_intent)
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.');
  const intent = find(ctx, 'payment_intents', payment_intent, 'payment_intent');
  if (!intent.latest_charge)
    throw invalidRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      'payment_intent',
    );
  return find(ctx, 'charges', intent.latest_charge as string);
};

/** Gives back all or part of a charge. Throws when there is not so much left to give. */
const refund = (ctx: Context, charge: Stripe.Charge, input: Input): Stripe.Refund => {
  const left = charge.amount - charge.amount_refunded;
  const amount = input.amount ?? left;
  checkRefund(charge, amount, left, input);
  if (isChargedBack(ctx, charge))
    throw invalidRequest(
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
      undefined,
      'charge_disputed',
    );
  const bank = charge.payment_method_details?.type === 'us_bank_account';
  const row: Stripe.Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: ctx.clock.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    ...(!bank && {
      destination_details: {
        type: 'card',
        card: { type: 'refund', reference_status: 'pending', reference_type: 'acquirer_reference_number' },
      },
    }),
    metadata: mergeMetadata({}, input.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: input.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: bank ? 'pending' : 'succeeded',
    transfer_reversal: null,
    ...NOT_FAILED,
  };
  row.balance_transaction = addTransaction(ctx, {
    type: bank ? 'payment_refund' : 'refund',
    reporting_category: 'refund',
    amount: -amount,
    source: row.id,
  }).id;
  if (input.reverse_transfer) row.transfer_reversal = reverseShare(ctx, charge, row);
  if (input.refund_application_fee) refundFeeShare(ctx, charge, amount);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  ctx.store.put('charges', charge);
  ctx.store.put('refunds', row);
  if (bank) scheduleJob(ctx, ctx.clock.now() + BANK_DAYS, 'refund_settles', row.id);
  emit(ctx, 'refund.created', row);
  emit(ctx, 'charge.refunded', charge, {
    previous: { amount_refunded: charge.amount_refunded - amount, refunded: false },
  });
  emit(ctx, 'refund.updated', row);
  return row;
};

const NOT_FAILED = { failure_balance_transaction: null } as unknown as Partial<Stripe.Refund>;

/** The same share of the transfer as of the charge, and all that is left of it with the last refund. */
const reverseShare = (ctx: Context, charge: Stripe.Charge, { id, amount }: Stripe.Refund): string | null => {
  const transfer = find(ctx, 'transfers', charge.transfer as string);
  const left = transfer.amount - transfer.amount_reversed;
  const isLast = charge.amount_refunded + amount === charge.amount;
  const share = isLast ? left : Math.min(left, Math.round((transfer.amount * amount) / charge.amount));
  return share > 0 ? reverseTransfer(ctx, transfer, share, id).id : null;
};

const refundFeeShare = (ctx: Context, charge: Stripe.Charge, amount: number): void => {
  if (!charge.application_fee) return;
  const fee = find(ctx, 'application_fees', charge.application_fee as string);
  const left = fee.amount - fee.amount_refunded;
  const share = Math.min(left, Math.round((fee.amount * amount) / charge.amount));
  if (share > 0) refundFee(ctx, fee, share);
};

export const settleRefund = (ctx: Context, id: string): void => {
  const row = ctx.store.get('refunds', id);
  if (row?.status !== 'pending') return;
  row.status = 'succeeded';
  ctx.store.put('refunds', row);
  emit(ctx, 'refund.updated', row, { previous: { status: 'pending' } });
};

/** The money of a refund that failed stays with the platform: https://docs.stripe.com/refunds#failed-refunds */
export const failRefund = (ctx: Context, id: string): Stripe.Refund => {
  const row = find(ctx, 'refunds', id);
  if (row.status !== 'pending' && row.status !== 'succeeded') throw invalidRequest(`${id} is ${row.status}.`, 'id');
  const { status } = row;
  row.failure_balance_transaction = addTransaction(ctx, {
    type: 'refund_failure',
    reporting_category: 'refund_failure',
    amount: row.amount,
    source: id,
  }).id;
  Object.assign(row, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
  emit(ctx, 'refund.failed', row, { previous: { status } });
  emit(ctx, 'refund.updated', row, { previous: { status } });
  return ctx.store.put('refunds', row);
};

const checkRefund = (charge: Stripe.Charge, amount: number, left: number, input: Input): void => {
  if (charge.status !== 'succeeded')
    throw invalidRequest(
      `The charge ${charge.id} has not succeeded and cannot be refunded.`,
      'charge',
      'charge_not_refundable',
    );
  if (charge.refunded)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, undefined, 'charge_already_refunded');
  if (amount < 1)
    throw invalidRequest('This value must be greater than or equal to 1.', 'amount', 'parameter_invalid_integer');
  if (amount > left)
    throw invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      'amount',
    );
  if (input.reverse_transfer && !charge.transfer_data) {
    throw invalidRequest(
      `Cannot reverse transfer for charge ${charge.id}, because it is not associated with a transfer.`,
      'reverse_transfer',
    );
  }
};
