import { type Delivery, deliveryId, type Recipient } from '../../schema/announcements.ts';
import type { Effects } from '../../schema/outbox.ts';
import { isUrgent } from '../../sync/announcements/entity.ts';
import { toDeliveries } from '../../sync/announcements/recipients.ts';
import { sendScheduled } from '../../sync/announcements/scheduling.ts';
import { type DeliveryResult, recordDeliveryResults, startDelivery } from '../../sync/announcements/sending.ts';
import { LimitReached } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { AnnouncementMailData } from '../emails/announcement.tsx';
import { unsubscribing } from '../notifications/unsubscribe.ts';
import { LETTERHEAD, withLetterhead } from '../queries/letterhead.ts';
import { json, queryOne } from '../queries/query.ts';
import { sendDailyMails } from '../services/daily-mails.ts';
import { MailsRefused } from '../services/email.ts';
import { Postponed } from '../services/errors.ts';
import { transactAsSystem } from '../transact.ts';
import { queueHalves } from './halves.ts';
import type { Job } from './job.ts';

type MailBatch = Effects['mailAnnouncement'];

export const startAnnouncement: Job<'startAnnouncement'> = (deps, { id }, { hoa_id }) =>
  transactAsSystem(deps, hoa_id, (tx) => startDelivery(tx, id), { action: 'deliverAnnouncement' });

/** Waits where the day's announcements or emails are used up. */
export const sendAnnouncement: Job<'sendAnnouncement'> = async (deps, { id, send_at }, { hoa_id }) => {
  try {
    await transactAsSystem(deps, hoa_id, (tx) => sendScheduled(tx, id, send_at), { action: 'deliverAnnouncement' });
  } catch (error) {
    if (!(error instanceof LimitReached)) throw error;
    throw new Postponed(error.message, new Date(deps.now().getTime() + error.seconds * 1000));
  }
};

export const mailAnnouncement: Job<'mailAnnouncement'> = async (deps, mails, row) => {
  const pending = await readPendingDeliveries(deps, mails);
  if (pending.length === 0) return;
  try {
    await recordResults(deps, mails, await send(deps, mails, pending));
  } catch (error) {
    if (!(error instanceof MailsRefused) || !error.divisible || pending.length === 1) throw error;
    await queueHalves(deps, row, mails.deliveries, (deliveries) => ({ ...mails, deliveries }));
  }
};

export const failMails = async (deps: Deps, mails: MailBatch, reason: string): Promise<void> => {
  await recordResults(
    deps,
    mails,
    mails.deliveries.map((id) => ({ id, reason })),
  );
};

type PendingDelivery = { id: string } & Pick<Delivery, 'user_id' | 'email'>;

/** In the order of the batch, on which its idempotency key depends. */
const readPendingDeliveries = async (
  { db }: Deps,
  { id, hoa_id, since, deliveries }: MailBatch,
): Promise<PendingDelivery[]> => {
  const sql = `SELECT r.recipients FROM announcement_recipients r
    JOIN announcements a ON a.id = r.id AND a.hoa_id = r.hoa_id AND a.sending_since = ? WHERE r.id = ? AND r.hoa_id = ?`;
  const row = await queryOne<{ recipients: string }>(db, sql, [since, id, hoa_id]);
  const pending = row
    ? toDeliveries(json<Recipient[]>(row.recipients)).filter(({ status }) => status === 'pending')
    : [];
  const waiting = new Map(pending.map(({ user_id, email }) => [deliveryId(id, user_id), { user_id, email }]));
  return deliveries.flatMap((delivery) => {
    const person = waiting.get(delivery);
    return person === undefined ? [] : [{ id: delivery, ...person }];
  });
};

const send = async (deps: Deps, { id, hoa_id }: MailBatch, waiting: PendingDelivery[]): Promise<DeliveryResult[]> => {
  const { announcementMail } = await import('../emails/announcement.tsx');
  const announcement = await readAnnouncement(deps, hoa_id, id);
  const link = isUrgent(announcement) ? {} : { unsubscribe: LINK };
  const mail = await announcementMail(deps.config, { ...announcement, ...link });
  const mails = waiting.map(async ({ user_id, email }) => {
    if (!link.unsubscribe) return { ...mail, to: email };
    const { href, headers } = await unsubscribing(deps.config, { id: user_id, hoa_id }, ['announcement']);
    const [html, text] = [mail.html.replaceAll(LINK, href), mail.text.replaceAll(LINK, href)];
    return { ...mail, html, text, to: email, headers };
  });
  const key = await idempotencyKeyOf(id, waiting);
  const results = await sendDailyMails(deps, hoa_id, 'mails', await Promise.all(mails), key);
  return results.map((result, at) => ({ ...result, id: waiting[at]!.id }));
};

/** Stands in the rendered mail for the reader's own link. */
const LINK = 'https://unsubscribe.invalid/';

const readAnnouncement = async ({ db, config }: Deps, hoa_id: string, id: string): Promise<AnnouncementMailData> => {
  const sql = `SELECT a.id, a.title, a.message, a.category, a.attachment ->> '$.filename' AS filename, ${LETTERHEAD}
    FROM announcements a JOIN hoas h ON h.id = a.hoa_id WHERE a.id = ? AND a.hoa_id = ?`;
  const announcement = await queryOne<AnnouncementMailData>(db, sql, [id, hoa_id]);
  if (!announcement) throw new Error(`There is no announcement ${id}`);
  return withLetterhead(config)(announcement);
};

/** Derived from the recipients instead of the outbox row, so that the same mails are not sent twice after a lost
 * response. */
const idempotencyKeyOf = async (id: string, waiting: PendingDelivery[]): Promise<string> => {
  const bytes = new TextEncoder().encode(JSON.stringify(waiting.map((delivery) => [delivery.id, delivery.email])));
  return `announcement/${id}/${Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')}`;
};

const recordResults = (deps: Deps, mails: MailBatch, results: DeliveryResult[]) =>
  transactAsSystem(deps, mails.hoa_id, (tx) => recordDeliveryResults(tx, mails, results), {
    action: 'deliverAnnouncement',
  });
