import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const signup = feature({
  routes: [
    { path: paths.signup(), screen: lazyScreen(() => import('./signup.tsx')), access: 'public' },
    { path: paths.signupHoaSetup(), screen: lazyScreen(() => import('./hoa-setup.tsx')), access: 'public' },
    { path: paths.signupComplete(), screen: lazyScreen(() => import('./complete.tsx')), access: 'public' },
  ],
});
