/** The card element's fields and its messages about them, in the words of Stripe.js. */
export type FieldName = 'number' | 'expiry' | 'cvc' | 'zip';
export type Field = { name: FieldName; label: string; hint: string; autocomplete: string };
export type Problem = { code: string; message: string };

export const FIELDS: Field[] = [
  { name: 'number', label: 'Card number', hint: '1234 1234 1234 1234', autocomplete: 'cc-number' },
  { name: 'expiry', label: 'Expiry', hint: 'MM / YY', autocomplete: 'cc-exp' },
  { name: 'cvc', label: 'CVC', hint: 'CVC', autocomplete: 'cc-csc' },
  { name: 'zip', label: 'ZIP', hint: '12345', autocomplete: 'postal-code' },
];
export const INCOMPLETE: Record<FieldName, Problem> = {
  number: { code: 'incomplete_number', message: 'Your card number is incomplete.' },
  expiry: { code: 'incomplete_expiry', message: "Your card's expiration date is incomplete." },
  cvc: { code: 'incomplete_cvc', message: "Your card's security code is incomplete." },
  zip: { code: 'incomplete_zip', message: 'Your postal code is incomplete.' },
};
export const digits = (text: string) => text.replace(/\D/g, '');
export const brandOf = (number: string) =>
  /^4/.test(number)
    ? 'visa'
    : /^(5[1-5]|2[2-7])/.test(number)
      ? 'mastercard'
      : /^3[47]/.test(number)
        ? 'amex'
        : 'unknown';

const passesLuhn = (number: string) =>
  [...number].reverse().reduce((sum, digit, at) => {
    const value = Number(digit) * (at % 2 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0) %
    10 ===
  0;

/** As people read it: the number in groups of four, the expiry as MM / YY. */
export const FORMATTERS: Record<FieldName, (text: string) => string> = {
  number: (text) =>
    digits(text)
      .slice(0, 19)
      .replace(/(\d{4})(?=\d)/g, '$1 '),
  expiry: (text) => {
    const [, month = '', year = ''] = /^\s*(\d{0,2})\D*(\d{0,4})/.exec(text) ?? [];
    return year ? `${month.padStart(2, '0')} / ${year.slice(-2)}` : text;
  },
  cvc: (text) => digits(text).slice(0, 4),
  zip: (text) => text.slice(0, 10),
};

const INVALID_NUMBER = { code: 'invalid_number', message: 'Your card number is invalid.' };
const PAST_YEAR = { code: 'invalid_expiry_year_past', message: "Your card's expiration year is in the past." };
const PAST_MONTH = { code: 'invalid_expiry_month_past', message: "Your card's expiration date is in the past." };

export const numberProblem = (number: string): Problem | undefined => {
  if (number.length < (brandOf(number) === 'amex' ? 15 : 16)) return INCOMPLETE.number;
  return passesLuhn(number) ? undefined : INVALID_NUMBER;
};

export const expiryProblem = (value: string): Problem | undefined => {
  const [, month, year] = /^(\d{2}) ?\/ ?(\d{2})$/.exec(value.trim()) ?? [];
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return INCOMPLETE.expiry;
  const now = new Date();
  const thisYear = now.getFullYear() % 100;
  if (Number(year) < thisYear) return PAST_YEAR;
  return Number(year) === thisYear && Number(month) <= now.getMonth() ? PAST_MONTH : undefined;
};
