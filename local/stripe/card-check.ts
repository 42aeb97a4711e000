import { refused, type StripeError } from './errors.ts';

export type CardInput = { number: string; exp_month: number; exp_year: number; cvc?: string };

/** What a card says, as digits. Throws Stripe's card_error for a number, date or code that cannot be. */
export const checkedCard = ({ number, exp_month, exp_year, cvc }: CardInput, now: number): Required<CardInput> => {
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

const wrong = (code: string, message: string, param: string): StripeError => refused({ code, message, param });

const passesLuhn = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
};
