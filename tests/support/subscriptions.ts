import { contextForAll } from './fixtures.ts';
import { applicant, completeSignup } from './signup.ts';
import { stripeForAll } from './stripe-harness.ts';

export type Owner = Awaited<ReturnType<typeof completeSignup>>;

export const get = (who: Pick<Owner, 'call'>, path: string) => who.call('GET', `/api/subscriptions/${path}`);
export const post = (who: Pick<Owner, 'call'>, path: string, body: object = {}) =>
  who.call('POST', `/api/subscriptions/${path}`, body);
export const statusOf = async (who: Owner) => (await get(who, 'status')).body;

/** One Stripe and one context for all tests of the file, with HOAs that subscribe there. */
export const subscriptionsForAll = () => {
  const harness = stripeForAll();
  const ctx = contextForAll(() => harness.createContext());
  return {
    harness,
    ctx,
    /** Signs up the superadmin of a new HOA. */
    owner: (plan = 'growth') => completeSignup(harness, ctx, applicant({ plan })),
    /** The subscription as Stripe has it. */
    sold: ({ ids }: Owner) => harness.stripe.subscriptions.retrieve(ids.subscription_id),
    /** Ends the subscription at Stripe now and delivers the webhooks. */
    lapse: async ({ ids }: Owner) => {
      await harness.stripe.subscriptions.cancel(ids.subscription_id);
      await harness.deliver();
    },
    /** Ends the trial now: the first month is paid and the webhooks are delivered. */
    renew: async ({ ids }: Owner) => {
      await harness.stripe.subscriptions.update(ids.subscription_id, { trial_end: 'now' });
      await harness.deliver();
    },
  };
};
