import { LifeBuoy } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const support = feature({
  routes: [{ path: paths.support(), screen: lazyScreen(() => import('./support.tsx')), access: 'open' }],
  screens: [{ label: 'Support', href: paths.support(), icon: LifeBuoy, key: 's', words: 'help contact' }],
});
