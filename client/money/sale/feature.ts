import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const sale = feature({
  routes: [
    {
      path: paths.sale(':id'),
      screen: lazyScreen(() => import('./sale-screen.tsx')),
      needs: 'money.record',
      otherwise: paths.dues(),
    },
  ],
});
