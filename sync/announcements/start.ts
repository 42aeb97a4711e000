import { announcementLimit } from '../../schema/limits.ts';
import type { Unsaved } from '../../schema/rows.ts';
import type { Announcement } from '../../schema/tables/announcements.ts';
import { requireMails } from '../failed-jobs/mail-pause.ts';
import { outboxKeys } from '../outbox-keys.ts';
import type { Tx } from '../tx.ts';
import { sendingKey } from './mails.ts';

/** Leaves the job that fixes the recipients and mails them. Throws LimitReached. */
export const startSending = async (tx: Tx, announcement: Unsaved<Announcement>): Promise<void> => {
  await countSending(tx);
  await tx.put('announcement', { ...announcement, status: 'sending', sending_since: tx.now, failed_count: 0 });
  tx.after({
    kind: 'startAnnouncement',
    key: outboxKeys.startAnnouncement(sendingKey(tx, announcement)),
    payload: { id: announcement.id, hoa_id: tx.actor.hoa_id },
  });
};

export const countSending = (tx: Tx) => Promise.all([requireMails(tx), tx.count(announcementLimit(tx.actor.hoa_id))]);
