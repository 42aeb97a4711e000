import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const payments = feature({
  routes: [
    {
      path: paths.recordPayment(),
      screen: lazyScreen(() => import('./record.tsx')),
      needs: 'money.record',
      otherwise: paths.dues(),
    },
    { path: paths.receipt(':id', ':payment'), screen: lazyScreen(() => import('./receipt.tsx')) },
  ],
  search: () => import('./search.ts'),
});
