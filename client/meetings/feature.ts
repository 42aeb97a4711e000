import { Gavel } from 'lucide-react';
import { feature } from '../feature.ts';
import { paths } from '../paths.ts';
import { storedDrafts } from '../ui/draft.tsx';
import { lazyScreen } from '../ui/on-demand.ts';

const Screens = lazyScreen(() => import('./screens.tsx'));
const BOARD = { needs: 'meetings.manage', otherwise: paths.meetings() } as const;

export const meetings = feature({
  routes: [
    { path: paths.meetings(), screen: lazyScreen(() => import('./list/list.tsx')) },
    ...[
      paths.meetingCreate(),
      paths.meetingRules(),
      paths.meetingEdit(':id'),
      paths.meetingRoom(':id'),
      paths.meetingDesk(':id'),
      paths.meetingPrint(':id', ':sheet'),
    ].map((path) => ({ path, screen: Screens, ...BOARD })),
    { path: paths.meeting(':id'), screen: Screens },
    { path: paths.meetingScreen(':id'), screen: Screens, access: 'display', ...BOARD },
  ],
  navigation: { label: 'Meetings', group: 'meetings', href: paths.meetings(), key: 'v', icon: Gavel },
  outbox: () => import('./outbox.ts'),
  search: () => import('./search.ts'),
  resume: async (user_id) => {
    if (storedDrafts(user_id, 'minutes/').length > 0) await (await import('./minutes/unsent.ts')).sendUnsent(user_id);
  },
});
