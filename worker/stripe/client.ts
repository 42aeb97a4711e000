import type Stripe from 'stripe';
import type { Config, Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';

/** All that one request of ours may wait for Stripe. Browsers give up after 10 s, and would not read what we say then. */
const BUDGET_MS = 7000;
const MAX_RETRIES = 1;

const UNREACHABLE = 'The payment service could not be reached. Please try again.';
const REFUSED = 'The payment service did not accept this. Please try again later.';
/** Failures that say nothing about what was asked. */
const TRANSIENT_ERRORS = ['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError', 'StripeIdempotencyError'];

/** Stripe was reached and said no. */
export class PaymentRefused extends HttpError {}

/** The one place where a Stripe client is made: for one request's calls, which share its time. */
export const openStripe = async ({ stripe }: Config, defaultBudgetMs = BUDGET_MS): Promise<Stripe> => {
  const { url, secretKey, budgetMs = defaultBudgetMs } = stripe;
  // Loaded when first needed, as the mail templates are: most requests have nothing to do with money.
  const { default: Stripe } = await import('stripe');
  const { protocol, hostname, port } = new URL(url);
  const isHttps = protocol === 'https:';
  return new Stripe(secretKey, {
    protocol: isHttps ? 'https' : 'http',
    host: hostname,
    port: port || (isHttps ? 443 : 80),
    httpClient: Stripe.createFetchHttpClient(fetchUntil(AbortSignal.timeout(budgetMs))),
    timeout: budgetMs,
    maxNetworkRetries: MAX_RETRIES,
    telemetry: false,
  });
};

const fetchUntil =
  (deadline: AbortSignal): typeof fetch =>
  (input, init) =>
    fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline });

/** Does a route's work with Stripe, within `mostMs` in all. Throws HttpError 502 where Stripe cannot be reached or says no. */
export const withStripe = async <T>(
  { config }: Deps,
  work: (stripe: Stripe) => Promise<T>,
  mostMs?: number,
): Promise<T> => {
  const stripe = await openStripe(config, mostMs);
  try {
    return await work(stripe);
  } catch (error) {
    const type = stripeErrorType(error);
    if (type === undefined) throw error;
    if (TRANSIENT_ERRORS.includes(type)) throw new HttpError(502, UNREACHABLE);
    console.error('Stripe:', error);
    throw new PaymentRefused(502, REFUSED);
  }
};

/** Whether Stripe answered that there is no such object, or that it is past what was asked of it. */
export const isInvalidRequest = (error: unknown): boolean => stripeErrorType(error) === 'StripeInvalidRequestError';

/** Every error of the SDK names its class in `type`. */
const stripeErrorType = (error: unknown): string | undefined => {
  const type = error instanceof Error && 'type' in error ? error.type : undefined;
  return typeof type === 'string' && type.startsWith('Stripe') ? type : undefined;
};

/** Ends a checkout that nobody has paid. One that has ended already is left as it is. */
export const expireCheckoutSession = async (stripe: Stripe, session: string): Promise<void> => {
  try {
    await stripe.checkout.sessions.expire(session);
  } catch (error) {
    if (!isInvalidRequest(error)) throw error;
  }
};

/** A webhook's event, from the body as it came. Throws HttpError 400 unless Stripe signed it within the last five minutes.
 * The secret may be several, joined by commas: Stripe gives one to each endpoint, and connected accounts need their own. */
export const verifyEvent = async (deps: Deps, body: string, signature: string): Promise<Stripe.Event> => {
  const { default: Stripe } = await import('stripe');
  const crypto = Stripe.createSubtleCryptoProvider();
  const received = deps.now().getTime();
  for (const secret of deps.config.stripe.webhookSecret.split(',')) {
    try {
      return await Stripe.webhooks.constructEventAsync(body, signature, secret.trim(), undefined, crypto, received);
    } catch (error) {
      if (stripeErrorType(error) !== 'StripeSignatureVerificationError' && !(error instanceof SyntaxError)) throw error;
    }
  }
  throw new HttpError(400, 'This is not a signed event');
};
