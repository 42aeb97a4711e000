import type Stripe from 'stripe';
import type { Context } from '../core/context.ts';
import { emit } from '../core/events.ts';
import { newApplicationFee } from './application-fees.ts';
import { addTransaction } from './balance.ts';
import { newTransfer } from './transfers.ts';

/** https://stripe.com/pricing, in the United States: cards 2.9 % + 30 ¢ (1.5 % more for foreign ones), bank debits 0.8 %,
 * at most $5.00, and $4.00 for one that fails. */
const CARD = { basis_points: 290, foreign_basis_points: 150, fixed: 30 };
const BANK = { basis_points: 80, most: 500, failed: 400 };

const share = (amount: number, basis_points: number) => Math.round((amount * basis_points) / 10_000);

const feeOf = ({ amount, payment_method_details: how }: Stripe.Charge): number => {
  if (how?.type === 'us_bank_account') return Math.min(BANK.most, share(amount, BANK.basis_points));
  const foreign = how?.card?.country && how.card.country !== 'US' ? CARD.foreign_basis_points : 0;
  return share(amount, CARD.basis_points + foreign) + CARD.fixed;
};

/**
 * The money of a charge that has succeeded: it comes in less Stripe's fee, all of it goes on to the destination, and the
 * application fee comes back: https://docs.stripe.com/connect/destination-charges#collect-fees. As with asynchronous
 * capture, the charge tells its balance transaction only with charge.updated.
 */
export const settleMoney = (ctx: Context, charge: Stripe.Charge): void => {
  const { id, amount, transfer_data, transfer_group } = charge;
  charge.balance_transaction = addTransaction(ctx, {
    type: id.startsWith('py_') ? 'payment' : 'charge',
    reporting_category: 'charge',
    amount,
    fee: feeOf(charge),
    source: id,
  }).id;
  if (transfer_data) {
    const destination = transfer_data.destination as string;
    const transfer = newTransfer(ctx, {
      amount: transfer_data.amount ?? amount,
      destination,
      transfer_group,
      source_transaction: id,
    });
    charge.transfer = transfer.id;
    if (charge.application_fee_amount)
      charge.application_fee = newApplicationFee(ctx, charge, charge.application_fee_amount).id;
  }
  ctx.store.put('charges', charge);
  emit(ctx, 'charge.updated', charge, { previous: { balance_transaction: null } });
};

/** Stripe bills a bank debit that came back. */
export const settleFailure = (ctx: Context, charge: Stripe.Charge): void => {
  charge.failure_balance_transaction = addTransaction(ctx, {
    type: 'payment_failure_refund',
    reporting_category: 'charge_failure',
    amount: 0,
    fee: BANK.failed,
    fee_description: 'ACH failure fee',
    source: charge.id,
  }).id;
  ctx.store.put('charges', charge);
};
