import type Stripe from 'stripe';

type Body = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  param?: string;
  decline_code?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent;
  setup_intent?: Stripe.SetupIntent;
  payment_method?: Stripe.PaymentMethod;
  doc_url?: string;
};

/** A refusal in Stripe's words: https://docs.stripe.com/api/errors */
export class StripeError extends Error {
  readonly status: number;
  readonly body: Body;
  constructor(status: number, body: Body) {
    super(body.message);
    this.status = status;
    this.body = body.code ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${slug(body.code)}` } : body;
  }
}

const slug = (code: string) => code.replaceAll('_', '-');

export const invalidRequest = (message: string, param?: string, code?: string) =>
  new StripeError(400, { type: 'invalid_request_error', message, ...(param && { param }), ...(code && { code }) });

export const noSuchObject = (what: string, id: string, param?: string) =>
  new StripeError(param ? 400 : 404, {
    type: 'invalid_request_error',
    message: `No such ${what}: '${id}'`,
    param: param ?? 'id',
    code: 'resource_missing',
  });

/** 403: the account is not this platform's, or no longer. */
export const noAccess = (account: string) =>
  new StripeError(403, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: `The provided key does not have access to account '${account}' (or that account does not exist). Application access may have been revoked.`,
  });

/** 402: the card or bank account was not accepted. */
export const cardError = (body: Omit<Body, 'type'>) => new StripeError(402, { type: 'card_error', ...body });
