import type { Payer } from '../checkout/pay.ts';
import type { Session } from '../core/state.ts';

export type Form = Record<string, string>;
export type FieldError = { field: string; message: string };

/** The values typed into the payment form, or the first field that is not finished, in Stripe's words. */
export const payerOf = (session: Session, form: Form): Payer | { wrong: FieldError } => {
  const email = (form.email ?? '').trim();
  if (!/^\S+@\S+\.\S+$/.test(email))
    return fieldError('email', email ? 'Your email is invalid.' : 'Your email is incomplete.');
  const type = form.method ?? session.payment_method_types[0];
  return type === 'us_bank_account' ? bankPayer(email, form) : cardPayer(email, form);
};

/** The values typed of a card, or the first field that is not finished. */
export const cardPayer = (email: string, form: Form): Payer | { wrong: FieldError } => {
  const number = (form.number ?? '').replace(/\D/g, '');
  if (number.length < 13) return fieldError('number', 'Your card number is incomplete.');
  const expiry = expiryOf(form.expiry ?? '');
  if (!expiry) return fieldError('expiry', "Your card's expiration date is incomplete.");
  const cvc = (form.cvc ?? '').trim();
  if (cvc.length < 3) return fieldError('cvc', "Your card's security code is incomplete.");
  const postal_code = (form.zip ?? '').trim();
  if (postal_code.length < 5) return fieldError('zip', 'Your postal code is incomplete.');
  return {
    email,
    method: { type: 'card', card: { number, ...expiry, cvc }, billing_details: { email, address: { postal_code } } },
  };
};

const bankPayer = (email: string, form: Form): Payer | { wrong: FieldError } => {
  const routing_number = (form.routing ?? '').replace(/\D/g, '');
  if (routing_number.length !== 9) return fieldError('routing', 'Your routing number is incomplete.');
  const account_number = (form.account ?? '').replace(/\D/g, '');
  if (account_number.length < 4) return fieldError('account', 'Your account number is incomplete.');
  return {
    email,
    method: {
      type: 'us_bank_account',
      us_bank_account: { routing_number, account_number },
      billing_details: { email },
    },
  };
};

const expiryOf = (text: string): { exp_month: number; exp_year: number } | undefined => {
  const [month, year] = text.includes('/')
    ? text.split('/').map((part) => part.trim())
    : [text.trim().slice(0, 2), text.trim().slice(2).trim()];
  if (!/^\d{1,2}$/.test(month ?? '') || !/^(\d{2}|\d{4})$/.test(year ?? '')) return undefined;
  return { exp_month: Number(month), exp_year: Number(year) };
};

const fieldError = (field: string, message: string) => ({ wrong: { field, message } });
