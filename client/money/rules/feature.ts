import { Scale } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const moneyRules = feature({
  routes: [
    {
      path: paths.moneyRules(),
      screen: lazyScreen(() => import('./page.tsx')),
      needs: 'money.settings',
      otherwise: paths.rules(),
    },
  ],
  screens: [
    {
      label: 'Money Rules',
      href: paths.moneyRules(),
      icon: Scale,
      key: 'e',
      needs: 'money.settings',
      words: 'late fees interest reminders',
    },
  ],
});
