import { CreditCard } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const payouts = feature({
  routes: [{ path: paths.stripeSetup(), screen: lazyScreen(() => import('./payout-setup.tsx')), needs: 'hoa.manage' }],
  screens: [
    {
      label: 'Online Payments',
      href: paths.stripeSetup(),
      icon: CreditCard,
      key: 'o',
      needs: 'hoa.manage',
      words: 'stripe bank payouts',
    },
  ],
});
