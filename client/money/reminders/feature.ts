import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const reminders = feature({
  routes: [
    {
      path: paths.letters(),
      screen: lazyScreen(() => import('./letters.tsx')),
      needs: 'money.record',
      otherwise: paths.dues(),
    },
  ],
});
