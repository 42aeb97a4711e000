import type { Subscription } from '../../schema/billing.ts';
import { batch } from '../../sync/server/retry.ts';
import { orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';

export const readSubscription = async ({ db }: Pick<Deps, 'db'>, hoa_id: string): Promise<Subscription | undefined> => {
  const [result] = await batch(db, [{ sql: 'SELECT * FROM subscriptions WHERE hoa_id = ?', args: [hoa_id] }], 'read');
  return result?.rows[0] as unknown as Subscription | undefined;
};

export const findSubscription = async (deps: Pick<Deps, 'db'>, hoa_id: string): Promise<Subscription> =>
  orNotFound(await readSubscription(deps, hoa_id), 'This HOA has no subscription');

export type StripeSubscriptionRow = Subscription & { stripe_customer_id: string; stripe_subscription_id: string };
export const findStripeSubscription = async (
  deps: Pick<Deps, 'db'>,
  hoa_id: string,
): Promise<StripeSubscriptionRow> => {
  const row = await findSubscription(deps, hoa_id);
  const isOrdered = row.stripe_customer_id !== null && row.stripe_subscription_id !== null;
  return orNotFound(isOrdered ? (row as StripeSubscriptionRow) : undefined, 'This HOA has no subscription');
};

export const needsReactivation = ({ status, current_period_end }: Subscription, now: Date): boolean =>
  status === 'canceled' && (current_period_end === null || current_period_end <= now.toISOString());
