import type { Subscription } from '../../schema/tables/billing.ts';
import { orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { queryOne } from '../queries/query.ts';

export const readSubscription = ({ db }: Pick<Deps, 'db'>, hoa_id: string): Promise<Subscription | undefined> =>
  queryOne<Subscription>(db, 'SELECT * FROM subscriptions WHERE hoa_id = ?', [hoa_id]);

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
