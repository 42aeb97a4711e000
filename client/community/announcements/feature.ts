import { Megaphone } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';
import { countUnread } from './unread.ts';

export const announcements = feature({
  routes: [
    {
      path: paths.announcements(),
      screen: lazyScreen(() => import('./list.tsx')),
      needs: 'dashboard.view',
      otherwise: lazyScreen(() => import('./resident.tsx')),
    },
    {
      path: paths.announcementCreate(),
      screen: lazyScreen(() => import('./create.tsx')),
      needs: 'announcements.manage',
      otherwise: paths.announcements(),
    },
    {
      path: paths.announcementEdit(':id'),
      screen: lazyScreen(() => import('./edit.tsx')),
      needs: 'announcements.manage',
      otherwise: paths.announcements(),
    },
    { path: paths.announcement(':id'), screen: lazyScreen(() => import('./detail.tsx')) },
  ],
  navigation: {
    label: 'Announcements',
    group: 'home',
    href: paths.announcements(),
    key: 'a',
    icon: Megaphone,
    tab: 'Announcements',
    countUnread,
  },
  outbox: () => import('./outbox.ts'),
  search: () => import('./search.ts'),
});
