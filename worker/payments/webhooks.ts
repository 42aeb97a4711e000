import type { InStatement } from '@libsql/client';
import type Stripe from 'stripe';
import { batch } from '../../sync/server/retry.ts';
import { billingHandlers, orderResult } from '../billing/webhooks.ts';
import type { Deps } from '../deps.ts';
import { openStripe } from '../stripe/client.ts';
import { applyResult, type WebhookHandler } from '../stripe/webhooks.ts';
import { accountResult } from './accounts.ts';
import { checkoutResult, refundResult } from './charges.ts';

const checkout: WebhookHandler = async (deps, { data }) => {
  const session = data.object as Stripe.Checkout.Session;
  if (session.mode === 'subscription') return orderResult(deps, session);
  return checkoutResult(deps, await openStripe(deps.config), session.id);
};

const refund: WebhookHandler = async (deps, { data }) => {
  const { payment_intent } = data.object as Stripe.Charge | Stripe.Refund;
  const id = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id;
  return id === undefined ? null : refundResult(deps, await openStripe(deps.config), id);
};

const account: WebhookHandler = async (deps, { data }) =>
  accountResult(deps, await openStripe(deps.config), (data.object as Stripe.Account).id);

/** What is done about each kind of event. All others are only noted. */
export const handlers: Record<string, WebhookHandler> = {
  'checkout.session.completed': checkout,
  'checkout.session.async_payment_succeeded': checkout,
  'checkout.session.async_payment_failed': checkout,
  'checkout.session.expired': checkout,
  'charge.refunded': refund,
  'refund.created': refund,
  'refund.updated': refund,
  'refund.failed': refund,
  ...billingHandlers,
  'account.updated': account,
};

/** Accounts of HOAs tell of themselves alone: what else happens on them is theirs, and unknown to Stripe under our key. */
const OF_ACCOUNTS = ['account.updated'];

const handlerOf = ({ type, account }: Stripe.Event): WebhookHandler | undefined =>
  account && !OF_ACCOUNTS.includes(type) ? undefined : handlers[type];

/** Does what an event asks for, once however often it comes: the note of it and its effect are one commit. */
export const handleEvent = async (deps: Deps, event: Stripe.Event): Promise<void> => {
  if (await isHandled(deps, event)) return;
  const news = (await handlerOf(event)?.(deps, event)) ?? null;
  const noted = eventInsert(event, news?.hoa_id ?? null, deps.now().toISOString());
  try {
    if (news) await applyResult(deps, news, [noted]);
    else await batch(deps.db, [noted], 'write');
  } catch (error) {
    // The same event came twice at once, and the other was first.
    if (!(await isHandled(deps, event))) throw error;
  }
};

const isHandled = async ({ db }: Deps, { id }: Stripe.Event): Promise<boolean> => {
  const [known] = await batch(db, [{ sql: 'SELECT 1 FROM processor_events WHERE id = ?', args: [id] }], 'read');
  return known?.rows.length === 1;
};

/** Fails the batch it stands in where the event is known already. */
const eventInsert = (event: Stripe.Event, hoa_id: string | null, now: string): InStatement => ({
  sql: `INSERT INTO processor_events (id, hoa_id, type, account_id, created_at, received_at, processed_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)`,
  args: [event.id, hoa_id, event.type, event.account ?? null, instant(event.created), now, now],
});

const instant = (seconds: number) => new Date(seconds * 1000).toISOString();
