import type { InStatement } from '@libsql/client';
import type Stripe from 'stripe';
import { batch } from '../../sync/server/retry.ts';
import type { Deps } from '../deps.ts';
import { isInvalidRequest } from '../stripe/client.ts';
import { finishSignup } from './finish.ts';
import { confirmCard, isConfirmed } from './payment-method.ts';
import { queueCustomerDeletion } from './rollback.ts';
import { type SignupRecord, signupByIds } from './signups.ts';

/** Ends a signup that nobody completed in time. One whose card is known stands: its superadmin may sign in from now on.
 * Of any other nothing stays, here or at Stripe, and its email and HOA name are free. */
export const settleExpired = async (deps: Deps, stripe: Stripe, signup: SignupRecord): Promise<void> => {
  if (signup.status === 'pending') {
    const intent = await readIntent(stripe, signup.setup_intent_id);
    const isSecured =
      intent !== undefined && isConfirmed(intent, signup) && (await tryConfirmCard(deps, stripe, signup));
    if (!isSecured) return removeSignup(deps, signup);
  }
  await finishSignup(deps, signup);
};

/** False where Stripe knows the card, and no longer whose it was. */
const tryConfirmCard = async (deps: Deps, stripe: Stripe, signup: SignupRecord): Promise<boolean> => {
  try {
    await confirmCard(deps, stripe, signup);
    return true;
  } catch (error) {
    if (isInvalidRequest(error)) return false;
    throw error;
  }
};

/** Undefined for one that Stripe does not know. */
const readIntent = async (stripe: Stripe, id: string): Promise<Stripe.SetupIntent | undefined> => {
  try {
    return await stripe.setupIntents.retrieve(id);
  } catch (error) {
    if (isInvalidRequest(error)) return undefined;
    throw error;
  }
};

/** What may stand of an HOA whose superadmin never signed in, children first. */
const HOA_TABLES = ['signups', 'subscriptions', 'credentials', 'user_tokens', 'refresh_tokens', 'users', 'sync_log'];

const removeSignup = async (deps: Deps, signup: SignupRecord): Promise<void> => {
  try {
    await batch(deps.db, removalStatements(signup, deps.now().toISOString()), 'write');
  } catch (error) {
    const left = await signupByIds(deps, signup.hoa_id, signup.user_id);
    // Somebody else has removed it, or its card came after all.
    if (left?.status === 'pending') throw error;
  }
};

const removalStatements = ({ id, hoa_id, stripe_customer_id }: SignupRecord, now: string): InStatement[] => [
  {
    sql: `INSERT INTO sync_guard (ok) SELECT count(*) = 1 FROM signups
      WHERE id = ? AND status = 'pending' AND expires_at <= ?`,
    args: [id, now],
  },
  'DELETE FROM sync_guard',
  { sql: 'UPDATE processor_events SET hoa_id = NULL WHERE hoa_id = ?', args: [hoa_id] },
  ...HOA_TABLES.map((table) => ({ sql: `DELETE FROM ${table} WHERE hoa_id = ?`, args: [hoa_id] })),
  { sql: 'DELETE FROM hoas WHERE id = ?', args: [hoa_id] },
  queueCustomerDeletion(hoa_id, stripe_customer_id, now),
];
