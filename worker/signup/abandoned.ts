import type { InStatement } from '@libsql/client';
import type Stripe from 'stripe';
import { activityRemoval } from '../../sync/server/activity-keeping.ts';
import { guard } from '../../sync/server/queue.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Deps } from '../deps.ts';
import { openStripe, unlessInvalid } from '../stripe/client.ts';
import { isVerified } from './code.ts';
import { finishSignup } from './finish.ts';
import { confirmCard, isConfirmed } from './payment-method.ts';
import { queueCustomerDeletion } from './rollback.ts';
import { ABANDONABLE, expiredSignups, type SignupRecord, signupByIds } from './signups.ts';

const SIGNUPS_PER_RUN = 10;

export const settleExpiredSignups = async (deps: Deps): Promise<void> => {
  const expired = await expiredSignups(deps, deps.now(), SIGNUPS_PER_RUN);
  if (expired.length === 0) return;
  const stripe = await openStripe(deps.config);
  const results = await Promise.allSettled(expired.map((signup) => settleExpired(deps, stripe, signup)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
};

/** Completes a signup that has a card and a confirmed address. Removes any other, here and at Stripe, so that its email
 * and HOA name are free. */
export const settleExpired = async (deps: Deps, stripe: Stripe, signup: SignupRecord): Promise<void> => {
  if (!isVerified(signup)) return removeSignup(deps, signup);
  if (signup.status === 'pending') {
    const intent = await unlessInvalid(stripe.setupIntents.retrieve(signup.setup_intent_id));
    const isSecured =
      intent !== undefined && isConfirmed(intent, signup) && (await tryConfirmCard(deps, stripe, signup));
    if (!isSecured) return removeSignup(deps, signup);
  }
  await finishSignup(deps, signup);
};

const tryConfirmCard = async (deps: Deps, stripe: Stripe, signup: SignupRecord): Promise<boolean> => {
  const confirmed = confirmCard(deps, stripe, signup).then(() => true);
  return (await unlessInvalid(confirmed)) ?? false;
};

/** All tables with rows of an HOA whose superadmin never signed in, children first. */
const HOA_TABLES = [
  'signups',
  'subscriptions',
  'credentials',
  'known_devices',
  'second_factors',
  'recovery_codes',
  'second_factor_checks',
  'user_tokens',
  'refresh_tokens',
  'users',
  'sync_log',
];

const removeSignup = async (deps: Deps, signup: SignupRecord): Promise<void> => {
  try {
    await batch(deps.db, removalStatements(signup, deps.now().toISOString()), 'write');
  } catch (error) {
    const left = await signupByIds(deps, signup.hoa_id, signup.user_id);
    if (left && (left.status === 'pending' || !isVerified(left))) throw error;
  }
};

const removalStatements = ({ id, hoa_id, stripe_customer_id }: SignupRecord, now: string): InStatement[] => [
  guard(`count(*) = 1 FROM signups s WHERE s.id = ? AND s.expires_at <= ? AND ${ABANDONABLE}`, [id, now]),
  { sql: 'UPDATE processor_events SET hoa_id = NULL WHERE hoa_id = ?', args: [hoa_id] },
  ...HOA_TABLES.map((table) => ({ sql: `DELETE FROM ${table} WHERE hoa_id = ?`, args: [hoa_id] })),
  ...activityRemoval(hoa_id),
  { sql: 'DELETE FROM hoas WHERE id = ?', args: [hoa_id] },
  queueCustomerDeletion(hoa_id, stripe_customer_id, now),
];
