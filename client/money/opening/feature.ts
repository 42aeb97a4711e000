import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const opening = feature({
  routes: [
    {
      path: paths.openingBalances(),
      screen: lazyScreen(() => import('./balances-import.tsx')),
      needs: 'money.record',
      otherwise: paths.dues(),
    },
  ],
});
