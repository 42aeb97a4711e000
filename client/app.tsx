import { type ComponentType, lazy, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import type { Role } from '../schema/users.ts';
import { type Capability, can } from '../sync/roles.ts';
import { paths } from './paths.ts';
import { useSession } from './session.ts';
import { PublicFrame } from './shell/public-frame.tsx';
import { Shell } from './shell/shell.tsx';
import { Splash } from './ui/brand.tsx';

const Login = lazy(() => import('./auth/login.tsx'));
const ForgotPassword = lazy(() => import('./auth/forgot.tsx'));
const ResetPassword = lazy(() => import('./auth/reset.tsx'));
const Activate = lazy(() => import('./auth/activate.tsx'));
const Signup = lazy(() => import('./signup/signup.tsx'));
const SignupHoaSetup = lazy(() => import('./signup/hoa-setup.tsx'));
const SignupComplete = lazy(() => import('./signup/complete.tsx'));
const Support = lazy(() => import('./shell/support.tsx'));
const Developers = lazy(() => import('./developers/reference.tsx'));
const Away = lazy(() => import('./away/page.tsx'));
const Unsubscribe = lazy(() => import('./notifications/unsubscribe.tsx'));
const NotFound = lazy(() => import('./shell/not-found.tsx'));
const Profile = lazy(() => import('./profile/profile.tsx'));
const ApiAccess = lazy(() => import('./api-access/page.tsx'));
const Addresses = lazy(() => import('./addresses/list.tsx'));
const Announcements = lazy(() => import('./announcements/list.tsx'));
const AnnouncementCreate = lazy(() => import('./announcements/create.tsx'));
const AnnouncementDetail = lazy(() => import('./announcements/detail.tsx'));
const AnnouncementEdit = lazy(() => import('./announcements/edit.tsx'));
const Requests = lazy(() => import('./requests/list.tsx'));
const RequestForm = lazy(() => import('./requests/form.tsx'));
const RequestDetail = lazy(() => import('./requests/detail.tsx'));
const Documents = lazy(() => import('./documents/list.tsx'));
const Violations = lazy(() => import('./violations/list.tsx'));
const ViolationForm = lazy(() => import('./violations/form.tsx'));
const ViolationDetail = lazy(() => import('./violations/detail.tsx'));
const Dues = lazy(() => import('./dues/list.tsx'));
const DueCreate = lazy(() => import('./dues/create.tsx'));
const DueDetail = lazy(() => import('./dues/detail.tsx'));
const InvoiceDetail = lazy(() => import('./invoices/detail.tsx'));
const StripeSetup = lazy(() => import('./payouts/setup.tsx'));
const Users = lazy(() => import('./users/list.tsx'));
const NeedsAttention = lazy(() => import('./failed-jobs/list.tsx'));
const Activity = lazy(() => import('./activity/list.tsx'));
const Dashboard = lazy(() => import('./dashboard/dashboard.tsx'));
const Reactivation = lazy(() => import('./billing/reactivation.tsx'));
const PlanSelection = lazy(() => import('./billing/plan-selection.tsx'));
const BillingWatch = lazy(() => import('./billing/watch.tsx'));

/** Users without the capability `needs` are redirected to `otherwise`. */
type Routes = readonly (readonly [path: string, Screen: ComponentType, needs?: Capability, otherwise?: string])[];

const OPEN: Routes = [
  [paths.support(), Support],
  [paths.developers(), Developers],
  [paths.reactivation(), Reactivation],
  [paths.unsubscribe(), Unsubscribe],
];

const PUBLIC: Routes = [
  [paths.login(), Login],
  [paths.forgotPassword(), ForgotPassword],
  [paths.resetPassword(), ResetPassword],
  [paths.inviteAccept(), Activate],
  [paths.signup(), Signup],
  [paths.signupHoaSetup(), SignupHoaSetup],
  [paths.signupComplete(), SignupComplete],
];

const violations = (base: string): Routes => [
  [base, Violations],
  [`${base}/create`, ViolationForm, 'violations.manage', paths.dashboard()],
  [`${base}/:id/messages`, ViolationDetail],
  [`${base}/:id`, ViolationDetail],
];

const SIGNED_IN: Routes = [
  [paths.home(), Dashboard, 'dashboard.view', paths.announcements()],
  [paths.dashboard(), Dashboard, 'dashboard.view', paths.announcements()],
  [paths.needsAttention(), NeedsAttention, 'failed_jobs.manage', paths.announcements()],
  [paths.activity(), Activity, 'activity.view', paths.dashboard()],
  [paths.away(), Away],
  [paths.profile(), Profile],
  [paths.apiAccess(), ApiAccess, 'api.manage', paths.profile()],
  [paths.announcements(), Announcements],
  [paths.announcementCreate(), AnnouncementCreate, 'announcements.manage', paths.announcements()],
  [paths.announcementEdit(':id'), AnnouncementEdit, 'announcements.manage', paths.announcements()],
  [paths.announcement(':id'), AnnouncementDetail],
  [paths.requests(), Requests],
  [paths.requestCreate(), RequestForm],
  [paths.requestMessages(':id'), RequestDetail],
  [paths.request(':id'), RequestDetail],
  [paths.documents(), Documents],
  ...violations(paths.compliance()),
  ...violations(paths.violations()),
  [paths.dues(), Dues],
  [paths.dueCreate(), DueCreate, 'dues.manage', paths.dues()],
  [paths.due(':id'), DueDetail],
  [paths.invoice(':id'), InvoiceDetail],
  [paths.users(), Users, 'users.manage', paths.dashboard()],
  [paths.addresses(), Addresses, 'addresses.manage', paths.dashboard()],
  [paths.planSelection(), PlanSelection, 'hoa.manage', paths.dashboard()],
  [paths.stripeSetup(), StripeSetup, 'hoa.manage', paths.dashboard()],
];

export const App = () => {
  const session = useSession();
  if (session.status === 'loading') return <Splash />;
  const user = session.status === 'in' ? session.user : undefined;
  return user ? (
    <Shell user={user}>
      <Suspense>{can(user.role, 'hoa.manage') && <BillingWatch />}</Suspense>
      <Switch>
        {PUBLIC.map(([path]) => redirect(path, paths.dashboard()))}
        {[...OPEN, ...SIGNED_IN].map((route) => guarded(route, user.role))}
        <Route component={NotFound} />
      </Switch>
    </Shell>
  ) : (
    <PublicFrame>
      <Switch>
        {[...OPEN, ...PUBLIC].map(([path, Screen]) => show(path, Screen))}
        {SIGNED_IN.map(([path]) => redirect(path, paths.login()))}
        <Route component={NotFound} />
      </Switch>
    </PublicFrame>
  );
};

const show = (path: string, Screen: ComponentType) => <Route key={path} path={path} component={Screen} />;

const redirect = (path: string, to: string) => (
  <Route key={path} path={path}>
    <Redirect to={to} replace />
  </Route>
);

const guarded = ([path, Screen, needs, otherwise = paths.dashboard()]: Routes[number], role: Role) =>
  !needs || can(role, needs) ? show(path, Screen) : redirect(path, otherwise);
