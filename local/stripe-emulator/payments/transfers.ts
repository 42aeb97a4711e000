import type Stripe from 'stripe';
import { type Context, find } from '../core/context.ts';
import { endpoint } from '../core/endpoint.ts';
import { invalidRequest } from '../core/errors.ts';
import { emit } from '../core/events.ts';
import { newId } from '../core/ids.ts';
import { inRange, matchesFilter, page } from '../core/lists.ts';
import { boolean, created, integer, mergeMetadata, metadata, paging, type Shape, text } from '../core/params.ts';
import { addTransaction, canTake, moveBalance } from './balance.ts';
import { findDestination } from './destination.ts';

const createShape = {
  amount: integer,
  currency: text,
  description: text.optional(),
  destination: text,
  metadata: metadata.optional(),
  transfer_group: text.optional(),
} satisfies Shape<Stripe.TransferCreateParams>;
const listShape = {
  ...paging,
  created: created.optional(),
  destination: text.optional(),
  transfer_group: text.optional(),
} satisfies Shape<Stripe.TransferListParams>;
const reversalShape = {
  amount: integer.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  refund_application_fee: boolean.optional(),
} satisfies Shape<Stripe.TransferCreateReversalParams>;

/** https://docs.stripe.com/api/transfers and https://docs.stripe.com/api/transfer_reversals */
export const transferEndpoints = [
  endpoint('POST /v1/transfers', createShape, ({ ctx, input }) => {
    const account = findDestination(ctx, input.destination, 'destination');
    if (account.capabilities?.transfers !== 'active') throw invalidRequest(NO_TRANSFERS, 'destination');
    return newTransfer(ctx, input);
  }),
  endpoint('GET /v1/transfers', listShape, ({ ctx, input, url }) => {
    const rows = ctx.store
      .all('transfers')
      .filter((row) => inRange(row.created, input.created) && matchesFilter(input.destination, row.destination))
      .filter((row) => matchesFilter(input.transfer_group, row.transfer_group));
    return page(rows, input, url);
  }),
  endpoint('GET /v1/transfers/:id', {}, ({ ctx, id }) => find(ctx, 'transfers', id)),
  endpoint('POST /v1/transfers/:id/reversals', reversalShape, ({ ctx, input, id }) => {
    const transfer = find(ctx, 'transfers', id);
    return reverseTransfer(ctx, transfer, input.amount ?? transfer.amount - transfer.amount_reversed);
  }),
];

const NO_TRANSFERS = 'Your destination account needs to have at least the transfers capability enabled.';

type NewTransfer = {
  amount: number;
  destination: string;
  transfer_group?: string | null;
  source_transaction?: string;
  description?: string;
  metadata?: Record<string, string> | '';
};

export const newTransfer = (ctx: Context, input: NewTransfer): Stripe.Transfer => {
  const id = newId('tr');
  const { amount, destination } = input;
  const row: Stripe.Transfer = {
    id,
    object: 'transfer',
    amount,
    amount_reversed: 0,
    balance_transaction: null,
    created: ctx.clock.now(),
    currency: 'usd',
    description: input.description ?? null,
    destination,
    livemode: false,
    metadata: mergeMetadata({}, input.metadata),
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: input.source_transaction ?? null,
    source_type: 'card',
    transfer_group: input.transfer_group ?? null,
  };
  row.balance_transaction = addTransaction(ctx, {
    type: 'transfer',
    reporting_category: 'transfer',
    amount: -amount,
    source: id,
  }).id;
  moveBalance(ctx, destination, amount);
  emit(ctx, 'transfer.created', row);
  return ctx.store.put('transfers', row);
};

/** Takes back all or part of a transfer. Throws when there is not so much left, or the account has too little. */
export const reverseTransfer = (
  ctx: Context,
  transfer: Stripe.Transfer,
  amount: number,
  source_refund: string | null = null,
): Stripe.TransferReversal => {
  const left = transfer.amount - transfer.amount_reversed;
  const account = transfer.destination as string;
  if (amount < 1 || amount > left)
    throw invalidRequest(`Reversal amount (${amount}) is greater than unreversed amount (${left})`, 'amount');
  if (!canTake(ctx, account, amount))
    throw invalidRequest(
      'Insufficient funds in the connected account to reverse this transfer.',
      undefined,
      TOO_LITTLE,
    );
  const row: Stripe.TransferReversal = {
    id: newId('trr'),
    object: 'transfer_reversal',
    amount,
    balance_transaction: null,
    created: ctx.clock.now(),
    currency: 'usd',
    destination_payment_refund: null,
    metadata: {},
    source_refund,
    transfer: transfer.id,
  };
  row.balance_transaction = addTransaction(ctx, {
    type: 'transfer_refund',
    reporting_category: 'transfer_reversal',
    amount,
    source: row.id,
  }).id;
  moveBalance(ctx, account, -amount);
  transfer.amount_reversed += amount;
  transfer.reversed = transfer.amount_reversed === transfer.amount;
  transfer.reversals.data.unshift(row);
  ctx.store.put('transfers', transfer);
  emit(ctx, 'transfer.reversed', transfer);
  return row;
};

export const TOO_LITTLE = 'balance_insufficient';
