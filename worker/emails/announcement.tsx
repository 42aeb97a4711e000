import type { Announcement } from '../../schema/announcements.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Deps } from '../deps.ts';
import { ButtonLink, Fact, MailFrame, previewOf, RichText, renderBodies, subjectOf } from './frame.tsx';

type AnnouncementMailData = Pick<Announcement, 'id' | 'title' | 'message' | 'category'> & {
  hoa: string;
  filename: string | null;
};

export const announcementMail = async ({ db, config }: Deps, hoa_id: string, id: string) => {
  const sql = `SELECT a.id, a.title, a.message, a.category, a.attachment ->> '$.filename' AS filename, h.name AS hoa
    FROM announcements a JOIN hoas h ON h.id = a.hoa_id WHERE a.id = ? AND a.hoa_id = ?`;
  const [result] = await batch(db, [{ sql, args: [id, hoa_id] }], 'read');
  const words = result?.rows[0] as unknown as AnnouncementMailData | undefined;
  if (!words) throw new Error(`The announcement ${id} has gone`);
  const href = `${config.publicUrl}/announcements/${id}`;
  return { subject: subjectOf(words.title), ...(await renderBodies(<AnnouncementMail {...words} href={href} />)) };
};

const AnnouncementMail = ({
  title,
  message,
  category,
  hoa,
  filename,
  href,
}: AnnouncementMailData & { href: string }) => (
  <MailFrame hoa={hoa} kind={`Announcement · ${CATEGORY[category]}`} title={title} preview={previewOf(message)}>
    <RichText html={message} />
    {filename && <Fact name="Attachment">{filename}</Fact>}
    <ButtonLink href={href}>Open in Porchlight</ButtonLink>
  </MailFrame>
);

const CATEGORY: Record<Announcement['category'], string> = {
  general: 'General',
  maintenance: 'Maintenance',
  event: 'Event',
  reminder: 'Reminder',
  urgent: 'Urgent',
};
