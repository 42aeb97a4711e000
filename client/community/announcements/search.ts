import { Megaphone } from 'lucide-react';
import { paths } from '../../paths.ts';
import { type SearchAction, searchSource } from '../../search/source.ts';
import { formatDate, formatLabel } from '../../ui/format.ts';

export const source = searchSource({
  entity: 'announcement',
  label: 'Announcements',
  icon: Megaphone,
  read: ({ id, title, message, category, attachment, status, sent_at, created_at }) => ({
    title,
    about: [formatLabel(category), attachment?.filename],
    texts: [message],
    detail: () => (sent_at ? formatDate(sent_at) : formatLabel(status)),
    at: sent_at ?? created_at,
    href: paths.announcement(id),
  }),
});

export const actions: SearchAction[] = [
  {
    label: 'Create Announcement',
    href: paths.announcementCreate(),
    icon: Megaphone,
    needs: 'announcements.manage',
    words: 'new draft news send',
  },
];
