import { FolderOpen } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const documents = feature({
  routes: [{ path: paths.documents(), screen: lazyScreen(() => import('./list.tsx')) }],
  navigation: { label: 'Documents', group: 'records', href: paths.documents(), key: 'f', icon: FolderOpen },
  outbox: () => import('./outbox.ts'),
  search: () => import('./search.ts'),
});
