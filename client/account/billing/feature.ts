import { Sparkles } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const billing = feature({
  routes: [
    { path: paths.reactivation(), screen: lazyScreen(() => import('./reactivation.tsx')), access: 'open' },
    { path: paths.planSelection(), screen: lazyScreen(() => import('./plan-selection.tsx')), needs: 'hoa.manage' },
  ],
  screens: [
    {
      label: 'Plans',
      href: paths.planSelection(),
      icon: Sparkles,
      key: 'l',
      needs: 'hoa.manage',
      words: 'subscription billing',
    },
  ],
});
