import type { InStatement } from '@libsql/client';
import type Stripe from 'stripe';
import { SETTLEMENT_TRIES } from '../../sync/payments/settlement.ts';
import { queueSelected, spreadFrom } from '../../sync/server/queue.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { wakeDrains } from '../jobs/outbox.ts';
import { logError } from '../services/log.ts';
import { withStripe } from '../stripe/client.ts';
import { idOf } from '../stripe/shapes.ts';

/** Queues a job for each thing of each HOA that is compared with Stripe, at most once a day. The jobs are spread over two
 * hours and run as all outbox rows do, so that no invocation has more than its share. */
export const queueReconciliation = async (deps: Deps): Promise<void> => {
  const now = deps.now().toISOString();
  const moved = await paymentsMovedAtStripe(deps);
  await batch(
    deps.db,
    [...OF_ROWS, { what: 'payment', from: MOVED }].map((rule) => insertion(rule, now, moved)),
    'write',
  );
  await wakeDrains(deps);
};

type Rule = { what: string; from: string };

/** Rows that may have changed at Stripe without a webhook. Each selects hoa_id and Stripe's id. */
const OF_ROWS: readonly Rule[] = [
  { what: 'account', from: 'SELECT hoa_id, account_id AS id FROM payment_accounts WHERE deauthorized_at IS NULL' },
  {
    what: 'subscription',
    from: `SELECT hoa_id, stripe_subscription_id AS id FROM subscriptions WHERE stripe_subscription_id IS NOT NULL
      AND (status <> 'canceled' OR current_period_end IS NULL OR current_period_end > :recently)`,
  },
  {
    what: 'checkout',
    from: `SELECT hoa_id, session_id AS id FROM checkouts WHERE status = 'open'
      UNION SELECT hoa_id, checkout_session_id FROM invoices WHERE checkout_session_id IS NOT NULL`,
  },
  {
    what: 'payment',
    from: `SELECT hoa_id, provider_payment_id AS id FROM payments
        WHERE (unrecovered_cents <> 0 AND failed_settlements < ${SETTLEMENT_TRIES})
        OR (kind = 'charge' AND status = 'pending' AND provider_payment_id IS NOT NULL)
      UNION SELECT p.hoa_id, p.provider_payment_id FROM payments p JOIN disputes d ON d.payment_id = p.id
        WHERE d.closed_at IS NULL AND p.provider_payment_id IS NOT NULL`,
  },
];

/** Payments of a refund or dispute that we do not know. */
const MOVED = `SELECT p.hoa_id, p.provider_payment_id AS id FROM json_each(:moved) m
  JOIN payments p ON p.provider_payment_id = m.value ->> 'payment'
  WHERE NOT EXISTS (SELECT 1 FROM payments r WHERE r.provider_payment_id = m.value ->> 'id')
    AND NOT EXISTS (SELECT 1 FROM disputes d WHERE d.provider_dispute_id = m.value ->> 'id')`;

const RECENT_DAYS = 40;
const DAY_MS = 86_400_000;

const insertion = ({ what, from }: Rule, now: string, moved: readonly Moved[]): InStatement =>
  queueSelected(
    `SELECT hoa_id, 'reconcile' AS kind, json_object('what', '${what}', 'id', id) AS payload,
      'reconcile/' || :day || '/${what}/' || id AS key, ${spreadFrom(':now')} AS due FROM (${from})`,
    {
      day: now.slice(0, 10),
      now,
      ...(from.includes(':moved') && { moved: JSON.stringify(moved) }),
      ...(from.includes(':recently') && {
        recently: new Date(Date.parse(now) - RECENT_DAYS * DAY_MS).toISOString(),
      }),
    },
  );

type Moved = { id: string; payment: string };

const LOOK_BACK_DAYS = 8;
const PAGES = 5;

/** The refunds and disputes of the last days, at most 500 of each. */
const paymentsMovedAtStripe = async (deps: Deps): Promise<Moved[]> => {
  try {
    return await listMoved(deps);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    // The next nights look back as far.
    logError(deps, 'reconciliation without refunds and disputes', error);
    return [];
  }
};

const listMoved = (deps: Deps): Promise<Moved[]> =>
  withStripe(deps, async (stripe) => {
    const created = { gte: Math.floor(deps.now().getTime() / 1000) - LOOK_BACK_DAYS * 86_400 };
    const pages = [stripe.refunds.list({ created, limit: 100 }), stripe.disputes.list({ created, limit: 100 })];
    const lists = await Promise.all(pages.map((list) => firstPages(list as Stripe.ApiListPromise<Listed>)));
    return lists.flat().flatMap(({ id, payment_intent }) => {
      const payment = idOf(payment_intent);
      return payment === undefined ? [] : [{ id, payment }];
    });
  });

type Listed = Pick<Stripe.Refund, 'id' | 'payment_intent'>;

const firstPages = async (list: Stripe.ApiListPromise<Listed>): Promise<Listed[]> =>
  list.autoPagingToArray({ limit: PAGES * 100 });
