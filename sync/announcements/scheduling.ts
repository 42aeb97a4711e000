import { announcementChoice, announcementSchedule } from '../../schema/announcement-inputs.ts';
import { TIME_PAST } from '../../schema/announcements.ts';
import type { Announcement } from '../../schema/tables/announcements.ts';
import { editorOf } from '../edits.ts';
import { outboxKeys } from '../outbox-keys.ts';
import { authorize, find, mutator, Refusal, type Tx } from '../tx.ts';
import { ANNOUNCEMENT_NOT_FOUND, canManage, changedSinceRead } from './entity.ts';
import { startSending } from './start.ts';

/** Sets the time of a draft, or another one. The job that is left sends it then. */
const scheduleAnnouncement = mutator(announcementSchedule, async (tx, { id, send_at, base }) => {
  const announcement = await find(tx, 'announcement', id, ANNOUNCEMENT_NOT_FOUND);
  authorize(canManage(tx.actor));
  requireWaiting(announcement);
  if (send_at <= tx.now) throw new Refusal('invalid', TIME_PAST, [{ path: 'send_at', msg: TIME_PAST }]);
  requireRead(tx, announcement, base);
  await tx.put('announcement', { ...announcement, status: 'scheduled', send_at });
  tx.after({
    kind: 'sendAnnouncement',
    key: outboxKeys.sendAnnouncement(id, send_at, tx.now),
    payload: { id, send_at },
    due: send_at,
  });
});

/** Makes it a draft again. */
const unscheduleAnnouncement = mutator(announcementChoice, async (tx, { id }) => {
  const announcement = await find(tx, 'announcement', id, ANNOUNCEMENT_NOT_FOUND);
  authorize(canManage(tx.actor));
  requireWaiting(announcement);
  if (announcement.status === 'scheduled')
    await tx.put('announcement', { ...announcement, status: 'draft', send_at: null });
});

const requireWaiting = ({ status }: Announcement) => {
  if (status !== 'draft' && status !== 'scheduled')
    throw new Refusal('conflict', 'This announcement has already been sent');
};

/** The version that its author sees goes out, and nothing newer. */
export const requireRead = (tx: Tx, announcement: Announcement, base: Record<string, string> | undefined): void => {
  const moved = changedSinceRead(announcement, { base });
  if (moved.length > 0)
    throw new Refusal(
      'conflict',
      `This announcement was changed by ${editorOf(tx, announcement, moved)} after you last saw it. Review it and send again.`,
    );
};

/** Sends what is scheduled for that very time, once: a second run, or one after another time was set, finds nothing to do.
 * Throws LimitReached. */
export const sendScheduled = async (tx: Tx, id: string, send_at: string): Promise<void> => {
  const announcement = await tx.get('announcement', id);
  if (announcement?.status === 'scheduled' && announcement.send_at === send_at) await startSending(tx, announcement);
};

export const scheduling = { scheduleAnnouncement, unscheduleAnnouncement };
