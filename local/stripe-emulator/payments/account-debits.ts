import type Stripe from 'stripe';
import type { Context } from '../core/context.ts';
import { invalidRequest } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import { mergeMetadata } from '../core/params.ts';
import { addTransaction, canTake, moveBalance } from './balance.ts';
import { findDestination } from './destination.ts';
import { TOO_LITTLE } from './transfers.ts';

type Input = {
  amount: number;
  currency: string;
  source: string;
  description?: string;
  metadata?: Record<string, string> | '';
  transfer_group?: string;
};

/** Takes money from a connected account's balance: https://docs.stripe.com/connect/account-debits */
export const debitAccount = (ctx: Context, { amount, source, ...input }: Input): Stripe.Charge => {
  if (!source.startsWith('acct_')) throw invalidRequest('Only connected accounts can be debited here.', 'source');
  findDestination(ctx, source, 'source');
  if (!canTake(ctx, source, amount))
    throw invalidRequest('Insufficient funds in the connected account.', 'source', TOO_LITTLE);
  const id = newId('py');
  const entry = addTransaction(ctx, { type: 'payment', reporting_category: 'charge', amount, source: id });
  moveBalance(ctx, source, -amount);
  const row = {
    id,
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: entry.id,
    captured: true,
    created: ctx.clock.now(),
    currency: input.currency.toLowerCase(),
    customer: null,
    description: input.description ?? null,
    disputed: false,
    failure_balance_transaction: null,
    livemode: false,
    metadata: mergeMetadata({}, input.metadata),
    paid: true,
    payment_intent: null,
    payment_method: source,
    payment_method_details: { type: 'stripe_account' },
    refunded: false,
    source: { id: source, object: 'account' },
    status: 'succeeded',
    transfer_data: null,
    transfer_group: input.transfer_group ?? null,
  };
  return ctx.store.put('charges', row as unknown as Stripe.Charge);
};
