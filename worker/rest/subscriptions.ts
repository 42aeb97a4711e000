import { cancellationInput, planChoice } from '../../schema/billing.ts';
import type { Actor } from '../../sync/tx.ts';
import { requireStepUp } from '../auth/middleware.ts';
import { cancelSubscription } from '../billing/cancel.ts';
import { changePlan } from '../billing/change-plan.ts';
import { openPortal } from '../billing/portal.ts';
import { openReactivation } from '../billing/reactivation.ts';
import { readCurrent } from '../billing/refresh.ts';
import { findSubscription, needsReactivation, readSubscription } from '../billing/subscriptions.ts';
import type { Deps } from '../deps.ts';
import { subscriptionQuery } from '../http/list-queries.ts';
import { subscriptionBody } from '../http/rest-shapes.ts';
import { drainOutbox } from '../jobs/outbox.ts';
import { handler, query } from './query.ts';
import type { Route } from './route.ts';

const superadmins = { tag: 'Association', access: 'superadmin' } as const;

const readReactivation = async (deps: Deps, { hoa_id }: Actor) => {
  const row = await readSubscription(deps, hoa_id);
  return {
    needsReactivation: row !== undefined && needsReactivation(row, deps.now()),
    subscription: row ? subscriptionBody(row) : null,
  };
};

export const subscriptionRoutes: readonly Route[] = [
  handler('GET /api/subscriptions/status', {
    ...superadmins,
    errors: [404, 502],
    summary: 'Get the subscription',
    query: subscriptionQuery,
    answers: { 200: 'subscription' },
    handle: async ({ deps, actor, query: { fresh } }) => {
      const read = fresh ? readCurrent : findSubscription;
      return subscriptionBody(await read(deps, actor.hoa_id));
    },
  }),
  query('GET /api/subscriptions/reactivation-status', {
    ...superadmins,
    summary: 'Whether it must be reactivated',
    answer: [readReactivation, 'reactivation'],
  }),
  handler('POST /api/subscriptions/cancel', {
    ...superadmins,
    errors: [502],
    summary: 'Cancel the subscription',
    body: cancellationInput,
    answers: { 200: 'subscription' },
    handle: async ({ deps, actor, input }) => {
      const { reason } = await input();
      return subscriptionBody(await cancelSubscription(deps, actor.hoa_id, reason || null));
    },
  }),
  handler('POST /api/subscriptions/update-plan', {
    ...superadmins,
    errors: [502],
    summary: 'Change the plan',
    body: planChoice,
    answers: { 200: 'subscription' },
    handle: async ({ deps, actor: { hoa_id }, input }) => {
      const row = await changePlan(deps, hoa_id, (await input()).planName);
      deps.waitUntil(drainOutbox(deps, { hoa_id }));
      return subscriptionBody(row);
    },
  }),
  handler('POST /api/subscriptions/create-billing-portal', {
    ...{ ...superadmins, guards: [requireStepUp] },
    errors: [404, 502],
    summary: 'Get a link to the billing portal',
    answers: { 200: 'portal' },
    handle: async ({ deps, actor }) => ({ portal_url: await openPortal(deps, actor.hoa_id) }),
  }),
  handler('POST /api/subscriptions/create-reactivation-checkout', {
    ...superadmins,
    errors: [502],
    summary: 'Get a link to subscribe again',
    body: planChoice,
    answers: { 200: 'checkout' },
    handle: async ({ deps, actor, input }) => ({
      checkout_url: await openReactivation(deps, actor.hoa_id, (await input()).planName),
    }),
  }),
];
