import type Stripe from 'stripe';
import type { Context } from '../core/context.ts';
import { cardError, invalidRequest, type StripeError } from '../core/errors.ts';
import { randomText } from '../core/ids.ts';
import type { MethodInput } from './payment-method-shapes.ts';
import { BANK_ACCOUNTS, brandOf, CARDS, ROUTING_NUMBER, type TestBehaviour } from './test-cards.ts';

type Details = Pick<Stripe.PaymentMethod, 'card' | 'us_bank_account'>;

/** A card's details and behaviour. Throws a card_error for a card that cannot be. */
export const cardOf = (ctx: Context, input: CardInput | undefined): { kind: TestBehaviour; details: Details } => {
  if (!input) throw invalidRequest('Missing required param: card.', 'card', 'parameter_missing');
  const { number, exp_month, exp_year } = checkedCard(input, ctx.clock.now());
  const brand = brandOf(number);
  const card: Stripe.PaymentMethod.Card = {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: input.cvc ? 'pass' : 'unchecked' },
    country: CARDS[number] === 'foreign' ? 'BR' : 'US',
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
export const bankOf = (input: MethodInput['us_bank_account']): { kind: TestBehaviour; details: Details } => {
  if (!input) throw invalidRequest('Missing required param: us_bank_account.', 'us_bank_account', 'parameter_missing');
  const { account_number, routing_number } = input;
  if (routing_number !== ROUTING_NUMBER)
    throw invalidRequest(NO_BANK, 'us_bank_account[routing_number]', 'routing_number_invalid');
  const kind = BANK_ACCOUNTS[account_number];
  if (!kind) throw invalidRequest(NO_ACCOUNT, 'us_bank_account[account_number]', 'account_number_invalid');
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

type CardInput = { number: string; exp_month: number; exp_year: number; cvc?: string };

/** A card's data, as digits. Throws Stripe's card_error for a number, date or code that cannot be. */
const checkedCard = ({ number, exp_month, exp_year, cvc }: CardInput, now: number): Required<CardInput> => {
  const digits = number.replace(/[\s-]/g, '');
  if (!/^\d+$/.test(digits) || !passesLuhn(digits))
    throw wrong('incorrect_number', 'Your card number is incorrect.', 'number');
  if (digits.length < 13 || digits.length > 19)
    throw wrong('invalid_number', 'Your card number is not a valid credit card number.', 'number');
  const year = exp_year < 100 ? 2000 + exp_year : exp_year;
  checkDate(exp_month, year, new Date(now * 1000));
  const long = /^3[47]/.test(digits) ? 4 : 3;
  if (cvc !== undefined && !new RegExp(`^\\d{${long}}$`).test(cvc)) {
    throw wrong('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  return { number: digits, exp_month, exp_year: year, cvc: cvc ?? '' };
};

const checkDate = (month: number, year: number, today: Date): void => {
  const monthWrong = month < 1 || month > 12;
  if (monthWrong) throw wrong('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  const [thisYear, thisMonth] = [today.getUTCFullYear(), today.getUTCMonth() + 1];
  if (year < thisYear || year > thisYear + 50)
    throw wrong('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  if (year === thisYear && month < thisMonth)
    throw wrong('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
};

const wrong = (code: string, message: string, param: string): StripeError => cardError({ code, message, param });

const passesLuhn = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
};
