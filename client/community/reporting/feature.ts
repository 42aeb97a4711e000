import { ReceiptText } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const reporting = feature({
  routes: [
    {
      path: paths.reports(),
      screen: lazyScreen(() => import('./reports-screen.tsx')),
      needs: 'reports.view',
      otherwise: paths.announcements(),
    },
  ],
  navigation: {
    label: 'Reports',
    group: 'records',
    href: paths.reports(),
    icon: ReceiptText,
    key: 'x',
    needs: 'reports.view',
    words: 'analytics statistics',
  },
});
