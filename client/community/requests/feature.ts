import { Inbox } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';
import { messagesSince } from './unread.ts';

const Detail = lazyScreen(() => import('./detail.tsx'));

export const requests = feature({
  routes: [
    { path: paths.requests(), screen: lazyScreen(() => import('./list.tsx')) },
    { path: paths.requestCreate(), screen: lazyScreen(() => import('./form.tsx')) },
    { path: paths.requestMessages(':id'), screen: Detail },
    { path: paths.request(':id'), screen: Detail },
  ],
  navigation: {
    label: 'Requests',
    group: 'requests',
    href: paths.requests(),
    key: 'r',
    icon: Inbox,
    tab: 'Requests',
    messagesSince,
  },
  outbox: () => import('./outbox.ts'),
  search: () => import('./search.ts'),
});
