import { type Delivery, deliveryId } from '../../schema/announcements.ts';
import type { Announcement, AnnouncementRecipients } from '../../schema/tables/announcements.ts';
import type { User } from '../../schema/tables/users.ts';
import { peopleOnStreets } from '../addresses/streets.ts';
import { areMailsPaused } from '../failed-jobs/mail-pause.ts';
import { notify, wants } from '../notifications/rules.ts';
import type { Tx } from '../tx.ts';
import { isUrgent, recipientsOf } from './entity.ts';
import { mailEffects } from './mails.ts';
import { toDeliveries, toRecipients } from './recipients.ts';

/** Fixes the recipients and queues their mails, once per sending. Who wants no mail of announcements reads it in the app. */
export const startDelivery = async (tx: Tx, id: string): Promise<void> => {
  const announcement = await tx.get('announcement', id);
  if (!isSending(announcement)) return;
  const [stored, users, preferences, homes] = await Promise.all([
    tx.get('announcementRecipients', id),
    tx.list('user', 'hoa_id', tx.actor.hoa_id),
    tx.list('notificationPreferences', 'hoa_id', tx.actor.hoa_id),
    announcement.streets?.length ? tx.list('address', 'hoa_id', tx.actor.hoa_id) : [],
  ]);
  const { sending_since } = announcement;
  if (stored?.sending_since === sending_since) return;
  // A second attempt drops recipients who are no longer active.
  const reached = toDeliveries(stored?.recipients).filter(({ status }) => status === 'delivered');
  const reachedIds = new Set(reached.map(({ user_id }) => user_id));
  const preferencesOf = new Map(preferences.map((each) => [each.user_id, each]));
  const isMailed = ({ id, role }: User) =>
    isUrgent(announcement) || wants(role, preferencesOf.get(id), 'announcement', 'mail');
  // Who has moved in since the announcement was written is reached, too.
  const street_recipients = announcement.streets && peopleOnStreets(announcement.streets, users, homes);
  const due = recipientsOf({ ...announcement, street_recipients }, users)
    .filter((person) => !reachedIds.has(person.id) && isMailed(person))
    .map(pendingDelivery);
  const recipients = toRecipients([...reached, ...due]);
  await tx.put('announcementRecipients', { ...stored, id, sending_since, recipients });
  const started = {
    ...announcement,
    street_recipients,
    recipient_count: recipients.length,
    delivered_count: reached.length,
    failed_count: 0,
  };
  await tx.put('announcement', endIfComplete(tx, started));
  for (const effect of mailEffects(tx, announcement, due)) tx.after(effect);
  if (!stored) notify(tx, 'announcement', { entity: 'announcement', ids: [id], due: afterMails(tx) });
};

/** The drain that sends the mails has its subrequests for them; a later one pushes. */
const afterMails = ({ now }: Tx) => new Date(Date.parse(now) + 15_000).toISOString();

/** `id` is a `deliveryId`. */
export type DeliveryResult = { id: string; provider_id?: string; reason?: string };

/** The last outcome ends the sending. A success always counts, a failure only for the sending that it belongs to. */
export const recordDeliveryResults = async (
  tx: Tx,
  { id, since }: { id: string; since: string },
  results: readonly DeliveryResult[],
): Promise<void> => {
  const [announcement, stored] = await Promise.all([tx.get('announcement', id), tx.get('announcementRecipients', id)]);
  if (!announcement || !stored) return;
  const isCurrent = announcement.sending_since === since;
  const resultOf = new Map(results.map((result) => [result.id, result]));
  let { delivered_count, failed_count } = announcement;
  const settle = (delivery: Delivery): Delivery => {
    const result = resultOf.get(deliveryId(id, delivery.user_id));
    if (!result || delivery.status === 'delivered') return delivery;
    const failed = result.reason !== undefined;
    if (failed && (delivery.status !== 'pending' || !isCurrent)) return delivery;
    if (delivery.status === 'failed') failed_count = Math.max(0, failed_count - 1);
    if (failed) failed_count += 1;
    else delivered_count += 1;
    return settledDelivery(delivery, result, tx.now);
  };
  const before = toDeliveries(stored.recipients);
  const after = before.map(settle);
  if (after.every((delivery, at) => delivery === before[at])) return;
  await putDeliveries(tx, stored, after);
  await tx.put('announcement', endIfComplete(tx, { ...announcement, delivered_count, failed_count }));
};

const STALLED_REASON = 'The mail service did not respond in time';

/** Fails a sending without any progress since `before` (ISO 8601). */
export const failStalledSending = async (tx: Tx, id: string, before: string): Promise<void> => {
  const [announcement, stored, hoa] = await Promise.all([
    tx.get('announcement', id),
    tx.get('announcementRecipients', id),
    tx.get('hoa', tx.actor.hoa_id),
  ]);
  if (!isSending(announcement) || announcement.sending_since > before || areMailsPaused(hoa, before)) return;
  const deliveries = toDeliveries(stored?.recipients);
  if (deliveries.some(({ settled_at }) => settled_at !== null && settled_at > before)) return;
  const failed = deliveries.map((delivery) =>
    delivery.status === 'pending' ? settledDelivery(delivery, { reason: STALLED_REASON }, tx.now) : delivery,
  );
  if (stored) await putDeliveries(tx, stored, failed);
  const waiting = deliveries.filter(({ status }) => status === 'pending').length;
  const failed_count = announcement.failed_count + waiting;
  await tx.put('announcement', { ...announcement, failed_count, status: 'failed', sending_since: null });
};

const isSending = (announcement: Announcement | undefined): announcement is Announcement & { sending_since: string } =>
  announcement?.status === 'sending' && announcement.sending_since !== null;

const putDeliveries = (tx: Tx, stored: AnnouncementRecipients, deliveries: readonly Delivery[]): Promise<void> =>
  tx.put('announcementRecipients', { ...stored, recipients: toRecipients(deliveries) });

/** Ends the sending once every delivery has an outcome: 'sent' if one was delivered or there were no recipients. A
 * retry changes neither status nor date. */
const endIfComplete = (tx: Tx, announcement: Announcement): Announcement => {
  const { status, sending_since, delivered_count, failed_count, recipient_count } = announcement;
  if (sending_since === null || delivered_count + failed_count < recipient_count) return announcement;
  if (status === 'sent') return { ...announcement, sending_since: null };
  const reached = delivered_count > 0 || recipient_count === 0;
  return { ...announcement, status: reached ? 'sent' : 'failed', sending_since: null, sent_at: tx.now };
};

const settledDelivery = (delivery: Delivery, result: Omit<DeliveryResult, 'id'>, now: string): Delivery => ({
  ...delivery,
  status: result.reason === undefined ? 'delivered' : 'failed',
  reason: result.reason ?? null,
  provider_id: result.provider_id ?? null,
  settled_at: now,
});

const pendingDelivery = ({ id, name, email }: User): Delivery => ({
  user_id: id,
  name,
  email,
  status: 'pending',
  reason: null,
  settled_at: null,
  provider_id: null,
});
