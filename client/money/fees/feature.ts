import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const fees = feature({
  routes: [
    {
      path: paths.fees(),
      screen: lazyScreen(() => import('./list.tsx')),
      needs: 'money.record',
      otherwise: paths.dues(),
    },
  ],
});
