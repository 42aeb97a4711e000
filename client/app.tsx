import { type ComponentType, lazy, Suspense, useMemo } from 'react';
import { Redirect, Route, Switch, useRoute } from 'wouter';
import type { Role } from '../schema/users.ts';
import { loadMutators } from '../sync/client/mutators.ts';
import { type Capability, can } from '../sync/roles.ts';
import { type Session, useSession } from './device/session.ts';
import { paths } from './paths.ts';
import { PublicFrame } from './shell/public-frame.tsx';
import { Shell } from './shell/shell.tsx';
import { Splash } from './ui/brand.tsx';
import { type LazyScreen, lazyScreen, usePreload } from './ui/on-demand.ts';

const Login = lazyScreen(() => import('./account/auth/login.tsx'));
const ForgotPassword = lazyScreen(() => import('./account/auth/forgot.tsx'));
const ResetPassword = lazyScreen(() => import('./account/auth/reset.tsx'));
const Activate = lazyScreen(() => import('./account/auth/activate.tsx'));
const Signup = lazyScreen(() => import('./account/signup/signup.tsx'));
const SignupHoaSetup = lazyScreen(() => import('./account/signup/hoa-setup.tsx'));
const SignupComplete = lazyScreen(() => import('./account/signup/complete.tsx'));
const Support = lazyScreen(() => import('./shell/support.tsx'));
const Developers = lazyScreen(() => import('./account/developers/reference.tsx'));
const Away = lazyScreen(() => import('./community/away/page.tsx'));
const Unsubscribe = lazyScreen(() => import('./account/notifications/unsubscribe.tsx'));
const NotFound = lazyScreen(() => import('./shell/not-found.tsx'));
const Profile = lazyScreen(() => import('./account/profile/profile.tsx'));
const ApiAccess = lazyScreen(() => import('./account/api-access/page.tsx'));
const Addresses = lazyScreen(() => import('./people/addresses/list.tsx'));
const Announcements = lazyScreen(() => import('./community/announcements/list.tsx'));
const AnnouncementCreate = lazyScreen(() => import('./community/announcements/create.tsx'));
const AnnouncementDetail = lazyScreen(() => import('./community/announcements/detail.tsx'));
const AnnouncementEdit = lazyScreen(() => import('./community/announcements/edit.tsx'));
const Requests = lazyScreen(() => import('./community/requests/list.tsx'));
const RequestForm = lazyScreen(() => import('./community/requests/form.tsx'));
const RequestDetail = lazyScreen(() => import('./community/requests/detail.tsx'));
const Documents = lazyScreen(() => import('./community/documents/list.tsx'));
const Meetings = lazyScreen(() => import('./meetings/list/list.tsx'));
const MeetingScreens = lazyScreen(() => import('./meetings/screens.tsx'));
const Violations = lazyScreen(() => import('./community/violations/list.tsx'));
const ViolationForm = lazyScreen(() => import('./community/violations/form.tsx'));
const ViolationDetail = lazyScreen(() => import('./community/violations/detail.tsx'));
const Dues = lazyScreen(() => import('./money/dues/list.tsx'));
const DueCreate = lazyScreen(() => import('./money/dues/create.tsx'));
const DueDetail = lazyScreen(() => import('./money/dues/detail.tsx'));
const OldStatement = lazyScreen(() => import('./money/reports/old-statement.tsx'));
const Accounts = lazyScreen(() => import('./money/account/list.tsx'));
const RecordPayment = lazyScreen(() => import('./money/record/record.tsx'));
const Deposits = lazyScreen(() => import('./money/deposits/deposits.tsx'));
const DepositScreen = lazyScreen(() => import('./money/deposits/deposit.tsx'));
const Receipt = lazyScreen(() => import('./money/record/receipt.tsx'));
const Fees = lazyScreen(() => import('./money/fees/list.tsx'));
const Letters = lazyScreen(() => import('./money/reminders/letters.tsx'));
const MoneyRules = lazyScreen(() => import('./money/rules/page.tsx'));
const Ageing = lazyScreen(() => import('./money/reports/ageing.tsx'));
const Collections = lazyScreen(() => import('./money/reports/collections.tsx'));
const DelinquencyScreen = lazyScreen(() => import('./money/reports/delinquency.tsx'));
const OpeningBalances = lazyScreen(() => import('./money/opening/opening-balances.tsx'));
const Statements = lazyScreen(() => import('./money/reports/statements.tsx'));
const Sale = lazyScreen(() => import('./money/sale/sale.tsx'));
const Rules = lazyScreen(() => import('./money/account/rules.tsx'));
const AccountDetail = lazyScreen(() => import('./money/account/detail.tsx'));
const AccountStatement = lazyScreen(() => import('./money/reports/statement.tsx'));
const MyAccount = lazyScreen(() => import('./money/account/my-account.tsx'));
const InvoiceDetail = lazyScreen(() => import('./money/invoices/detail.tsx'));
const StripeSetup = lazyScreen(() => import('./money/payouts/setup.tsx'));
const Users = lazyScreen(() => import('./people/users/list.tsx'));
const NeedsAttention = lazyScreen(() => import('./account/failed-jobs/list.tsx'));
const Activity = lazyScreen(() => import('./account/activity/list.tsx'));
const Dashboard = lazyScreen(() => import('./community/dashboard/dashboard.tsx'));
const Home = lazyScreen(() => import('./community/dashboard/home.tsx'));
const Reactivation = lazyScreen(() => import('./account/billing/reactivation.tsx'));
const PlanSelection = lazyScreen(() => import('./account/billing/plan-selection.tsx'));
const BillingWatch = lazy(() => import('./account/billing/watch.tsx'));

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
