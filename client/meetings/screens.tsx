import { Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { paths } from '../paths.ts';
import { lazyScreen, usePreload } from '../ui/on-demand.ts';

const SCREENS = [
  [paths.meetingCreate(), lazyScreen(() => import('./form/create.tsx'))],
  [paths.meetingRules(), lazyScreen(() => import('./rules/rules.tsx'))],
  [paths.meetingEdit(':id'), lazyScreen(() => import('./form/edit.tsx'))],
  [paths.meetingRoom(':id'), lazyScreen(() => import('./room/page.tsx'))],
  [paths.meetingDesk(':id'), lazyScreen(() => import('./desk/page.tsx'))],
  [paths.meetingScreen(':id'), lazyScreen(() => import('./room/display-screen.tsx'))],
  [paths.meetingPrint(':id', ':sheet'), lazyScreen(() => import('./print/page.tsx'))],
  [paths.meeting(':id'), lazyScreen(() => import('./detail/detail.tsx'))],
] as const;
const PRELOADED = SCREENS.map(([, Screen]) => Screen);

/** The screens of one meeting, and those that the board reaches from the list: the first load of the app names this module alone. */
const MeetingScreens = () => {
  usePreload(PRELOADED);
  return (
    <Suspense>
      <Switch>
        {SCREENS.map(([path, Screen]) => (
          <Route key={path} path={path} component={Screen} />
        ))}
      </Switch>
    </Suspense>
  );
};

export default MeetingScreens;
