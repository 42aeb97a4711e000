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
      otherwise: paths.dues(),
    },
    {
      path: paths.ageing(),
      screen: lazyScreen(() => import('./ageing-screen.tsx')),
      needs: 'money.record',
      otherwise: paths.dues(),
    },
    {
      path: paths.collections(),
      screen: lazyScreen(() => import('./collections-screen.tsx')),
      needs: 'money.record',
      otherwise: paths.dues(),
    },
    {
      path: paths.delinquency(),
      screen: lazyScreen(() => import('./delinquency-screen.tsx')),
      needs: 'money.record',
      otherwise: paths.dues(),
    },
    { path: paths.accountStatement(':id'), screen: lazyScreen(() => import('./statement-screen.tsx')) },
  ],
});
