import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const deposits = feature({
  routes: [
    {
      path: paths.deposits(),
      screen: lazyScreen(() => import('./deposits.tsx')),
      needs: 'money.record',
      otherwise: paths.dues(),
    },
    {
      path: paths.deposit(':id'),
      screen: lazyScreen(() => import('./deposit.tsx')),
      needs: 'money.record',
      otherwise: paths.dues(),
    },
  ],
});
