import type { InStatement } from '@libsql/client';
import type { WebhookDelivery, WebhookEndpoint } from '../../schema/tables/api.ts';
import { DELIVERY_HOURS, FAILING_DAYS } from '../../schema/webhooks.ts';
import { guard } from '../../sync/server/queue.ts';
import { batch } from '../../sync/server/retry.ts';
import { Refusal, type Tx } from '../../sync/tx.ts';
import { planMailEffect } from '../billing/plan-mails.ts';
import type { Deps } from '../deps.ts';
import { queryOne } from '../queries/query.ts';
import { PermanentFailure, RetryLater } from '../services/errors.ts';
import { fetchOutside } from '../services/outside.ts';
import { transactAsSystem } from '../transact.ts';
import { unsealWebhookSecret, webhookHeaders } from '../webhooks/signature.ts';
import type { Job } from './job.ts';

const HOUR_MS = 60 * 60 * 1000;
const TIMEOUT_MS = 10_000;
const GONE = 410;

type Delivery = Pick<WebhookDelivery, 'id' | 'hoa_id' | 'endpoint_id' | 'payload' | 'attempts'> &
  Pick<WebhookEndpoint, 'url' | 'sealed_secret' | 'sealed_previous' | 'previous_until' | 'failing_since'>;
/** `status` is null where no answer came. */
type Attempt = { status: number | null; error: string | null; retryAfter?: number };

/** Posts it and notes what came of it: at least once, under one id. */
export const deliverWebhook: Job<'deliverWebhook'> = async (deps, { id }, { hoa_id, created_at }) => {
  const delivery = await readDelivery(deps, hoa_id, id);
  if (!delivery) return;
  const attempt = await post(deps, delivery);
  if (attempt.error === null) return noteSuccess(deps, delivery, attempt);
  deps.metrics.count('outgoing_webhook_failures', { status: String(attempt.status ?? 'none') });
  const now = deps.now().getTime();
  const failing = now - Date.parse(delivery.failing_since ?? deps.now().toISOString());
  const isOver = now - Date.parse(created_at) >= DELIVERY_HOURS * HOUR_MS;
  const isHopeless = attempt.status === GONE || failing >= FAILING_DAYS * 24 * HOUR_MS;
  await noteFailure(deps, delivery, attempt, isOver || isHopeless);
  if (isHopeless) await disable(deps, delivery, attempt);
  if (isOver || isHopeless) throw new PermanentFailure(attempt.error);
  throw new RetryLater(attempt.error, attempt.retryAfter);
};

const readDelivery = ({ db }: Deps, hoa_id: string, id: string): Promise<Delivery | undefined> =>
  queryOne(
    db,
    `SELECT d.id, d.hoa_id, d.endpoint_id, d.payload, d.attempts, e.url, e.sealed_secret, e.sealed_previous,
        e.previous_until, e.failing_since
      FROM webhook_deliveries d JOIN webhook_endpoints e ON e.hoa_id = d.hoa_id AND e.id = d.endpoint_id
      WHERE d.hoa_id = ? AND d.id = ? AND d.status = 'pending' AND e.disabled_at IS NULL`,
    [hoa_id, id],
  );

const post = async (deps: Deps, delivery: Delivery): Promise<Attempt> => {
  const { id, url, payload: body } = delivery;
  try {
    const headers = webhookHeaders({ id, at: deps.now(), body }, await secretsOf(deps, delivery));
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetchOutside(deps.config, url, { method: 'POST', headers, body, signal });
    await answer.body?.cancel();
    if (answer.ok) return { status: answer.status, error: null };
    const retryAfter = Number(answer.headers.get('Retry-After'));
    const error = `The endpoint responded ${answer.status}`;
    return { status: answer.status, error, ...(retryAfter > 0 && { retryAfter: Math.min(retryAfter, 3600) }) };
  } catch (error) {
    return { status: null, error: isKnown(error) ? error.message : 'The endpoint did not respond' };
  }
};

