import { WalletCards } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const accounts = feature({
  routes: [
    {
      path: paths.accounts(),
      screen: lazyScreen(() => import('./list.tsx')),
      needs: 'money.record',
      otherwise: paths.dues(),
    },
    { path: paths.account(':id'), screen: lazyScreen(() => import('./detail.tsx')) },
    { path: paths.myAccount(), screen: lazyScreen(() => import('./my-account.tsx')) },
    { path: paths.rules(), screen: lazyScreen(() => import('../rules/published-rules.tsx')) },
  ],
  navigation: {
    label: 'Accounts',
    group: 'money',
    href: paths.accounts(),
    key: 'b',
    icon: WalletCards,
    needs: 'money.record',
  },
  screens: [
    {
      label: 'My Account',
      href: paths.myAccount(),
      key: 'y',
      icon: WalletCards,
      needs: 'money.record',
      words: 'balance owe paid',
    },
  ],
  outbox: () => import('./outbox.ts'),
  search: () => import('./search.ts'),
});
