import type { Announcement } from '../../schema/tables/announcements.ts';
import type { Config } from '../deps.ts';
import type { Letterhead } from '../queries/letterhead.ts';
import { ButtonLink, Fact, MailFrame, previewOf, RichText, renderBodies, subjectOf } from './frame.tsx';

export type AnnouncementMailData = Pick<Announcement, 'id' | 'title' | 'message' | 'category'> & {
  hoa: string;
  letterhead: Letterhead;
  filename: string | null;
  unsubscribe?: string;
};

export const announcementMail = async ({ publicUrl }: Pick<Config, 'publicUrl'>, data: AnnouncementMailData) => {
  const href = `${publicUrl}/announcements/${data.id}`;
  return { subject: subjectOf(data.title), ...(await renderBodies(<AnnouncementMail {...data} href={href} />)) };
};

const AnnouncementMail = ({
  title,
  message,
  category,
  hoa,
  letterhead,
  filename,
  href,
  unsubscribe,
}: AnnouncementMailData & { href: string }) => (
  <MailFrame
    hoa={hoa}
    letterhead={letterhead}
    kind={`Announcement · ${CATEGORY[category]}`}
    title={title}
    preview={previewOf(message)}
    unsubscribe={unsubscribe}
  >
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
