import type Stripe from 'stripe';
import { Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { withStripe } from '../stripe/client.ts';
import { attemptOf, type TrialInput } from './attempt.ts';
import { findOwn } from './find-existing.ts';
import { EMAIL_REGISTERED, freeHoaName } from './free.ts';
import { makeTrial } from './provider.ts';
import { record } from './record.ts';
import { resume } from './resume.ts';
import { giveUp } from './rollback.ts';
import type { Standing } from './rows.ts';

/** What the card step needs; `subscription_id` is Stripe's. */
export type Trial = Pick<Standing, 'hoa_id' | 'user_id'> & { subscription_id: string; intent: Stripe.SetupIntent };

const TRIES = 3;
const GENERATIONS = 20;

/** Makes an HOA, its superadmin and a trial that waits for a card; gives the same again to the same person within 24
 * hours, with what they have changed meanwhile. `secret` is the client secret of an earlier answer. Throws Refusal invalid
 * or conflict, HttpError 502. */
export const startTrial = async (deps: Deps, input: TrialInput, secret?: string): Promise<Trial> => {
  if (!isOffered(deps, input)) throw new Refusal('invalid', 'This plan is not available.');
  return withStripe(deps, async (stripe) => {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const own = await findOwn(deps, stripe, input, secret);
      await freeHoaName(deps, input.hoa_name, own?.hoa_id);
      const trial = own ? await resume(deps, stripe, own, input) : await begin(deps, stripe, input);
      if (trial) return trial;
    }
    throw new Refusal('conflict', EMAIL_REGISTERED);
  });
};

/** The free plan is for listed testers alone. */
export const isOffered = ({ config }: Deps, { plan, email }: Pick<TrialInput, 'plan'> & { email?: string }): boolean =>
  plan !== 'free' || (email !== undefined && config.freePlanEmails.includes(email));

/** Undefined where somebody else was quicker to the email or the name: what was made for this one is given up. */
const begin = async (deps: Deps, stripe: Stripe, input: TrialInput): Promise<Trial | undefined> => {
  for (let generation = 0; generation < GENERATIONS; generation += 1) {
    const attempt = attemptOf(deps.config, input.email, generation);
    const made = await makeTrial(deps, stripe, attempt, input);
    if (!made) continue;
    const { hoa_id, user_id } = attempt;
    if (await record(deps, attempt, input, made))
      return { hoa_id, user_id, subscription_id: made.subscription.id, intent: made.intent };
    await giveUp(deps, stripe, hoa_id, made);
    return undefined;
  }
  throw new Error('This signup has been given up too often');
};
