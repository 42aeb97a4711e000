import type Stripe from 'stripe';
import { behaviourOf } from './payment-methods.ts';
import type { World } from './world.ts';

export type Failure = { code: string; message: string; decline?: string };

/** What the network said to a charge. */
export const outcomeOf = (failure?: Failure): Stripe.Charge.Outcome => ({
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

/** What a charge shows of the card or bank account behind it. */
export const detailsOf = (world: World, method: Stripe.PaymentMethod): Stripe.Charge.PaymentMethodDetails => {
  const bank = method.us_bank_account;
  if (bank) return { type: 'us_bank_account', us_bank_account: bankDetails(bank) };
  const card = method.card!;
  const secured = behaviourOf(world, method.id).authenticated;
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
