import type { SetupIntent, Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js';
import { silence } from './failure.tsx';
import type { Account, Failure } from './state.ts';
import { methodId } from './stripe.ts';

const FAILED = 'Failed to process payment method. Please try again.';
const USED_UP = 'This card form has been tried too often. Go back to your account and continue from there.';

/** Confirms the setup intent with the card, through 3-D Secure where the bank asks. Gives the payment method, or what the
 * provider says. */
export const confirmCard = async (
  stripe: Stripe,
  client_secret: string,
  card: StripeCardElement,
  { name, email }: Account,
): Promise<{ confirmed?: string | undefined; failure?: Failure }> => {
  const payment_method = { card, billing_details: { name, email } };
  const { setupIntent, error } = await stripe
    .confirmCardSetup(client_secret, { payment_method })
    .catch((): Awaited<ReturnType<Stripe['confirmCardSetup']>> => ({ error: { type: 'api_error' } }));
  // An earlier answer was lost: the card is confirmed, and only this call came too late.
  const intent: SetupIntent | undefined = setupIntent ?? error?.setup_intent;
  const confirmed = intent?.status === 'succeeded' ? methodId(intent.payment_method) : undefined;
  return confirmed ? { confirmed } : { failure: failureOf(error, intent) };
};

const failureOf = (error: StripeError | undefined, intent: SetupIntent | undefined): Failure => {
  if (intent?.status === 'canceled') return { message: USED_UP };
  const message = error?.message ?? FAILED;
  return error?.type === 'api_connection_error' ? { message, reason: silence() } : { message };
};
