import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import type * as z from 'zod/mini';
import type { trialInput } from '../../schema/signup.ts';
import type { Config } from '../deps.ts';
import { uuid8 } from '../derived-id.ts';
import type { SignupRecord } from './signups.ts';

export type TrialInput = z.infer<typeof trialInput>;

export type Attempt = { key: string; hoa_id: string; user_id: string };

export type TrialObjects = { customer: string; subscription: Stripe.Subscription; intent: Stripe.SetupIntent };

export type Trial = Pick<SignupRecord, 'hoa_id' | 'user_id'> & { subscription_id: string; intent: Stripe.SetupIntent };

/** Derived from the email alone, so that a call repeated after a lost response finds what the first one created. After
 * a rollback the next generation is used. */
export const attemptOf = ({ jwtSecret }: Pick<Config, 'jwtSecret'>, email: string, generation: number): Attempt => {
  const derive = (purpose: string) =>
    createHmac('sha256', `signups, ${jwtSecret}`).update(`${purpose}/${generation}/${email}`).digest();
  return {
    key: derive('key').toString('base64url'),
    hoa_id: uuid8(derive('hoa')),
    user_id: uuid8(derive('user')),
  };
};
