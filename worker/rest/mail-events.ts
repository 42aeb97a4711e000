import type { WebhookEventPayload } from 'resend';
import { batch } from '../../sync/server/retry.ts';
import { reportEmail } from '../../sync/users/entity.ts';
import { hashToken } from '../auth/secrets.ts';
import type { Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { queryAll } from '../queries/query.ts';
import { transactAsSystem } from '../transact.ts';
import { handler } from './query.ts';
import type { Route } from './route.ts';

/** Events of a mail that did not reach its reader, or was not wanted. */
const BOUNCES: readonly string[] = ['email.bounced', 'email.complained', 'email.failed', 'email.suppressed'];

type Signature = { id: string; timestamp: string; signature: string };

/** After these the address is marked until a mail arrives there. A bounce may also be of a full mailbox. */
const isFinal = (event: WebhookEventPayload): boolean =>
  event.type === 'email.suppressed' || (event.type === 'email.bounced' && event.data.bounce.type === 'Permanent');

/** Unknown where no RESEND_WEBHOOK_SECRET is set; 400 without its signature. Each event counts once. */
export const mailEventRoutes: readonly Route[] = [
  handler('POST /api/webhooks/resend', {
    ...{ tag: 'Operation', access: 'anyone' },
    errors: [400, 404],
    summary: 'Events of mails',
    notes: 'Signed by Resend.',
    answers: { 200: 'received' },
    handle: async ({ c, deps }) => {
      if (!deps.config.resendWebhookSecret) throw new HttpError(404, 'Not found');
      const header = (name: string) => c.req.header(`svix-${name}`) ?? '';
      const signature = { id: header('id'), timestamp: header('timestamp'), signature: header('signature') };
      const event = await verifyEvent(deps, await c.req.text(), signature);
      if (BOUNCES.includes(event.type) && (await isNew(deps, signature.id, event))) recordBounce(deps, event);
      if (event.type === 'email.delivered') await noteDeliveries(deps, event);
      if (event.type === 'email.delivered' || (await isLatest(deps, event))) await markAddresses(deps, event);
      return { received: true };
    },
  }),
];

/** The secret may be several, separated by commas, while it is rotated. */
const verifyEvent = async (
  { config, metrics }: Deps,
  payload: string,
  headers: Signature,
): Promise<WebhookEventPayload> => {
  const { Resend } = await import('resend');
  const { webhooks } = new Resend(config.resendKey);
  for (const secret of config.resendWebhookSecret?.split(',') ?? []) {
    try {
      return webhooks.verify({ payload, headers, webhookSecret: secret.trim() });
    } catch {
      // The next secret may be the one.
    }
  }
  metrics.count('webhook_failures', { provider: 'resend', type: 'unsigned' });
  throw new HttpError(400, 'This is not a signed event');
};

/** Resend sends an event again until it is answered. */
const isNew = async ({ db, now }: Deps, id: string, { type, created_at }: WebhookEventPayload): Promise<boolean> => {
  const at = now().toISOString();
  const sql = `INSERT OR IGNORE INTO processor_events (id, type, created_at, received_at, processed_at) VALUES (?, ?, ?, ?, ?)`;
  const [result] = await batch(db, [{ sql, args: [`resend/${id}`, type, created_at, at, at] }], 'write');
  return result?.rowsAffected === 1;
};

/** A bounce may be reported after a delivery that came later. The note of an address stays as long as other events. */
const noteDeliveries = async ({ db, now }: Deps, event: WebhookEventPayload): Promise<void> => {
  const at = now().toISOString();
  const sql = `INSERT INTO processor_events (id, type, created_at, received_at, processed_at) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at, received_at = excluded.received_at
      WHERE excluded.created_at > created_at`;
  const notes = addressesOf(event).map(async (address) => ({
    sql,
    args: [await deliveryOf(address), event.type, timeOf(event), at, at],
  }));
  if (notes.length > 0) await batch(db, await Promise.all(notes), 'write');
};

/** True for a final failure after which nothing was delivered to its addresses. Such a mail has one address. */
const isLatest = async ({ db }: Deps, event: WebhookEventPayload): Promise<boolean> => {
  if (!isFinal(event)) return false;
  const ids = await Promise.all(addressesOf(event).map(deliveryOf));
  const sql = 'SELECT id FROM processor_events WHERE id IN (SELECT value FROM json_each(?)) AND created_at >= ?';
  return (await queryAll(db, sql, [JSON.stringify(ids), timeOf(event)])).length === 0;
};

/** Its hash, because the note outlives the person. */
const deliveryOf = async (address: string): Promise<string> => `resend-delivered/${await hashToken(address)}`;

const timeOf = ({ created_at }: WebhookEventPayload): string => new Date(created_at).toISOString();

/** In each HOA that has people with these addresses. */
const markAddresses = async (deps: Deps, event: WebhookEventPayload): Promise<void> => {
  const bounced = event.type !== 'email.delivered';
  const sql = `SELECT id, hoa_id FROM users WHERE email IN (SELECT value FROM json_each(?)) AND deleted_at IS NULL
    AND (? OR email_bounced_at IS NOT NULL)`;
  const args = [JSON.stringify(addressesOf(event)), Number(bounced)];
  const people = await queryAll<{ id: string; hoa_id: string }>(deps.db, sql, args);
  const report = { at: timeOf(event), bounced };
  const action = bounced ? 'reportFailure' : null;
  for (const { id, hoa_id } of people)
    await transactAsSystem(deps, hoa_id, (tx) => reportEmail(tx, id, report), { action });
};

const addressesOf = ({ data }: WebhookEventPayload): string[] =>
  'to' in data && Array.isArray(data.to) ? data.to.map((address) => address.trim().toLowerCase()) : [];

/** Logged by the mail's id at Resend, where its address can be looked up. */
const recordBounce = ({ metrics, log }: Deps, event: WebhookEventPayload): void => {
  const type = event.type.replace('email.', '');
  const mail = 'email_id' in event.data ? event.data.email_id : undefined;
  const bounce = event.type === 'email.bounced' ? event.data.bounce.type : undefined;
  metrics.count('mail_bounces', { type });
  log({ level: 'info', event: 'mail bounced', type, mail, bounce });
};
