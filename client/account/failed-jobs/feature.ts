import { Siren } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const failedJobs = feature({
  routes: [
    { path: paths.needsAttention(), screen: lazyScreen(() => import('./list.tsx')), needs: 'failed_jobs.manage' },
  ],
  screens: [
    {
      label: 'Needs Attention',
      href: paths.needsAttention(),
      icon: Siren,
      key: 'n',
      needs: 'failed_jobs.manage',
      words: 'failed mails',
    },
  ],
  outbox: () => import('./outbox.ts'),
});
