import { lazy, Suspense, useEffect, useMemo } from 'react';
import { matchRoute, Redirect, Route, Switch, useLocation, useRouter } from 'wouter';
// Not from 'wouter' itself, whose useSearch decodes percent signs twice.
import { useSearch } from 'wouter/use-browser-location';
import type { Role } from '../schema/users.ts';
import { loadMutators } from '../sync/client/mutators.ts';
import { can } from '../sync/roles.ts';
import { loginFor, nextOf } from './device/next-path.ts';
import { type Session, useSession } from './device/session.ts';
import { useOnline, useSync } from './device/store.ts';
import type { Feature, ScreenRoute } from './feature.ts';
import { features } from './features.ts';
import { paths } from './paths.ts';
import { PublicFrame } from './shell/public-frame.tsx';
import { Shell } from './shell/shell.tsx';
import { Splash } from './ui/brand.tsx';
import { useEver } from './ui/frozen.ts';
import { type LazyScreen, lazyScreen, usePreload } from './ui/on-demand.ts';

const NotFound = lazyScreen(() => import('./shell/not-found.tsx'));
const BillingWatch = lazy(() => import('./account/billing/watch.tsx'));

const ALL: readonly Feature[] = features;
const parametersIn = ({ path }: ScreenRoute) => path.split(':').length;
/** A path with fewer parameters comes before others that match. */
const ROUTES = ALL.flatMap(({ routes = [] }) => routes).sort((a, b) => parametersIn(a) - parametersIn(b));
const routesWith = (access?: ScreenRoute['access']) => ROUTES.filter((route) => route.access === access);

const OPEN = routesWith('open');
const PUBLIC = routesWith('public');
const DISPLAY = routesWith('display');
const SIGNED_IN = routesWith(undefined);

export const App = () => {
  const session = useSession();
  const role = session.user?.role;
  const isDisplay = useIsDisplay();
  const { login, next } = useSignInPaths(session);
  const { phase } = useSync();
  usePreload(phase === 'ready' && role ? CHANGES : NONE, CHANGES_AFTER_MS);
  usePreload(useMemo(() => nextScreens(session.status, role), [session.status, role]));
  if (session.status === 'loading') return <Splash />;
  const user = session.status === 'in' ? session.user : undefined;
  if (user && isDisplay)
    return (
      <Suspense>
        <Switch>{DISPLAY.map((route) => guarded(route, user.role))}</Switch>
      </Suspense>
    );
  return user ? (
    <Shell user={user}>
      <Suspense>{can(user.role, 'hoa.manage') && <BillingWatch />}</Suspense>
      <Resume user_id={user.id} />
      <Switch>
        {PUBLIC.map(({ path }) => redirect(path, path === paths.login() ? next : paths.dashboard()))}
        {[...OPEN, ...SIGNED_IN].map((route) => guarded(route, user.role))}
        <Route component={NotFound} />
      </Switch>
    </Shell>
  ) : (
    <PublicFrame>
      <Switch>
        {[...OPEN, ...PUBLIC].map(({ path, screen }) => show(path, screen))}
        {[...SIGNED_IN, ...DISPLAY].map(({ path }) => redirect(path, login))}
        <Route component={NotFound} />
      </Switch>
    </PublicFrame>
  );
};

/** A visitor with a link, and a user whose session has ended, continue there after the sign-in; a user who signs out does not. */
const useSignInPaths = (session: Session): { login: string; next: string } => {
  const [path] = useLocation();
  const search = useSearch();
  const wasIn = useEver(session.status === 'in');
  const continues = session.status === 'out' && (!wasIn || session.notice !== undefined);
  const at = path + search + location.hash;
  return { login: continues ? loginFor(at) : paths.login(), next: nextOf(search) };
};

/** Lets the features save what waits for a connection. */
const Resume = ({ user_id }: { user_id: string }) => {
  const { phase } = useSync();
  const online = useOnline();
  useEffect(() => {
    if (phase !== 'ready' || !online) return;
    // Without its code it waits for the next connection.
    for (const { resume } of ALL) resume?.(user_id).catch(() => undefined);
  }, [phase, online, user_id]);
  return null;
};

const useIsDisplay = (): boolean => {
  const [at] = useLocation();
  const { parser } = useRouter();
  return DISPLAY.some(({ path }) => matchRoute(parser, path, at)[0]);
};

/** The screens that may be opened from here; nothing while nobody knows who is signed in. */
const nextScreens = (status: Session['status'], role: Role | undefined): readonly Preloaded[] => {
  if (status === 'loading') return NONE;
  return role ? screensFor(role) : PUBLIC_SCREENS;
};

type Preloaded = Pick<LazyScreen, 'preload'>;
const NONE: readonly Preloaded[] = [];
/** The code of changes comes before the first change, which is otherwise the slowest. */
const CHANGES: readonly Preloaded[] = [{ preload: loadMutators }];
const CHANGES_AFTER_MS = 500;
const PUBLIC_SCREENS = PUBLIC.map(({ screen }) => screen);
const screensFor = (role: Role) =>
  [...SIGNED_IN, ...DISPLAY].map((route) => screenFor(route, role)).filter((screen) => typeof screen !== 'string');

/** A screen, or where to go instead. */
const screenFor = ({ screen, needs, otherwise = paths.dashboard() }: ScreenRoute, role: Role) =>
  !needs || can(role, needs) ? screen : otherwise;

const show = (path: string, screen: LazyScreen) => <Route key={path} path={path} component={screen} />;

const redirect = (path: string, to: string) => (
  <Route key={path} path={path}>
    <Redirect to={to} replace />
  </Route>
);

const guarded = (route: ScreenRoute, role: Role) => {
  const shown = screenFor(route, role);
  return typeof shown === 'string' ? redirect(route.path, shown) : show(route.path, shown);
};
