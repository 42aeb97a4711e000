import type Stripe from 'stripe';
import { Refusal } from '../../sync/tx.ts';
import type { Config, Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { logError } from '../services/log.ts';
import { tracedFetch } from '../services/trace.ts';

/** The budget of all calls of one request, because browsers stop waiting after 10 s. */
const BUDGET_MS = 7000;
const MAX_RETRIES = 1;

const UNREACHABLE = 'The payment service could not be reached. Please try again.';
const REFUSED = 'The payment service did not accept this. Please try again later.';
const TRANSIENT_ERRORS = ['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError', 'StripeIdempotencyError'];

const PAYMENTS_OFF = 'Online payments are not set up on this server.';

export class PaymentRefused extends HttpError {}

export const openStripe = async ({ stripe }: Config, defaultBudgetMs = BUDGET_MS): Promise<Stripe> => {
  const { url, secretKey, onCall, budgetMs = defaultBudgetMs } = stripe;
  if (stripe.isOff) throw new Refusal('conflict', PAYMENTS_OFF);
  const { default: Stripe } = await import('stripe');
  const { protocol, hostname, port } = new URL(url);
  const isHttps = protocol === 'https:';
  return new Stripe(secretKey, {
    protocol: isHttps ? 'https' : 'http',
    host: hostname,
    port: port || (isHttps ? 443 : 80),
    httpClient: Stripe.createFetchHttpClient(fetchUntil(AbortSignal.timeout(budgetMs), onCall)),
    timeout: budgetMs,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
  });
};

const fetchUntil =
  (deadline: AbortSignal, onCall?: () => void): typeof fetch =>
  (input, init) => {
    onCall?.();
    return tracedFetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline });
  };

/** `budgetMs` limits all calls together. Throws HttpError 502 if Stripe cannot be reached, PaymentRefused if it
 * refuses. */
export const withStripe = async <T>(
  deps: Deps,
  work: (stripe: Stripe) => Promise<T>,
  budgetMs?: number,
): Promise<T> => {
  const stripe = await openStripe(deps.config, budgetMs);
  try {
    return await work(stripe);
  } catch (error) {
    const type = stripeErrorType(error);
    if (type === undefined) throw error;
    if (TRANSIENT_ERRORS.includes(type)) throw new HttpError(502, UNREACHABLE);
    logError(deps, 'Stripe refused', error);
    throw new PaymentRefused(502, REFUSED);
  }
};

/** The object does not exist, or its state does not allow the call. */
export const isInvalidRequest = (error: unknown): boolean => stripeErrorType(error) === 'StripeInvalidRequestError';

/** Another call with the same idempotency key is under way: https://docs.stripe.com/error-codes#idempotency-key-in-use */
export const isKeyInUse = (error: unknown): boolean =>
  stripeErrorType(error) !== undefined && (error as { code?: string }).code === 'idempotency_key_in_use';

export const stripeErrorType = (error: unknown): string | undefined => {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  return typeof type === 'string' && type.startsWith('Stripe') ? type : undefined;
};

export const unlessInvalid = async <T>(call: Promise<T>): Promise<T | undefined> => {
  try {
    return await call;
  } catch (error) {
    if (isInvalidRequest(error)) return undefined;
    throw error;
  }
};

export const expireCheckoutSession = async (stripe: Stripe, session: string): Promise<void> => {
  await unlessInvalid(stripe.checkout.sessions.expire(session));
};
