import { timingSafeEqual } from 'node:crypto';
import type Stripe from 'stripe';
import { Refusal } from '../../sync/tx.ts';
import { verifyPassword } from '../auth/passwords.ts';
import type { Deps } from '../deps.ts';
import { isRefused } from '../stripe/client.ts';
import type { TrialInput } from './attempt.ts';
import { EMAIL_REGISTERED, freeEmail } from './free.ts';
import { isOpen, type Standing, signupBySetupIntent } from './rows.ts';

/** The caller's own signup, still under way: proven by its client secret, or by its email and password; one that is
 * complete, by both. Undefined where the email is free. Throws Refusal conflict where it is somebody else's. */
export const findOwn = async (
  deps: Deps,
  stripe: Stripe,
  { email, password }: Pick<TrialInput, 'email' | 'password'>,
  secret?: string,
): Promise<Standing | undefined> => {
  const proven = secret ? await bySecret(deps, stripe, secret) : undefined;
  if (proven?.status === 'complete' && proven.email === email) return ifRight(proven, password);
  const holder = await freeEmail(deps, email);
  if (proven && proven.status !== 'complete' && (!holder || holder.id === proven.id)) return proven;
  return holder && ifRight(holder, password);
};

const ifRight = async (signup: Standing, password: string): Promise<Standing> => {
  if (await verifyPassword(password, signup.password_hash)) return signup;
  throw new Refusal('conflict', EMAIL_REGISTERED);
};

const bySecret = async (deps: Deps, stripe: Stripe, secret: string): Promise<Standing | undefined> => {
  const [id = ''] = secret.split('_secret_');
  const signup = await signupBySetupIntent(deps, id);
  if (!signup || !isOpen(signup, deps.now())) return undefined;
  try {
    const { client_secret } = await stripe.setupIntents.retrieve(id);
    return client_secret !== null && isEqual(client_secret, secret) ? signup : undefined;
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
};

const isEqual = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
};
