import { UserRound } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const profile = feature({
  routes: [{ path: paths.profile(), screen: lazyScreen(() => import('./profile.tsx')) }],
  screens: [
    {
      label: 'Profile',
      href: paths.profile(),
      icon: UserRound,
      key: 'p',
      words: 'account password devices notifications',
    },
  ],
  outbox: () => import('./outbox.ts'),
});
