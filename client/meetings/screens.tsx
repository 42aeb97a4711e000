import { Suspense, useMemo } from 'react';
import { Route, Switch } from 'wouter';
import { can } from '../../sync/roles.ts';
import { useUser } from '../device/session.ts';
import type { ScreenRoute } from '../feature.ts';
import { paths } from '../paths.ts';
import { lazyScreen, usePreload } from '../ui/on-demand.ts';

const SCREENS: readonly ScreenRoute[] = [
  { path: paths.meetingCreate(), screen: lazyScreen(() => import('./form/create.tsx')), needs: 'meetings.manage' },
  { path: paths.meetingRules(), screen: lazyScreen(() => import('./rules/rules.tsx')), needs: 'meetings.manage' },
  { path: paths.meetingEdit(':id'), screen: lazyScreen(() => import('./form/edit.tsx')), needs: 'meetings.manage' },
  { path: paths.meetingRoom(':id'), screen: lazyScreen(() => import('./room/page.tsx')), needs: 'meetings.manage' },
  { path: paths.meetingDesk(':id'), screen: lazyScreen(() => import('./desk/page.tsx')), needs: 'meetings.manage' },
  {
    path: paths.meetingScreen(':id'),
    screen: lazyScreen(() => import('./room/display-screen.tsx')),
    needs: 'meetings.manage',
  },
  {
    path: paths.meetingPrint(':id', ':sheet'),
    screen: lazyScreen(() => import('./print/page.tsx')),
    needs: 'meetings.manage',
  },
  { path: paths.meeting(':id'), screen: lazyScreen(() => import('./detail/detail.tsx')) },
];

/** The screens of one meeting, and those that the board reaches from the list: the first load of the app names this module alone. */
const MeetingScreens = () => {
  const { role } = useUser();
  const screens = useMemo(() => SCREENS.filter(({ needs }) => !needs || can(role, needs)), [role]);
  usePreload(useMemo(() => screens.map(({ screen }) => screen), [screens]));
  return (
    <Suspense>
      <Switch>
        {screens.map(({ path, screen }) => (
          <Route key={path} path={path} component={screen} />
        ))}
      </Switch>
    </Suspense>
  );
};

export default MeetingScreens;
