import { Users } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const users = feature({
  routes: [{ path: paths.users(), screen: lazyScreen(() => import('./list.tsx')), needs: 'users.manage' }],
  navigation: { label: 'Users', group: 'people', href: paths.users(), key: 'u', icon: Users, needs: 'users.manage' },
  outbox: () => import('./outbox.ts'),
  search: () => import('./search.ts'),
});
