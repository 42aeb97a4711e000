import { type ComponentType, lazy, Suspense, useMemo } from 'react';
import { Redirect, Route, Switch, useRoute } from 'wouter';
import type { Role } from '../schema/users.ts';
import { loadMutators } from '../sync/client/mutators.ts';
import { type Capability, can } from '../sync/roles.ts';
import { paths } from './paths.ts';
import { type Session, useSession } from './session.ts';
import { PublicFrame } from './shell/public-frame.tsx';
import { Shell } from './shell/shell.tsx';
import { Splash } from './ui/brand.tsx';
import { type LazyScreen, lazyScreen, usePreload } from './ui/on-demand.ts';

const Login = lazyScreen(() => import('./auth/login.tsx'));
const ForgotPassword = lazyScreen(() => import('./auth/forgot.tsx'));
const ResetPassword = lazyScreen(() => import('./auth/reset.tsx'));
const Activate = lazyScreen(() => import('./auth/activate.tsx'));
const Signup = lazyScreen(() => import('./signup/signup.tsx'));
const SignupHoaSetup = lazyScreen(() => import('./signup/hoa-setup.tsx'));
const SignupComplete = lazyScreen(() => import('./signup/complete.tsx'));
const Support = lazyScreen(() => import('./shell/support.tsx'));
const Developers = lazyScreen(() => import('./developers/reference.tsx'));
const Away = lazyScreen(() => import('./away/page.tsx'));
const Unsubscribe = lazyScreen(() => import('./notifications/unsubscribe.tsx'));
const NotFound = lazyScreen(() => import('./shell/not-found.tsx'));
const Profile = lazyScreen(() => import('./profile/profile.tsx'));
const ApiAccess = lazyScreen(() => import('./api-access/page.tsx'));
const Addresses = lazyScreen(() => import('./addresses/list.tsx'));
const Announcements = lazyScreen(() => import('./announcements/list.tsx'));
const AnnouncementCreate = lazyScreen(() => import('./announcements/create.tsx'));
const AnnouncementDetail = lazyScreen(() => import('./announcements/detail.tsx'));
const AnnouncementEdit = lazyScreen(() => import('./announcements/edit.tsx'));
const Requests = lazyScreen(() => import('./requests/list.tsx'));
const RequestForm = lazyScreen(() => import('./requests/form.tsx'));
const RequestDetail = lazyScreen(() => import('./requests/detail.tsx'));
const Documents = lazyScreen(() => import('./documents/list.tsx'));
const Meetings = lazyScreen(() => import('./meetings/list.tsx'));
const MeetingScreens = lazyScreen(() => import('./meetings/screens.tsx'));
const Violations = lazyScreen(() => import('./violations/list.tsx'));
const ViolationForm = lazyScreen(() => import('./violations/form.tsx'));
const ViolationDetail = lazyScreen(() => import('./violations/detail.tsx'));
const Dues = lazyScreen(() => import('./dues/list.tsx'));
const DueCreate = lazyScreen(() => import('./dues/create.tsx'));
const DueDetail = lazyScreen(() => import('./dues/detail.tsx'));
const OldStatement = lazyScreen(() => import('./accounts/old-statement.tsx'));
const Accounts = lazyScreen(() => import('./accounts/list.tsx'));
const RecordPayment = lazyScreen(() => import('./accounts/record.tsx'));
const Deposits = lazyScreen(() => import('./accounts/deposits.tsx'));
const DepositScreen = lazyScreen(() => import('./accounts/deposit.tsx'));
const Receipt = lazyScreen(() => import('./accounts/receipt.tsx'));
const Fees = lazyScreen(() => import('./fees/list.tsx'));
const Letters = lazyScreen(() => import('./reminders/letters.tsx'));
const MoneyRules = lazyScreen(() => import('./money-rules/page.tsx'));
const Ageing = lazyScreen(() => import('./accounts/ageing.tsx'));
const Collections = lazyScreen(() => import('./accounts/collections.tsx'));
const DelinquencyScreen = lazyScreen(() => import('./accounts/delinquency.tsx'));
const OpeningBalances = lazyScreen(() => import('./accounts/opening-balances.tsx'));
const Statements = lazyScreen(() => import('./accounts/statements.tsx'));
const Sale = lazyScreen(() => import('./accounts/sale.tsx'));
const Rules = lazyScreen(() => import('./accounts/rules.tsx'));
const AccountDetail = lazyScreen(() => import('./accounts/detail.tsx'));
const AccountStatement = lazyScreen(() => import('./accounts/statement.tsx'));
const MyAccount = lazyScreen(() => import('./accounts/my-account.tsx'));
const InvoiceDetail = lazyScreen(() => import('./invoices/detail.tsx'));
const StripeSetup = lazyScreen(() => import('./payouts/setup.tsx'));
const Users = lazyScreen(() => import('./users/list.tsx'));
const NeedsAttention = lazyScreen(() => import('./failed-jobs/list.tsx'));
const Activity = lazyScreen(() => import('./activity/list.tsx'));
const Dashboard = lazyScreen(() => import('./dashboard/dashboard.tsx'));
const Home = lazyScreen(() => import('./dashboard/home.tsx'));
const Reactivation = lazyScreen(() => import('./billing/reactivation.tsx'));
const PlanSelection = lazyScreen(() => import('./billing/plan-selection.tsx'));
const BillingWatch = lazy(() => import('./billing/watch.tsx'));

