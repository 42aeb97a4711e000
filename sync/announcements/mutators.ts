import {
  announcementChoice,
  announcementInput,
  announcementRetry,
  announcementSending,
  announcementUpdate,
} from '../../schema/announcement-inputs.ts';
import {
  type Attachment,
  DELIVERY_METHODS,
  type Delivery,
  lacksRecipients,
  RECIPIENT_MISSING,
  readId,
} from '../../schema/announcements.ts';
import type { Unsaved } from '../../schema/rows.ts';
import type { Announcement } from '../../schema/tables/announcements.ts';
import { displayName, extensionOf } from '../../schema/uploads.ts';
import { addedIds, applyListChange, recordEdits, refuseConflicts } from '../edits.ts';
import { deleteFileEffect, fileOf, replaceFile } from '../photos/files.ts';
import { assertNew, authorize, find, mutator, Refusal, type Tx } from '../tx.ts';
import {
  ANNOUNCEMENT_NOT_FOUND,
  canDelete,
  canEdit,
  canManage,
  canSend,
  conflictsOf,
  isReachable,
  isReadable,
} from './entity.ts';
import { mailEffects } from './mails.ts';
import { toDeliveries, toRecipients } from './recipients.ts';
import { requireRead, scheduling } from './scheduling.ts';
import { countSending, startSending } from './start.ts';

const createAnnouncement = mutator(
  announcementInput,
  async (tx, args) => {
    authorize(canManage(tx.actor));
    assertNew(await tx.get('announcement', args.id));
    await findRecipients(tx, args.custom_recipients);
    await draftAnnouncement(tx, args);
  },
  (args) => [args.attachment?.s3_key],
);

type Draft = Pick<
  Announcement,
  'id' | 'title' | 'message' | 'category' | 'audience_type' | 'custom_recipients' | 'attachment'
> &
  Partial<Pick<Announcement, 'streets'>>;

/** Puts an announcement under an id that is free, to recipients who are there. */
export const draftAnnouncement = async (tx: Tx, args: Draft): Promise<Unsaved<Announcement>> => {
  const announcement = {
    ...args,
    custom_recipients: args.audience_type === 'custom' ? args.custom_recipients : [],
    streets: args.audience_type === 'custom' ? someOf(args.streets ?? []) : null,
    street_recipients: null,
    attachment: await toAttachment(tx, args.id, args.attachment),
    history: [],
    delivery_methods: [...DELIVERY_METHODS],
    status: 'draft' as const,
    recipient_count: 0,
    delivered_count: 0,
    failed_count: 0,
    created_by: tx.actor.id,
    created_by_name: tx.actor.name,
    created_at: tx.now,
    sent_at: null,
    send_at: null,
    sending_since: null,
    edits: recordEdits(tx, {}, { message: args.message, attachment: args.attachment }),
  };
  await tx.put('announcement', announcement);
  return announcement;
};

const updateAnnouncement = mutator(
  announcementUpdate,
  async (tx, { id, base, custom_recipients, streets, ...changes }) => {
    const before = await findAnnouncement(tx, id);
    authorize(canManage(tx.actor));
    if (!canEdit(tx.actor, before)) throw new Refusal('conflict', 'Only drafts can be edited');
    const recipients = applyListChange(before.custom_recipients, custom_recipients);
    const onStreets = streets === null ? [] : applyListChange(before.streets ?? [], streets);
    const after = { ...before, ...changes, custom_recipients: recipients, streets: someOf(onStreets) };
    if (after.audience_type !== 'custom') Object.assign(after, { custom_recipients: [], streets: null });
    refuseConflicts(tx, before, conflictsOf(before, { ...changes, custom_recipients, streets, base }));
    if (lacksRecipients(after)) throw new Refusal('invalid', RECIPIENT_MISSING);
    await findRecipients(
      tx,
      Array.isArray(custom_recipients) ? recipients : addedIds(before.custom_recipients, custom_recipients),
    );
    if (changes.attachment !== undefined) after.attachment = await toAttachment(tx, id, changes.attachment);
    after.edits = recordEdits(tx, before, {
      ...changes,
      custom_recipients: after.custom_recipients,
      streets: after.streets,
    });
    // A client may still hold rows that it stored before `history` existed.
    after.history = [...(before.history ?? []), ...replaceFile(tx, fileOfAttachment(before), fileOfAttachment(after))];
    await tx.put('announcement', after);
  },
  (args) => [args.attachment?.s3_key],
);

const someOf = (streets: readonly string[]): string[] | null => (streets.length > 0 ? [...streets] : null);

