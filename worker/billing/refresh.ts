import type { InStatement } from '@libsql/client';
import type Stripe from 'stripe';
import type { Effect } from '../../schema/outbox.ts';
import { PLANS, type PlanName } from '../../schema/plans.ts';
import type { Subscription } from '../../schema/tables/billing.ts';
import { changeOf } from '../../sync/activity/activity-fields.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import { guard } from '../../sync/server/queue.ts';
import type { Recorded } from '../../sync/server/transact.ts';
import { orNotFound, type Tx } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { queryOne } from '../queries/query.ts';
import { unlessInvalid, withStripe } from '../stripe/client.ts';
import { idOf } from '../stripe/shapes.ts';
import { type Named, transactAsSystem } from '../transact.ts';
import { planOf } from './prices.ts';
import { hasEnded, type SubscriptionState, stateOf } from './state.ts';
import { tellPlan } from './stored-plan.ts';
import { findStripeSubscription, type StripeSubscriptionRow } from './subscriptions.ts';

type SubscriptionRef = { customer: string; subscription: string };

const MAX_TRIES = 5;

/** Writes Stripe's current state, so events may arrive late, twice or in any order. Undefined if the customer belongs
 * to no HOA. */
export const refreshSubscription = async (
  deps: Deps,
  stripe: Stripe,
  ref: SubscriptionRef,
): Promise<Subscription | undefined> => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    // Read before Stripe, so that a row written after Stripe's response is not overwritten.
    const row = await findByCustomer(deps, ref.customer);
    if (!row) return undefined;
    const state = await unlessInvalid(readState(stripe, row, ref.subscription, deps.now().toISOString()));
    if (!state || isSame(row, state)) return row;
    if (await saveState(deps, row, state)) return { ...row, ...state, rev: row.rev + 1 };
  }
  throw new Error(`The subscription of ${ref.customer} changed in each of ${MAX_TRIES} tries`);
};

export const refreshRow = async (deps: Deps, stripe: Stripe, row: StripeSubscriptionRow): Promise<Subscription> => {
  const ref = { customer: row.stripe_customer_id, subscription: row.stripe_subscription_id };
  return orNotFound(await refreshSubscription(deps, stripe, ref), 'This HOA has no subscription');
};

/** Asks Stripe for browsers that return from it before its webhook arrives. Returns the stored row if Stripe does not
 * respond. */
export const readCurrent = async (deps: Deps, hoa_id: string): Promise<Subscription> => {
  const row = await findStripeSubscription(deps, hoa_id);
  try {
    return await withStripe(deps, (stripe) => refreshRow(deps, stripe, row));
  } catch (error) {
    if (error instanceof HttpError) return row;
    throw error;
  }
};

const findByCustomer = async (deps: Deps, customer: string): Promise<Subscription | undefined> => {
  const sql = 'SELECT * FROM subscriptions WHERE stripe_customer_id = ?';
  return queryOne<Subscription>(deps.db, sql, [customer]);
};

const readState = async (
  stripe: Stripe,
  row: Subscription,
  id: string,
  now: string,
): Promise<SubscriptionState | undefined> => {
  const subscription = await stripe.subscriptions.retrieve(id);
  const state = stateOf(row, subscription, await scheduledPlan(stripe, subscription));
  return state && hasEnded(subscription) ? { ...state, current_period_end: cancellationEnd(row, state, now) } : state;
};

/** Stripe's clock may be ahead of ours: a subscription that has ended at Stripe has ended here. A stored end never
 * changes. */
const cancellationEnd = (
  row: Subscription,
  { current_period_end: end }: SubscriptionState,
  now: string,
): string | null => {
  if (end === null || end <= now) return end;
  const known = row.status === 'canceled' ? row.current_period_end : null;
  return known !== null && known <= now ? known : now;
};

/** The billing portal puts a downgrade into a schedule, whose second phase begins with the next period. */
const scheduledPlan = async (stripe: Stripe, { schedule }: Stripe.Subscription): Promise<PlanName | null> => {
  if (!schedule) return null;
  const { phases, current_phase } = await stripe.subscriptionSchedules.retrieve(idOf(schedule), {
    expand: ['phases.items.price'],
  });
  const next = phases.find(({ start_date }) => start_date >= (current_phase?.end_date ?? 0));
  const price = next?.items[0]?.price;
  return price && typeof price === 'object' && !price.deleted ? (planOf(price) ?? null) : null;
};

const isSame = (row: Subscription, state: SubscriptionState) =>
  (Object.keys(state) as (keyof SubscriptionState)[]).every((name) => row[name] === state[name]);

class RowChanged extends Error {}

const saveState = async (deps: Deps, row: Subscription, state: SubscriptionState): Promise<boolean> => {
  const run = async (tx: Tx) => {
    if ((await readRev(deps, row)) !== row.rev) throw new RowChanged();
    await tellPlan(tx, state.plan);
    if (isSmaller(state.plan, row.plan)) tx.after(checkPlanLimitEffect(row.hoa_id, state));
  };
  try {
    const statementsBefore = updateStatements(row, state);
    await transactAsSystem(deps, row.hoa_id, run, { ...activityOf(deps, row, state), statementsBefore });
    return true;
  } catch (error) {
    if (error instanceof RowChanged) return false;
    throw error;
  }
};

const SHOWN = ['plan', 'next_plan', 'status', 'trial_end', 'current_period_end', 'cancellation_reason'] as const;

const activityOf = (deps: Deps, row: Subscription, state: SubscriptionState): Recorded & Named => {
  const changed = SHOWN.filter((name) => row[name] !== state[name]);
  const changes = Object.fromEntries(changed.map((name) => [name, changeOf(row[name], state[name])]));
  const about = { entity: 'subscription', entity_id: row.id, title: PLANS[state.plan].display_name, changes } as const;
  return { action: 'changeSubscription', by: deps.origin?.actor ?? undefined, about };
};

const isSmaller = (plan: PlanName, than: PlanName) => PLANS[plan].rank < PLANS[than].rank && plan !== 'free';

const checkPlanLimitEffect = (hoa_id: string, { plan, current_period_end }: SubscriptionState): Effect<'fitPlan'> => ({
  kind: 'fitPlan',
  key: outboxKeys.fitPlan(hoa_id, `${plan}/${current_period_end}`),
  payload: {},
});

const readRev = async ({ db }: Deps, { id }: Subscription): Promise<number> => {
  const row = await queryOne<Pick<Subscription, 'rev'>>(db, 'SELECT rev FROM subscriptions WHERE id = ?', [id]);
  return Number(row?.rev);
};

const updateStatements = ({ id, rev }: Subscription, state: SubscriptionState): InStatement[] => {
  const names = Object.keys(state) as (keyof SubscriptionState)[];
  return [
    guard('count(*) = 1 FROM subscriptions WHERE id = ? AND rev = ?', [id, rev]),
    {
      sql: `UPDATE subscriptions SET ${names.map((name) => `${name} = ?`).join(', ')}, rev = rev + 1 WHERE id = ?`,
      args: [...names.map((name) => state[name]), id],
    },
  ];
};
