import { CircleDollarSign } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const dues = feature({
  routes: [
    { path: paths.dues(), screen: lazyScreen(() => import('./list.tsx')) },
    {
      path: paths.dueCreate(),
      screen: lazyScreen(() => import('./create.tsx')),
      needs: 'dues.manage',
      otherwise: paths.dues(),
    },
    { path: paths.due(':id'), screen: lazyScreen(() => import('./detail.tsx')) },
  ],
  navigation: {
    label: 'Dues',
    group: 'money',
    href: paths.dues(),
    key: 'm',
    icon: CircleDollarSign,
    tab: 'Dues',
    also: paths.invoices(),
    words: 'balance owe pay paid account',
  },
  outbox: () => import('./outbox.ts'),
  search: () => import('./search.ts'),
});
