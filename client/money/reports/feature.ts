import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const reports = feature({
  routes: [
    { path: paths.statement(), screen: lazyScreen(() => import('./old-statement.tsx')) },
    {
      path: paths.statements(),
      screen: lazyScreen(() => import('./statements.tsx')),
      needs: 'money.record',
      otherwise: paths.myAccount(),
    },
    {
      path: paths.ageing(),
      screen: lazyScreen(() => import('./ageing.tsx')),
      needs: 'money.record',
      otherwise: paths.myAccount(),
    },
    {
      path: paths.collections(),
      screen: lazyScreen(() => import('./collections.tsx')),
      needs: 'money.record',
      otherwise: paths.myAccount(),
    },
    {
      path: paths.delinquency(),
      screen: lazyScreen(() => import('./delinquency.tsx')),
      needs: 'money.record',
      otherwise: paths.myAccount(),
    },
    { path: paths.accountStatement(':id'), screen: lazyScreen(() => import('./statement.tsx')) },
  ],
});