const deleteAnnouncement = mutator(announcementChoice, async (tx, { id }) => {
  const announcement = await findAnnouncement(tx, id);
  authorize(canManage(tx.actor));
  if (!canDelete(tx.actor, announcement))
    throw new Refusal('conflict', 'Only drafts and failed announcements can be deleted');
  const [reads] = await Promise.all([
    tx.list('announcementRead', 'announcement_id', id),
    tx.delete('announcementRecipients', id),
  ]);
  await Promise.all(reads.map((read) => tx.delete('announcementRead', read.id)));
  await tx.delete('announcement', id);
  if (announcement.attachment) tx.after(deleteFileEffect(announcement.attachment.s3_key));
});

const sendAnnouncement = mutator(announcementSending, async (tx, { id, base }) => {
  const announcement = await findAnnouncement(tx, id);
  authorize(canManage(tx.actor));
  if (announcement.status === 'sending') return;
  if (announcement.status === 'scheduled') throw new Refusal('conflict', SCHEDULED);
  if (!canSend(tx.actor, announcement)) throw new Refusal('conflict', 'This announcement has already been sent');
  requireRead(tx, announcement, base);
  await startSending(tx, announcement);
});

const SCHEDULED = 'This announcement is scheduled. Cancel the schedule to send it now.';

const retryAnnouncement = mutator(announcementRetry, async (tx, { id, user_ids }) => {
  const announcement = await findAnnouncement(tx, id);
  authorize(canManage(tx.actor));
  if (announcement.status !== 'sent') throw new Refusal('conflict', 'Only a sent announcement can be retried');
  const stored = await tx.get('announcementRecipients', id);
  const deliveries = toDeliveries(stored?.recipients);
  const failed = deliveries.filter(
    ({ status, user_id }) => status === 'failed' && (user_ids.length === 0 || user_ids.includes(user_id)),
  );
  const [people] = await Promise.all([
    Promise.all(failed.map(({ user_id }) => tx.get('user', user_id))),
    countSending(tx),
  ]);
  const again = new Set(failed.filter((_, at) => isReachable(people[at])));
  if (!stored || again.size === 0) return;
  // A retry during another retry joins it, so that mails already under way count for the current sending.
  const since = announcement.sending_since ?? tx.now;
  const recipients = toRecipients(deliveries.map((one) => (again.has(one) ? pendingAgain(one) : one)));
  await tx.put('announcementRecipients', { ...stored, recipients });
  const failed_count = announcement.failed_count - again.size;
  await tx.put('announcement', { ...announcement, failed_count, sending_since: since });
  for (const effect of mailEffects(tx, { ...announcement, sending_since: since }, [...again])) tx.after(effect);
});

const pendingAgain = (delivery: Delivery): Delivery => ({
  ...delivery,
  status: 'pending',
  reason: null,
  settled_at: null,
});

const markAnnouncementRead = mutator(announcementChoice, async (tx, { id }) => {
  const announcement = await findAnnouncement(tx, id);
  const mark = readId(id, tx.actor.id);
  if (!isReadable(announcement) || (await tx.get('announcementRead', mark))) return;
  await tx.put('announcementRead', { id: mark, announcement_id: id, user_id: tx.actor.id, read_at: tx.now });
});

const findAnnouncement = (tx: Tx, id: string) => find(tx, 'announcement', id, ANNOUNCEMENT_NOT_FOUND);

const findRecipients = async (tx: Tx, ids: readonly string[]) => {
  const people = await Promise.all(ids.map((id) => tx.findVisible('user', id)));
  if (!people.every(isReachable)) throw new Refusal('not_found', 'Recipient not found');
};

/** Keeps the author's file name if its extension fits the file. The size and type of the stored file take precedence.
 * */
const toAttachment = async (tx: Tx, id: string, attachment: Attachment | null): Promise<Attachment | null> => {
  if (!attachment) return null;
  const file = await fileOf(tx, attachment.s3_key, 'announcement', id);
  return {
    s3_key: file.key,
    filename: nameOf(attachment.filename, file.name),
    file_size: file.size || attachment.file_size,
    file_type: extensionOf(file.name) || attachment.file_type,
    ...(file.pending && { pending: true as const }),
  };
};

const nameOf = (given: string, uploaded: string): string =>
  extensionOf(displayName(given)) === extensionOf(uploaded) ? displayName(given) : uploaded;

const fileOfAttachment = ({ attachment }: Announcement) =>
  attachment && { key: attachment.s3_key, name: attachment.filename, size: attachment.file_size };

export const mutators = {
  createAnnouncement,
  updateAnnouncement,
  deleteAnnouncement,
  sendAnnouncement,
  ...scheduling,
  retryAnnouncement,
  markAnnouncementRead,
};
