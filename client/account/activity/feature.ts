import { History } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const activity = feature({
  routes: [{ path: paths.activity(), screen: lazyScreen(() => import('./list.tsx')), needs: 'activity.view' }],
  navigation: {
    label: 'Activity',
    group: 'records',
    href: paths.activity(),
    key: 't',
    icon: History,
    needs: 'activity.view',
  },
});
