import type { InStatement } from '@libsql/client';
import type Stripe from 'stripe';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import { guard, type QueuedJob, queueJobs } from '../../sync/server/queue.ts';
import type { Deps } from '../deps.ts';
import { drainOutbox } from '../jobs/outbox.ts';
import { queryBatch, queryOne } from '../queries/query.ts';
import type { TrialObjects } from './attempt.ts';

export const isRolledBack = async (deps: Deps, hoa_id: string, customer: string): Promise<boolean> => {
  const sql = 'SELECT 1 FROM outbox WHERE hoa_id = ? AND idempotency_key = ?';
  return (await queryOne(deps.db, sql, [hoa_id, outboxKeys.dropCustomer(customer)])) !== undefined;
};

export const guardNotRolledBack = (hoa_id: string, customer: string): InStatement =>
  guard('count(*) = 0 FROM outbox WHERE hoa_id = ? AND idempotency_key = ?', [
    hoa_id,
    outboxKeys.dropCustomer(customer),
  ]);

/** Does nothing if an HOA's subscription uses the customer. Stripe also deletes the customer's subscriptions. */
export const queueCustomerDeletion = (hoa_id: string, customer: string, now: string): InStatement => {
  const drop: QueuedJob = {
    hoa_id,
    kind: 'dropCustomer',
    key: outboxKeys.dropCustomer(customer),
    payload: { customer },
  };
  const isUnused = 'NOT EXISTS (SELECT 1 FROM subscriptions WHERE stripe_customer_id = :customer)';
  return queueJobs([drop], now, isUnused, { customer });
};

/** Undoes the Stripe side of a signup that lost a race. Keeps a customer that a concurrent call of the same person
 * recorded, but not its second subscription. */
export const rollBack = async (deps: Deps, stripe: Stripe, hoa_id: string, objects: TrialObjects): Promise<void> => {
  const recorded = {
    sql: 'SELECT stripe_subscription_id FROM subscriptions WHERE stripe_customer_id = ?',
    args: [objects.customer],
  };
  const drop = queueCustomerDeletion(hoa_id, objects.customer, deps.now().toISOString());
  const [, [holder]] = await queryBatch<[unknown[], { stripe_subscription_id: string | null }[]]>(
    deps.db,
    [drop, recorded],
    'write',
  );
  const kept = holder?.stripe_subscription_id;
  if (kept === undefined) deps.waitUntil(drainOutbox(deps, { hoa_id }));
  else if (kept !== objects.subscription.id) await stripe.subscriptions.cancel(objects.subscription.id);
};
