import { PLAN_NOT_FOUND } from '../../sync/plans/mutators.ts';
import { readPlan } from '../queries/payment-plans.ts';
import { command, givenId } from './command.ts';
import type { Route } from './route.ts';

const writes = { tag: 'Accounts', access: 'board', scope: 'accounts:write' } as const;

export const planRoutes: readonly Route[] = [
  command('POST /api/accounts/:id/plans', 'createPlan', {
    ...{ ...writes, into: 'account_id', makes: givenId },
    summary: 'Agree a payment plan',
    notes: 'The installments add up to what is open on the entries it covers. An account has at most one active plan.',
    answer: [201, readPlan, 'paymentPlan'],
  }),
  command('POST /api/plans/:id/cancel', 'cancelPlan', {
    ...{ ...writes, id: PLAN_NOT_FOUND },
    summary: 'Cancel a payment plan',
    answer: [200, readPlan, 'paymentPlan'],
  }),
];