const isKnown = (error: unknown): error is Error => error instanceof Refusal || error instanceof RetryLater;

const secretsOf = async (
  { config, now }: Deps,
  { sealed_secret, sealed_previous, previous_until }: Delivery,
): Promise<string[]> => {
  const isRotating = sealed_previous && previous_until && previous_until > now().toISOString();
  const sealed = [sealed_secret, ...(isRotating ? [sealed_previous] : [])];
  return Promise.all(sealed.map((one) => unsealWebhookSecret(config, one)));
};

const noteSuccess = async ({ db, now }: Deps, delivery: Delivery, { status }: Attempt): Promise<void> => {
  const { id, hoa_id, endpoint_id } = delivery;
  await batch(
    db,
    [
      {
        sql: `UPDATE webhook_deliveries SET status = 'delivered', attempts = attempts + 1, last_status = ?,
          last_error = NULL, settled_at = ? WHERE hoa_id = ? AND id = ?`,
        args: [status, now().toISOString(), hoa_id, id],
      },
      {
        sql: 'UPDATE webhook_endpoints SET failing_since = NULL WHERE hoa_id = ? AND id = ? AND failing_since IS NOT NULL',
        args: [hoa_id, endpoint_id],
      },
    ],
    'write',
  );
};

const noteFailure = async (
  { db, now }: Deps,
  { id, hoa_id, endpoint_id }: Delivery,
  { status, error }: Attempt,
  isFinal: boolean,
): Promise<void> => {
  const at = now().toISOString();
  await batch(
    db,
    [
      {
        sql: `UPDATE webhook_deliveries SET status = ?, attempts = attempts + 1, last_status = ?, last_error = ?,
          settled_at = ? WHERE hoa_id = ? AND id = ?`,
        args: [isFinal ? 'failed' : 'pending', status, error, isFinal ? at : null, hoa_id, id],
      },
      {
        sql: 'UPDATE webhook_endpoints SET failing_since = coalesce(failing_since, ?) WHERE hoa_id = ? AND id = ?',
        args: [at, hoa_id, endpoint_id],
      },
    ],
    'write',
  );
};

/** Once, however many deliveries find it so at the same time; superadmins get one mail. */
const disable = async (deps: Deps, { hoa_id, endpoint_id, url }: Delivery, { error }: Attempt): Promise<void> => {
  const at = deps.now().toISOString();
  const update: InStatement = {
    sql: 'UPDATE webhook_endpoints SET disabled_at = ?, disabled_reason = ? WHERE hoa_id = ? AND id = ?',
    args: [at, error, hoa_id, endpoint_id],
  };
  const about = { entity: 'webhook', entity_id: endpoint_id, title: new URL(url).host } as const;
  const mail = planMailEffect('webhook-disabled', `${endpoint_id}/${at.slice(0, 10)}`, {
    host: about.title,
    reason: error ?? '',
  });
  const run = async (tx: Tx) => {
    if (await queryOne(deps.db, `SELECT 1 FROM (${ENABLED}) WHERE ok = 0`, [hoa_id, endpoint_id]))
      throw new Refusal('invalid', 'The endpoint is already turned off.');
    tx.after(mail);
  };
  const statementsBefore = [guard(`(${ENABLED})`, [hoa_id, endpoint_id]), update];
  try {
    await transactAsSystem(deps, hoa_id, run, { action: 'disableWebhook', about, statementsBefore });
  } catch (cause) {
    if (cause instanceof Refusal) return;
    throw cause;
  }
  deps.metrics.count('outgoing_webhooks_disabled');
};

/** Several deliveries may find at once that there is no more hope. */
const ENABLED = `SELECT EXISTS (SELECT 1 FROM webhook_endpoints WHERE hoa_id = ? AND id = ? AND disabled_at IS NULL) AS ok`;
