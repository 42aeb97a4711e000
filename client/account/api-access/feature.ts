import { KeyRound } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const apiAccess = feature({
  routes: [
    {
      path: paths.apiAccess(),
      screen: lazyScreen(() => import('./page.tsx')),
      needs: 'tokens.own',
      otherwise: paths.profile(),
    },
  ],
  screens: [
    {
      label: 'API Access',
      href: paths.apiAccess(),
      icon: KeyRound,
      key: 'k',
      needs: 'tokens.own',
      words: 'custom integrations tokens webhooks',
    },
  ],
});
