import type Stripe from 'stripe';
import { Refusal } from '../../sync/tx.ts';
import { verifyPassword } from '../auth/passwords.ts';
import { isEqual } from '../auth/secrets.ts';
import type { Deps } from '../deps.ts';
import { unlessInvalid } from '../stripe/client.ts';
import type { TrialInput } from './attempt.ts';
import { EMAIL_REGISTERED, findOpenSignup, requireOwnEmail } from './availability.ts';
import { isWithinWindow, type SignupRecord, signupBySetupIntent } from './signups.ts';

/** The caller proves the signup by its client secret or by email and password; a completed one by both. Undefined for a
 * new one. Throws Refusal if the email belongs to another person. */
export const findExisting = async (
  deps: Deps,
  stripe: Stripe,
  input: TrialInput,
  secret?: string,
): Promise<SignupRecord | undefined> => {
  const { email, password } = input;
  const bySecret = secret ? await findByClientSecret(deps, stripe, secret) : undefined;
  if (bySecret?.status === 'complete' && bySecret.email === email) return requirePassword(bySecret, password);
  const open = await findOpenSignup(deps, email);
  if (!open) await requireOwnEmail(deps, input);
  if (bySecret && bySecret.status !== 'complete' && (!open || open.id === bySecret.id)) return bySecret;
  return open && requirePassword(open, password);
};

const requirePassword = async (signup: SignupRecord, password: string): Promise<SignupRecord> => {
  if (await verifyPassword(password, signup.password_hash)) return signup;
  throw new Refusal('conflict', EMAIL_REGISTERED);
};

const findByClientSecret = async (deps: Deps, stripe: Stripe, secret: string): Promise<SignupRecord | undefined> => {
  const [id = ''] = secret.split('_secret_');
  const signup = await signupBySetupIntent(deps, id);
  if (!signup || !isWithinWindow(signup, deps.now())) return undefined;
  const intent = await unlessInvalid(stripe.setupIntents.retrieve(id));
  return intent?.client_secret && isEqual(intent.client_secret, secret) ? signup : undefined;
};
