import { feature } from '../../feature.ts';

export const disputes = feature({
  search: () => import('./search.ts'),
});
