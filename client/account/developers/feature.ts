import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const developers = feature({
  routes: [{ path: paths.developers(), screen: lazyScreen(() => import('./reference.tsx')), access: 'open' }],
});
