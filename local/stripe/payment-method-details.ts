import type Stripe from 'stripe';
import { type CardInput, checkedCard } from './card-check.ts';
import { invalid } from './errors.ts';
import { randomText } from './ids.ts';
import type { MethodInput } from './payment-method-shapes.ts';
import { BANK_ACCOUNTS, brandOf, CARDS, type Kind, ROUTING_NUMBER } from './test-cards.ts';
import type { World } from './world.ts';

type Details = Pick<Stripe.PaymentMethod, 'card' | 'us_bank_account'>;

/** A card's details and behaviour. Throws a card_error for a card that cannot be. */
export const cardOf = (world: World, input: CardInput | undefined): { kind: Kind; details: Details } => {
  if (!input) throw invalid('Missing required param: card.', 'card', 'parameter_missing');
  const { number, exp_month, exp_year } = checkedCard(input, world.clock.now());
  const brand = brandOf(number);
  const card: Stripe.PaymentMethod.Card = {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: input.cvc ? 'pass' : 'unchecked' },
    country: 'US',
    display_brand: brand,
    exp_month,
    exp_year,
    fingerprint: randomText(16),
    funding: 'credit',
    generated_from: null,
    last4: number.slice(-4),
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
  return { kind: CARDS[number] ?? 'test_mode_live_card', details: { card } };
};

/** A US bank account's details and behaviour. Throws for one that is no published test account. */
export const bankOf = (input: MethodInput['us_bank_account']): { kind: Kind; details: Details } => {
  if (!input) throw invalid('Missing required param: us_bank_account.', 'us_bank_account', 'parameter_missing');
  const { account_number, routing_number } = input;
  if (routing_number !== ROUTING_NUMBER)
    throw invalid(NO_BANK, 'us_bank_account[routing_number]', 'routing_number_invalid');
  const kind = BANK_ACCOUNTS[account_number];
  if (!kind) throw invalid(NO_ACCOUNT, 'us_bank_account[account_number]', 'account_number_invalid');
  const us_bank_account: Stripe.PaymentMethod.UsBankAccount = {
    account_holder_type: input.account_holder_type ?? 'individual',
    account_type: 'checking',
    bank_name: 'STRIPE TEST BANK',
    financial_connections_account: null,
    fingerprint: randomText(16),
    last4: account_number.slice(-4),
    networks: { preferred: 'ach', supported: ['ach'] },
    routing_number,
    status_details: null,
  };
  return { kind, details: { us_bank_account } };
};

const NO_BANK = 'Invalid routing number for US bank account. In test mode, use 110000000.';
const NO_ACCOUNT =
  'You must use a test bank account number in test mode. Try 000123456789 or see https://docs.stripe.com/testing.';
