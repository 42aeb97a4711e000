import type { Unsaved } from '../schema/rows.ts';
import type { Announcement, AnnouncementDelivery } from '../schema/tables/announcements.ts';
import type { User } from '../schema/tables/users.ts';
import { mailEffects } from './announcement-mails.ts';
import { recipientsOf } from './announcements.ts';
import type { Tx } from './tx.ts';

/** Fixes the recipients and queues their mails, once per sending. */
export const startDelivery = async (tx: Tx, id: string): Promise<void> => {
  const announcement = await tx.get('announcement', id);
  if (!isSending(announcement)) return;
  const [existing, users] = await Promise.all([
    tx.list('announcementDelivery', 'announcement_id', id),
    tx.list('user', 'hoa_id', tx.actor.hoa_id),
  ]);
  if (existing.some(({ created_at }) => created_at === announcement.sending_since)) return;
  const reached = existing.filter(({ status }) => status === 'delivered');
  const due = recipientsOf(announcement, users).filter((person) => !reached.some(isTo(person)));
  const deliveries = due.map((person) => pendingDelivery(announcement, person, existing.find(isTo(person))));
  // A second attempt drops recipients who are no longer active.
  const left = existing.filter(
    (delivery) => delivery.status !== 'delivered' && !due.some((person) => isTo(person)(delivery)),
  );
  await Promise.all([
    ...left.map((delivery) => tx.delete('announcementDelivery', delivery.id)),
    ...deliveries.map((delivery) => tx.put('announcementDelivery', delivery)),
  ]);
  const started = {
    ...announcement,
    recipient_count: reached.length + deliveries.length,
    delivered_count: reached.length,
    failed_count: 0,
  };
  await tx.put('announcement', endIfComplete(tx, started));
  for (const effect of mailEffects(tx, announcement, deliveries)) tx.after(effect);
};

export type DeliveryResult = { id: string; provider_id?: string; reason?: string };

/** The last outcome ends the sending. A success always counts, a failure only for the sending that it belongs to. */
export const recordDeliveryResults = async (
  tx: Tx,
  { id, since }: { id: string; since: string },
  results: readonly DeliveryResult[],
): Promise<void> => {
  const announcement = await tx.get('announcement', id);
  if (!announcement) return;
  const isCurrent = announcement.sending_since === since;
  const stored = await Promise.all(results.map((result) => tx.get('announcementDelivery', result.id)));
  let { delivered_count, failed_count } = announcement;
  const settled = results.flatMap((result, at): AnnouncementDelivery[] => {
    const delivery = stored[at];
    const failed = result.reason !== undefined;
    if (!delivery || delivery.status === 'delivered') return [];
    if (failed && (delivery.status !== 'pending' || !isCurrent)) return [];
    if (delivery.status === 'failed') failed_count = Math.max(0, failed_count - 1);
    if (failed) failed_count += 1;
    else delivered_count += 1;
    return [settledDelivery(delivery, result, tx.now)];
  });
  if (settled.length === 0) return;
  await Promise.all(settled.map((delivery) => tx.put('announcementDelivery', delivery)));
  await tx.put('announcement', endIfComplete(tx, { ...announcement, delivered_count, failed_count }));
};

export const STALLED_REASON = 'The mail service did not answer in time';

/** Fails a sending without any progress since `before` (ISO 8601). */
export const failStalledSending = async (tx: Tx, id: string, before: string): Promise<void> => {
  const announcement = await tx.get('announcement', id);
  if (!isSending(announcement) || announcement.sending_since > before) return;
  const deliveries = await tx.list('announcementDelivery', 'announcement_id', id);
  if (deliveries.some(({ settled_at }) => settled_at !== null && settled_at > before)) return;
  const waiting = deliveries.filter(({ status }) => status === 'pending');
  await Promise.all(
    waiting.map((delivery) =>
      tx.put('announcementDelivery', settledDelivery(delivery, { reason: STALLED_REASON }, tx.now)),
    ),
  );
  const failed_count = announcement.failed_count + waiting.length;
  await tx.put('announcement', { ...announcement, failed_count, status: 'failed', sending_since: null });
};

const isSending = (announcement: Announcement | undefined): announcement is Announcement & { sending_since: string } =>
  announcement?.status === 'sending' && announcement.sending_since !== null;

const isTo = (person: User) => (delivery: AnnouncementDelivery) => delivery.user_id === person.id;

/** Ends the sending once every delivery has an outcome: 'sent' if one was delivered or there were no recipients. A
 * retry changes neither status nor date. */
const endIfComplete = (tx: Tx, announcement: Announcement): Announcement => {
  const { status, sending_since, delivered_count, failed_count, recipient_count } = announcement;
  if (sending_since === null || delivered_count + failed_count < recipient_count) return announcement;
  if (status === 'sent') return { ...announcement, sending_since: null };
  const reached = delivered_count > 0 || recipient_count === 0;
  return { ...announcement, status: reached ? 'sent' : 'failed', sending_since: null, sent_at: tx.now };
};

const settledDelivery = (delivery: AnnouncementDelivery, result: Omit<DeliveryResult, 'id'>, now: string) => ({
  ...delivery,
  status: result.reason === undefined ? ('delivered' as const) : ('failed' as const),
  reason: result.reason ?? null,
  provider_id: result.provider_id ?? null,
  settled_at: now,
});

/** `created_at` identifies the sending, so that a repeated start is recognized. */
const pendingDelivery = (
  { id, sending_since }: Announcement & { sending_since: string },
  person: User,
  existing?: AnnouncementDelivery,
): Unsaved<AnnouncementDelivery> => ({
  id: existing?.id ?? `${id}:${person.id}`,
  announcement_id: id,
  user_id: person.id,
  name: person.name,
  email: person.email,
  status: 'pending',
  reason: null,
  provider_id: null,
  created_at: sending_since,
  settled_at: null,
});
