import { requireStepUp } from '../auth/middleware.ts';
import type { Deps } from '../deps.ts';
import { createAccount, linkOnboarding, refreshAccount } from '../payments/accounts.ts';
import { handler, query } from './query.ts';
import type { Route } from './route.ts';

const superadmins = { tag: 'Association', access: 'superadmin' } as const;
const guards = [requireStepUp];

export const stripeConnectRoutes: readonly Route[] = [
  query('GET /api/stripe-connect/account-status', {
    ...superadmins,
    errors: [502],
    summary: 'Get the payout account',
    answer: [(deps, { hoa_id }) => readPayoutAccount(deps, hoa_id), 'payoutAccount'],
  }),
  handler('POST /api/stripe-connect/create-account', {
    ...{ ...superadmins, guards },
    errors: [502],
    summary: 'Connect a payout account',
    answers: { 200: 'onboarding' },
    handle: async ({ deps, actor }) => ({ success: true, onboarding_url: await createAccount(deps, actor.hoa_id) }),
  }),
  handler('POST /api/stripe-connect/refresh-onboarding', {
    ...{ ...superadmins, guards },
    errors: [404, 502],
    summary: 'Go on with connecting it',
    answers: { 200: 'onboarding' },
    handle: async ({ deps, actor }) => ({ success: true, onboarding_url: await linkOnboarding(deps, actor.hoa_id) }),
  }),
];

const readPayoutAccount = async (deps: Deps, hoa_id: string) => {
  const is_offered = !deps.config.stripe.isOff;
  const account = is_offered ? await refreshAccount(deps, hoa_id) : undefined;
  if (!account) return { is_offered, account_exists: false, account_id: null, status: null };
  const { account_id, ...status } = account;
  return { is_offered, account_exists: true, account_id, status };
};
