import type { InStatement } from '@libsql/client';
import type Stripe from 'stripe';
import { batch } from '../../sync/server/retry.ts';
import type { Recorded } from '../../sync/server/transact.ts';
import type { Tx } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { queryOne } from '../queries/query.ts';
import { transactAsSystem } from '../transact.ts';
import { stripeErrorType } from './client.ts';
import { isoInstant } from './shapes.ts';

/** `run` changes synced rows and may run again; `statements` change tables that never sync; `recorded` is how the trail
 * of activity calls it, 'recordPayment' if nothing else. All commit together. */
export type WebhookResult = {
  hoa_id: string;
  run?(tx: Tx): Promise<void>;
  statements?: InStatement[];
  recorded?: Pick<Recorded, 'action' | 'about'>;
  afterCommit?(): void;
};

/** Events arrive in any order, so a handler reads the object again from Stripe. Null if it belongs to no HOA. If it
 * throws, Stripe sends the event again. */
export type WebhookHandler = (deps: Deps, event: Stripe.Event) => Promise<WebhookResult | null>;

/** Throws HttpError 400 unless Stripe signed the body within the last five minutes. `webhookSecret` may hold several
 * secrets separated by commas, because each endpoint at Stripe has its own. */
export const verifyEvent = async (deps: Deps, body: string, signature: string): Promise<Stripe.Event> => {
  const { default: Stripe } = await import('stripe');
  const crypto = Stripe.createSubtleCryptoProvider();
  const received = deps.now().getTime();
  for (const secret of deps.config.stripe.webhookSecret.split(',')) {
    try {
      return await Stripe.webhooks.constructEventAsync(body, signature, secret.trim(), undefined, crypto, received);
    } catch (error) {
      if (stripeErrorType(error) !== 'StripeSignatureVerificationError' && !(error instanceof SyntaxError)) throw error;
    }
  }
  deps.metrics.count('webhook_failures', { provider: 'stripe', type: 'unsigned' });
  throw new HttpError(400, 'This is not a signed event');
};

/** Applies an event once, however often it arrives: its id is inserted in the same commit. */
export const handleEvent = async (
  deps: Deps,
  event: Stripe.Event,
  handlers: Record<string, WebhookHandler>,
): Promise<void> => {
  if (await isHandled(deps, event)) return;
  const handler = isForPlatform(event) ? handlers[event.type] : undefined;
  const result = (await handler?.(deps, event)) ?? null;
  const statements = [eventInsert(event, result?.hoa_id ?? null, deps.now().toISOString()), prune(deps)];
  try {
    if (result) await applyResult(deps, result, statements);
    else await batch(deps.db, statements, 'write');
  } catch (error) {
    if (!(await isHandled(deps, event))) throw error;
  }
};

export const applyResult = async (deps: Deps, result: WebhookResult, more: InStatement[] = []): Promise<void> => {
  const statementsBefore = [...(result.statements ?? []), ...more];
  await transactAsSystem(deps, result.hoa_id, result.run ?? (async () => {}), {
    action: 'recordPayment',
    ...result.recorded,
    statementsBefore,
  });
  result.afterCommit?.();
};

const CONNECTED_ACCOUNT_EVENTS = ['account.updated', 'account.application.deauthorized'];

/** Other events of a connected account concern only the HOA, and our key cannot read their objects. */
const isForPlatform = ({ type, account }: Stripe.Event) => !account || CONNECTED_ACCOUNT_EVENTS.includes(type);

/** Noted where the HOA's rows lie, which nobody knows yet. */
const isHandled = async (deps: Deps, { id }: Stripe.Event): Promise<boolean> =>
  (await queryOne(deps.db, 'SELECT 1 FROM processor_events WHERE id = ?', [id])) !== undefined;

const eventInsert = (event: Stripe.Event, hoa_id: string | null, now: string): InStatement => ({
  sql: `INSERT INTO processor_events (id, hoa_id, type, account_id, created_at, received_at, processed_at)
    VALUES (?, ?, ?, ?, ?, ?, ?)`,
  args: [event.id, hoa_id, event.type, event.account ?? null, isoInstant(event.created), now, now],
});

/** Stripe sends an event again for at most 30 days. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** Deletes a few of the oldest, so the cost does not depend on their number. */
const prune = (deps: Deps): InStatement => ({
  sql: `DELETE FROM processor_events WHERE received_at < ?
    AND rowid IN (SELECT rowid FROM processor_events ORDER BY rowid LIMIT 8)`,
  args: [new Date(deps.now().getTime() - KEPT_MS).toISOString()],
});
