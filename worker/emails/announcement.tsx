import type { Announcement } from '../../schema/announcements.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Deps } from '../deps.ts';
import { bodiesOf, Fact, MailFrame, Open, previewOf, Rich, subjectOf } from './frame.tsx';

type Words = Pick<Announcement, 'id' | 'title' | 'message' | 'category'> & { hoa: string; filename: string | null };

/** The mail of an announcement, the same for all whom it goes to. */
export const announcementMail = async ({ db, config }: Deps, hoa_id: string, id: string) => {
  const sql = `SELECT a.id, a.title, a.message, a.category, a.attachment ->> '$.filename' AS filename, h.name AS hoa
    FROM announcements a JOIN hoas h ON h.id = a.hoa_id WHERE a.id = ? AND a.hoa_id = ?`;
  const [result] = await batch(db, [{ sql, args: [id, hoa_id] }], 'read');
  const words = result?.rows[0] as unknown as Words | undefined;
  if (!words) throw new Error(`The announcement ${id} has gone`);
  const href = `${config.publicUrl}/announcements/${id}`;
  return { subject: subjectOf(words.title), ...(await bodiesOf(<AnnouncementMail {...words} href={href} />)) };
};

const AnnouncementMail = ({ title, message, category, hoa, filename, href }: Words & { href: string }) => (
  <MailFrame hoa={hoa} kind={`Announcement · ${CATEGORY[category]}`} title={title} preview={previewOf(message)}>
    <Rich html={message} />
    {filename && <Fact name="Attachment">{filename}</Fact>}
    <Open href={href}>Open in Porchlight</Open>
  </MailFrame>
);

const CATEGORY: Record<Announcement['category'], string> = {
  general: 'General',
  maintenance: 'Maintenance',
  event: 'Event',
  reminder: 'Reminder',
  urgent: 'Urgent',
};