/** Users without the capability `needs` are redirected to `otherwise`, or see it where it is a screen. */
type Routes = readonly (readonly [
  path: string,
  Screen: LazyScreen,
  needs?: Capability,
  otherwise?: string | LazyScreen,
])[];

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
  [paths.home(), Dashboard, 'dashboard.view', Home],
  [paths.dashboard(), Dashboard, 'dashboard.view', Home],
  [paths.needsAttention(), NeedsAttention, 'failed_jobs.manage', paths.dashboard()],
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
  [paths.meetings(), Meetings],
  ...[
    paths.meetingCreate(),
    paths.meetingRules(),
    paths.meetingEdit(':id'),
    paths.meetingRoom(':id'),
    paths.meetingDesk(':id'),
    paths.meetingPrint(':id', ':sheet'),
  ].map((path) => [path, MeetingScreens, 'meetings.manage', paths.meetings()] as const),
  [paths.meeting(':id'), MeetingScreens],
  ...violations(paths.compliance()),
  ...violations(paths.violations()),
  [paths.dues(), Dues],
  [paths.dueCreate(), DueCreate, 'dues.manage', paths.dues()],
  [paths.statement(), OldStatement],
  [paths.due(':id'), DueDetail],
  [paths.invoice(':id'), InvoiceDetail],
  [paths.accounts(), Accounts, 'money.record', paths.myAccount()],
  [paths.recordPayment(), RecordPayment, 'money.record', paths.myAccount()],
  [paths.deposits(), Deposits, 'money.record', paths.myAccount()],
  [paths.statements(), Statements, 'money.record', paths.myAccount()],
  [paths.deposit(':id'), DepositScreen, 'money.record', paths.myAccount()],
  [paths.fees(), Fees, 'money.record', paths.myAccount()],
  [paths.letters(), Letters, 'money.record', paths.myAccount()],
  [paths.moneyRules(), MoneyRules, 'money.settings', paths.rules()],
  [paths.ageing(), Ageing, 'money.record', paths.myAccount()],
  [paths.collections(), Collections, 'money.record', paths.myAccount()],
  [paths.delinquency(), DelinquencyScreen, 'money.record', paths.myAccount()],
  [paths.openingBalances(), OpeningBalances, 'money.record', paths.myAccount()],
  [paths.sale(':id'), Sale, 'money.record', paths.myAccount()],
  [paths.accountStatement(':id'), AccountStatement],
  [paths.receipt(':id', ':payment'), Receipt],
  [paths.account(':id'), AccountDetail],
  [paths.myAccount(), MyAccount],
  [paths.rules(), Rules],
  [paths.users(), Users, 'users.manage', paths.dashboard()],
  [paths.addresses(), Addresses, 'addresses.manage', paths.dashboard()],
  [paths.planSelection(), PlanSelection, 'hoa.manage', paths.dashboard()],
  [paths.stripeSetup(), StripeSetup, 'hoa.manage', paths.dashboard()],
];

/** For the display in the room: without navigation or any other control. */
const DISPLAY: Routes[number] = [paths.meetingScreen(':id'), MeetingScreens, 'meetings.manage', paths.meetings()];

export const App = () => {
  const session = useSession();
  const role = session.user?.role;
  const [isDisplay] = useRoute(DISPLAY[0]);
  usePreload(useMemo(() => nextScreens(session.status, role), [session.status, role]));
  if (session.status === 'loading') return <Splash />;
  const user = session.status === 'in' ? session.user : undefined;
  if (user && isDisplay)
    return (
      <Suspense>
        <Switch>{guarded(DISPLAY, user.role)}</Switch>
      </Suspense>
    );
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
        {[...SIGNED_IN, DISPLAY].map(([path]) => redirect(path, paths.login()))}
        <Route component={NotFound} />
      </Switch>
    </PublicFrame>
  );
};

/** The screens that may be opened from here; nothing while nobody knows who is signed in. */
const nextScreens = (status: Session['status'], role: Role | undefined): readonly Preloaded[] => {
  if (status === 'loading') return NONE;
  return role ? [{ preload: loadMutators }, ...screensFor(role)] : PUBLIC_SCREENS;
};

type Preloaded = Pick<LazyScreen, 'preload'>;
const NONE: readonly Preloaded[] = [];
const PUBLIC_SCREENS = PUBLIC.map(([, Screen]) => Screen);
const screensFor = (role: Role) =>
  [...SIGNED_IN, DISPLAY].map((route) => screenFor(route, role)).filter((Screen) => typeof Screen !== 'string');

/** A screen, or where to go instead. */
const screenFor = ([, Screen, needs, otherwise = paths.dashboard()]: Routes[number], role: Role) =>
  !needs || can(role, needs) ? Screen : otherwise;

const show = (path: string, Screen: ComponentType) => <Route key={path} path={path} component={Screen} />;

const redirect = (path: string, to: string) => (
  <Route key={path} path={path}>
    <Redirect to={to} replace />
  </Route>
);

const guarded = (route: Routes[number], role: Role) => {
  const shown = screenFor(route, role);
  return typeof shown === 'string' ? redirect(route[0], shown) : show(route[0], shown);
};
