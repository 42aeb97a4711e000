import { Settings } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const settings = feature({
  routes: [{ path: paths.settings(), screen: lazyScreen(() => import('./page.tsx')), needs: 'settings.view' }],
  screens: [
    {
      label: 'Settings',
      href: paths.settings(),
      icon: Settings,
      key: 'g',
      needs: 'settings.view',
      words: 'association name address contact time zone branding logo color plan automations export leave',
    },
  ],
  outbox: () => import('./outbox.ts'),
});
