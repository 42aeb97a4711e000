import { Inbox, MessageSquarePlus } from 'lucide-react';
import { paths } from '../../paths.ts';
import { followsPeople, type SearchAction, searchSource, whoAndWhere } from '../../search/source.ts';
import { formatLabel } from '../../ui/format.ts';

export const source = searchSource({
  entity: 'request',
  label: 'Requests',
  icon: Inbox,
  read: (
    { id, title, description, resolution_notes, category, status, user_id, address_id, created_at },
    rows,
    viewer,
  ) => {
    const messages = rows('requestComment').by('request_id', id);
    return {
      title,
      about: [...whoAndWhere(rows, viewer, user_id, address_id), formatLabel(category)],
      texts: [description, resolution_notes, ...messages.map(({ message }) => message)],
      detail: () => formatLabel(status),
      at: messages[0]?.created_at ?? created_at,
      href: paths.request(id),
    };
  },
  parts: { requestComment: 'request_id' },
  follows: followsPeople('request', 'user_id', 'address_id'),
});

export const actions: SearchAction[] = [
  {
    label: 'Create Request',
    href: paths.requestCreate(),
    icon: MessageSquarePlus,
    words: 'new ask report maintenance',
  },
];
