import type Stripe from 'stripe';
import { Refusal } from '../../sync/tx.ts';
import { requireStrongPassword } from '../auth/password-strength.ts';
import type { Deps } from '../deps.ts';
import { withStripe } from '../stripe/client.ts';
import { type Attempt, attemptOf, type Trial, type TrialInput } from './attempt.ts';
import { EMAIL_REGISTERED, requireFreeHoaName } from './availability.ts';
import { createSignup } from './create.ts';
import { findExisting } from './find-existing.ts';
import { resumeSignup } from './resume.ts';
import { rollBack } from './rollback.ts';
import { signupByIds } from './signups.ts';
import { createTrialObjects } from './stripe-trial.ts';

const CLOSED = 'New HOAs are set up by the operator of this server.';
const MAX_TRIES = 3;
const MAX_GENERATIONS = 20;

/** Safe to repeat within 24 hours: the same person gets the same ids, with changed input. `secret` is the client secret
 * of an earlier response. */
export const startTrial = async (deps: Deps, input: TrialInput, secret?: string): Promise<Trial> => {
  if (deps.config.isSignupClosed) throw new Refusal('forbidden', CLOSED);
  if (!isOffered(deps, input)) throw new Refusal('invalid', 'This plan is not available.');
  requireStrongPassword(input.password, input);
  return withStripe(deps, async (stripe) => {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const existing = await findExisting(deps, stripe, input, secret);
      await requireFreeHoaName(deps, input.hoa_name, existing?.hoa_id);
      const trial = existing
        ? await resumeSignup(deps, stripe, existing, input)
        : await startNewSignup(deps, stripe, input);
      if (trial) return trial;
    }
    throw new Refusal('conflict', EMAIL_REGISTERED);
  });
};

export const isOffered = ({ config }: Deps, { plan, email }: Pick<TrialInput, 'plan'> & { email?: string }): boolean =>
  !config.isSignupClosed && (plan !== 'free' || (email !== undefined && config.freePlanEmails.includes(email)));

const startNewSignup = async (deps: Deps, stripe: Stripe, input: TrialInput): Promise<Trial | undefined> => {
  for (let generation = 0; generation < MAX_GENERATIONS; generation += 1) {
    const attempt = attemptOf(deps.config, input.email, generation);
    if (await isUsed(deps, attempt, input.email)) continue;
    const objects = await createTrialObjects(deps, stripe, attempt, input);
    if (!objects) continue;
    const { hoa_id, user_id } = attempt;
    if (await createSignup(deps, attempt, input, objects))
      return { hoa_id, user_id, subscription_id: objects.subscription.id, intent: objects.intent };
    await rollBack(deps, stripe, hoa_id, objects);
    return undefined;
  }
  throw new Error('This signup has been rolled back too often');
};

/** Used by another HOA of the same person, or by a signup that has changed its email since. */
const isUsed = async (deps: Deps, { hoa_id, user_id }: Attempt, email: string): Promise<boolean> => {
  const signup = await signupByIds(deps, hoa_id, user_id);
  return signup !== undefined && (signup.status === 'complete' || signup.email !== email);
};
