/**
 * A small Stripe.js for @stripe/stripe-js and @stripe/react-stripe-js: the card element, the confirmations of intents
 * and the 3-D Secure step, in the words and shapes of https://docs.stripe.com/js
 */
import type { PaymentIntent, PaymentMethodCreateParams, StripeError } from '@stripe/stripe-js';
import {
  CONNECTION_ERROR,
  call,
  type Intent,
  pathOf,
  type Result,
  showAuthentication,
  submitAuthentication,
} from './api.ts';
import { CardElement, type Options } from './card-element.ts';

type Billing = PaymentMethodCreateParams['billing_details'];
type Method = string | { card: CardElement; billing_details?: Billing };

class StripeJs {
  readonly _key: string;

  constructor(key: string) {
    if (!key?.startsWith('pk_')) throw new Error('IntegrationError: Please call Stripe() with your publishable key.');
    this._key = key;
  }

  elements() {
    let made: CardElement | null = null;
    return {
      create: (type: string, options?: Options) => {
        if (type !== 'card')
          throw new Error(`IntegrationError: The ${type} element is not part of this small Stripe.js.`);
        made = new CardElement(options);
        return made;
      },
      getElement: (type: string | { __elementType?: string }) =>
        (typeof type === 'string' ? type : type.__elementType) === 'card' ? made : null,
      update: () => undefined,
      submit: async () => ({}),
      fetchUpdates: async () => ({}),
      on: () => undefined,
      off: () => undefined,
    };
  }

  async createPaymentMethod(given: { type: 'card'; card: CardElement; billing_details?: Billing }) {
    const data = this._methodData(given);
    if (data.error) return { error: data.error };
    const { error, value } = await call('POST', '/v1/payment_methods', { ...data.fields, key: this._key });
    return error ? { error } : { paymentMethod: value };
  }

  async confirmCardSetup(secret: string, data: { payment_method?: Method } = {}, { handleActions = true } = {}) {
    const { error, intent } = await this._confirm(secret, data.payment_method, handleActions);
    return error ? { error } : { setupIntent: intent };
  }

  async confirmCardPayment(secret: string, data: { payment_method?: Method } = {}, { handleActions = true } = {}) {
    const { error, intent } = await this._confirm(secret, data.payment_method, handleActions);
    return error ? { error } : { paymentIntent: intent };
  }

  async handleNextAction({ clientSecret }: { clientSecret: string }) {
    const { error, intent } = await this._step(clientSecret);
    return error ? { error } : { [intent?.object === 'setup_intent' ? 'setupIntent' : 'paymentIntent']: intent };
  }

  async retrieveSetupIntent(secret: string) {
    const { error, intent } = await this._retrieve(secret);
    return error ? { error } : { setupIntent: intent };
  }

  async retrievePaymentIntent(secret: string) {
    const { error, intent } = await this._retrieve(secret);
    return error ? { error } : { paymentIntent: intent };
  }

  async createToken() {
    return { error: { type: 'invalid_request_error', message: 'Tokens are not part of this small Stripe.js.' } };
  }

  registerAppInfo(): void {}
  _registerWrapper(): void {}

  async _confirm(client_secret: string, method: Method | undefined, handleActions: boolean): Promise<Result> {
    const data = typeof method === 'object' ? this._methodData(method) : { error: undefined, fields: undefined };
    if (data.error) return { error: data.error };
    const payment = typeof method === 'object' ? { payment_method_data: data.fields } : { payment_method: method };
    const fields = { client_secret, key: this._key, use_stripe_sdk: true, ...payment };
    const { error, value } = await call<Intent>('POST', `${pathOf(client_secret).path}/confirm`, fields);
    if (error || value?.status !== 'requires_action' || !handleActions) return { error, intent: value };
    return this._step(client_secret);
  }

  async _step(client_secret: string): Promise<Result> {
    if (!(await submitAuthentication(client_secret, await showAuthentication())))
      return { error: CONNECTION_ERROR as StripeError };
    const { error, intent } = await this._retrieve(client_secret);
    const failed =
      intent && ('last_setup_error' in intent ? intent.last_setup_error : (intent as PaymentIntent).last_payment_error);
    return intent?.status === 'requires_payment_method' && failed
      ? { error: failed as StripeError }
      : { error, intent };
  }

  async _retrieve(client_secret: string): Promise<Result> {
    const { error, value } = await call<Intent>('GET', pathOf(client_secret).path, { client_secret, key: this._key });
    return { error, intent: value };
  }

  _methodData({ card, billing_details }: { card: CardElement; billing_details?: Billing }) {
    if (!(card instanceof CardElement)) throw new Error('IntegrationError: Please pass the card element.');
    const problem = card._problem(true);
    if (problem) return { error: { type: 'validation_error', ...problem } as StripeError };
    const { card: details, zip } = card._data();
    const address = { ...billing_details?.address, postal_code: billing_details?.address?.postal_code ?? zip };
    return { fields: { type: 'card', card: details, billing_details: { ...billing_details, address } } };
  }
}

const StripeOf = (key: string) => new StripeJs(key);
StripeOf.version = 'endive';
(globalThis as unknown as { Stripe: typeof StripeOf }).Stripe ??= StripeOf;
