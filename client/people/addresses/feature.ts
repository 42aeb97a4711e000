import { Building2 } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const addresses = feature({
  routes: [{ path: paths.addresses(), screen: lazyScreen(() => import('./list.tsx')), needs: 'addresses.manage' }],
  navigation: {
    label: 'Addresses',
    group: 'people',
    href: paths.addresses(),
    key: 'h',
    icon: Building2,
    needs: 'addresses.manage',
  },
  outbox: () => import('./outbox.ts'),
  search: () => import('./search.ts'),
});
