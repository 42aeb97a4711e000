import { House } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

const Dashboard = lazyScreen(() => import('./dashboard.tsx'));

export const dashboard = feature({
  routes: [paths.home(), paths.dashboard()].map((path) => ({
    path,
    screen: Dashboard,
    needs: 'dashboard.view',
    otherwise: paths.announcements(),
  })),
  navigation: {
    label: 'Dashboard',
    group: 'home',
    href: paths.dashboard(),
    key: 'd',
    icon: House,
    tab: 'Dashboard',
    also: paths.home(),
  },
});
