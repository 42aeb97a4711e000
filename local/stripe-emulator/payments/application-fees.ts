import type Stripe from 'stripe';
import { type Context, find } from '../core/context.ts';
import { endpoint } from '../core/endpoint.ts';
import { invalidRequest } from '../core/errors.ts';
import { emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import { inRange, matchesFilter, page } from '../core/lists.ts';
import { created, integer, metadata, paging, type Shape, text } from '../core/params.ts';
import { addTransaction, moveBalance } from './balance.ts';

const listShape = {
  ...paging,
  charge: text.optional(),
  created: created.optional(),
} satisfies Shape<Stripe.ApplicationFeeListParams>;

/** https://docs.stripe.com/api/application_fees and https://docs.stripe.com/api/fee_refunds */
export const applicationFeeEndpoints = [
  endpoint('GET /v1/application_fees', listShape, ({ ctx, input, url }) => {
    const rows = ctx.store.all('application_fees').filter((row) => inRange(row.created, input.created));
    return page(
      rows.filter((row) => matchesFilter(input.charge, row.charge)),
      input,
      url,
    );
  }),
  endpoint('GET /v1/application_fees/:id', {}, ({ ctx, id }) => find(ctx, 'application_fees', id)),
  endpoint(
    'POST /v1/application_fees/:id/refunds',
    {
      amount: integer.optional(),
      metadata: metadata.optional(),
    } satisfies Shape<Stripe.ApplicationFeeCreateRefundParams>,
    ({ ctx, input, id }) => {
      const fee = find(ctx, 'application_fees', id);
      return refundFee(ctx, fee, input.amount ?? fee.amount - fee.amount_refunded);
    },
  ),
];

export const newApplicationFee = (ctx: Context, charge: Stripe.Charge, amount: number): Stripe.ApplicationFee => {
  const id = newId('fee');
  const account = (charge.transfer_data?.destination ?? '') as string;
  const row: Stripe.ApplicationFee = {
    id,
    object: 'application_fee',
    account,
    amount,
    amount_refunded: 0,
    application: 'ca_emulator',
    balance_transaction: null,
    charge: charge.id,
    created: ctx.clock.now(),
    currency: 'usd',
    fee_source: { type: 'charge', charge: charge.id },
    livemode: false,
    originating_transaction: charge.id,
    refunded: false,
    refunds: { object: 'list', data: [], has_more: false, url: `/v1/application_fees/${id}/refunds` },
  };
  row.balance_transaction = addTransaction(ctx, {
    type: 'application_fee',
    reporting_category: 'platform_earning',
    amount,
    source: id,
  }).id;
  moveBalance(ctx, account, -amount);
  emit(ctx, 'application_fee.created', row);
  return ctx.store.put('application_fees', row);
};

/** Gives the connected account back all or part of the fee. Throws when there is not so much left of it. */
export const refundFee = (ctx: Context, fee: Stripe.ApplicationFee, amount: number): Stripe.FeeRefund => {
  const left = fee.amount - fee.amount_refunded;
  if (amount < 1 || amount > left)
    throw invalidRequest(`Refund amount (${amount}) is greater than fee amount remaining (${left})`, 'amount');
  const row: Stripe.FeeRefund = {
    id: newId('fr'),
    object: 'fee_refund',
    amount,
    balance_transaction: null,
    created: ctx.clock.now(),
    currency: 'usd',
    fee: fee.id,
    metadata: {},
  };
  row.balance_transaction = addTransaction(ctx, {
    type: 'application_fee_refund',
    reporting_category: 'platform_earning_refund',
    amount: -amount,
    source: row.id,
  }).id;
  moveBalance(ctx, fee.account as string, amount);
  fee.amount_refunded += amount;
  fee.refunded = fee.amount_refunded === fee.amount;
  fee.refunds.data.unshift(row);
  ctx.store.put('application_fees', fee);
  emit(ctx, 'application_fee.refunded', fee);
  return row;
};
