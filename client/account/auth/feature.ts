import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const auth = feature({
  routes: [
    { path: paths.login(), screen: lazyScreen(() => import('./login.tsx')), access: 'public' },
    { path: paths.forgotPassword(), screen: lazyScreen(() => import('./forgot.tsx')), access: 'public' },
    { path: paths.resetPassword(), screen: lazyScreen(() => import('./reset.tsx')), access: 'public' },
    { path: paths.inviteAccept(), screen: lazyScreen(() => import('./activate.tsx')), access: 'public' },
  ],
});
