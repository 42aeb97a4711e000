import { Moon } from 'lucide-react';
import { feature } from '../../feature.ts';
import { paths } from '../../paths.ts';
import { lazyScreen } from '../../ui/on-demand.ts';

export const away = feature({
  routes: [{ path: paths.away(), screen: lazyScreen(() => import('./page.tsx')) }],
  screens: [
    { label: 'While You Were Away', href: paths.away(), icon: Moon, key: 'w', words: 'changes since my last visit' },
  ],
});
