import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const notifications = feature({
  routes: [{ path: paths.unsubscribe(), screen: lazyScreen(() => import('./unsubscribe.tsx')), access: 'open' }],
});
