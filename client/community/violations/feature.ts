import { ShieldCheck } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';
import { messagesSince } from './unread.ts';

const List = lazyScreen(() => import('./list.tsx'));
const Form = lazyScreen(() => import('./form.tsx'));
const Detail = lazyScreen(() => import('./detail.tsx'));

export const violations = feature({
  routes: [paths.compliance(), paths.violations()].flatMap((base) => [
    { path: base, screen: List },
    { path: `${base}/create`, screen: Form, needs: 'violations.manage' },
    { path: `${base}/:id/messages`, screen: Detail },
    { path: `${base}/:id`, screen: Detail },
  ]),
  navigation: {
    label: 'Violations',
    group: 'requests',
    href: paths.compliance(),
    key: 'c',
    icon: ShieldCheck,
    also: paths.violations(),
    messagesSince,
  },
  outbox: () => import('./outbox.ts'),
  search: () => import('./search.ts'),
});
