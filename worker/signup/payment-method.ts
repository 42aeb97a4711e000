import type Stripe from 'stripe';
import type * as z from 'zod/mini';
import type { paymentConfirmation } from '../../schema/signup.ts';
import { batch } from '../../sync/server/retry.ts';
import { orNotFound, Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { withStripe } from '../stripe/client.ts';
import { idOf } from '../stripe/shapes.ts';
import { type SignupRecord, signupByIds } from './signups.ts';
import { changeTrialPlan } from './stripe-trial.ts';

type SignupIds = { hoa_id: string; user_id: string; subscription_id?: string; setup_intent_id?: string };

export const findSignup = async (deps: Deps, ids: SignupIds): Promise<SignupRecord> => {
  const signup = await signupByIds(deps, ids.hoa_id, ids.user_id);
  const isSame =
    (ids.subscription_id ?? signup?.stripe_subscription_id) === signup?.stripe_subscription_id &&
    (ids.setup_intent_id ?? signup?.setup_intent_id) === signup?.setup_intent_id;
  return orNotFound(isSame ? signup : undefined, 'Signup not found');
};

export const confirmPayment = async (deps: Deps, input: z.infer<typeof paymentConfirmation>): Promise<void> => {
  await ensureCardConfirmed(deps, await findSignup(deps, input), input.payment_method_id);
};

export const ensureCardConfirmed = async (deps: Deps, signup: SignupRecord, payment_method?: string): Promise<void> => {
  if (signup.status === 'pending')
    return withStripe(deps, (stripe) => confirmCard(deps, stripe, signup, payment_method));
  if (payment_method && payment_method !== signup.payment_method_id) throw invalidCard(OTHER_CARD);
};

export const confirmCard = async (
  deps: Deps,
  stripe: Stripe,
  signup: SignupRecord,
  payment_method?: string,
): Promise<void> => {
  const intent = await stripe.setupIntents.retrieve(signup.setup_intent_id);
  if (!isConfirmed(intent, signup)) throw invalidCard(UNCONFIRMED);
  const card = idOf(intent.payment_method) ?? '';
  if (payment_method && payment_method !== card) throw invalidCard(OTHER_CARD);
  // Earlier calls may have left the trial on another plan.
  await changeTrialPlan(stripe, signup.stripe_subscription_id, signup.plan);
  await Promise.all([
    stripe.customers.update(signup.stripe_customer_id, { invoice_settings: { default_payment_method: card } }),
    stripe.subscriptions.update(signup.stripe_subscription_id, { default_payment_method: card }),
  ]);
  const sql = `UPDATE signups SET status = 'secured', payment_method_id = ?, rev = rev + 1
    WHERE id = ? AND status = 'pending'`;
  await batch(deps.db, [{ sql, args: [card, signup.id] }], 'write');
};

/** The setup intent must belong to this signup's own customer. */
export const isConfirmed = (
  intent: Stripe.SetupIntent,
  { stripe_customer_id }: Pick<SignupRecord, 'stripe_customer_id'>,
): boolean =>
  intent.status === 'succeeded' && intent.payment_method !== null && idOf(intent.customer) === stripe_customer_id;

const UNCONFIRMED = 'Your payment method has not been confirmed yet. Please try again.';
const OTHER_CARD = 'This is not the payment method that was confirmed. Please try again.';
const invalidCard = (message: string) => new Refusal('invalid', message);
