import { ChartColumn, CircleDollarSign, FolderOpen, Megaphone } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { METRIC_DAYS } from '../../../sync/dashboard/figures.ts';
import { OPEN_STATUSES } from '../../../sync/requests/entity.ts';
import { useNow } from '../../device/now.ts';
import { useSeen } from '../../device/seen.ts';
import { useCan, useUser } from '../../device/session.ts';
import { useHasRows, useRows, useSync } from '../../device/store.ts';
import { allInvoicesPath } from '../../money/invoices/model.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card, StatCards } from '../../ui/card.tsx';
import { formatCount, formatDate, formatMoney } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { local } from '../../ui/local-storage.ts';
import { PageHeader } from '../../ui/page.tsx';
import { RetryAlert } from '../../ui/retry-alert.tsx';
import { WhileYouWereAway } from '../away/card.tsx';
import { listPath } from '../requests/model.ts';
import { RecentActivity } from './activity.tsx';
import { Attention } from './attention.tsx';
import { useAttention } from './attention-lines.ts';
import { Charts } from './chart-cards.tsx';
import { type Figures, useFigures, useHoa } from './figures.ts';
import { greeting, isNew, welcome } from './labels.ts';
import { SetupChecklist, useSetup } from './setup.tsx';

/** The first screen of the board: what needs a person, then what there is. */
const Dashboard = () => {
  const now = useNow();
  const user = useUser();
  const { hoa, today } = useHoa(now);
  const { failed } = useSync();
  const { since } = useSeen();
  const hasRows = useHasRows();
  const first = isNew(user, now) && since === user.last_login;
  return (
    <>
      <PageHeader title="Dashboard" subtitle={`${greeting(user, now.getHours())}. ${welcome(hoa?.name, first)}.`} />
      {hasRows ? (
        <Content now={now} today={today} />
      ) : failed ? (
        <RetryAlert label="Retry">Failed to load dashboard data</RetryAlert>
      ) : (
        <Skeleton />
      )}
    </>
  );
};

export default Dashboard;

const Content = ({ now, today }: { now: Date; today: string }) => {
  const setup = useSetup(now);
  const lines = useAttention(now);
  const figures = useFigures(now, today);
  const hasCharts = useHasCharts();
  return (
    <>
      {(!setup || setup.done.people) && <BulkBanner now={now} />}
      {setup && <SetupChecklist {...setup} />}
      {lines && (lines.length > 0 || !setup) && <Attention lines={lines} now={now} />}
      <WhileYouWereAway />
      <MetricCards figures={figures?.value} asOf={figures?.asOf ?? null} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4.5 lg:grid-cols-[minmax(0,1fr)_18.75rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
          {(hasCharts || !setup) && <Charts now={now} today={today} />}
          <RecentActivity now={now} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5 max-lg:md:grid-cols-2">
          <ActionItems />
          <QuickActions />
          <Meetings />
          <Money />
          <Community figures={figures?.value.community} />
        </div>
      </div>
    </>
  );
};

const useHasCharts = () => useRows('request').size + useRows('invoice').size > 0;

const keyOf = (user_id: string) => `porchlight.bulk-banner-dismissed/${user_id}`;

const BulkBanner = ({ now }: { now: Date }) => {
  const user = useUser();
  const manages = useCan('hoa.manage');
  const [dismissed, setDismissed] = useState(() => local.get(keyOf(user.id)) !== null);
  const dismiss = () => {
    local.set(keyOf(user.id), '1');
    setDismissed(true);
  };
  if (!manages || dismissed || !isNew(user, now)) return null;
  return (
    <Alert tone="info" title="Invite your community" onClose={dismiss}>
      <p>Add all your residents and their addresses at once, from a spreadsheet.</p>
      <LinkButton variant="primary" size="small" href={paths.bulkUpload()} className="mt-2.5">
        Add Residents
      </LinkButton>
    </Alert>
  );
};

/** In the order of `useMetrics`. */
const METRICS = [
  { label: 'Maintenance Requests', href: listPath({ status: OPEN_STATUSES }) },
  { label: 'Announcements', href: paths.announcements() },
  { label: 'Documents', href: paths.documents() },
];

const MetricCards = ({ figures, asOf }: { figures: Figures | undefined; asOf: string | null }) => {
  // What has come since another day is not known yet, so the sums of that day stand alone.
  const trends = asOf === null ? (figures?.trends ?? []) : [];
  const cards = METRICS.map(({ label, href }, at) => ({
    label,
    value: figures?.metrics[at] ?? 0,
    ...(trends[at] && { hint: trends[at] }),
    href,
  }));
  const owed = {
    label: 'Outstanding Dues',
    value: formatMoney(figures?.owed.cents ?? 0),
    ...(asOf === null && figures && { hint: figures.owed.hint }),
    href: allInvoicesPath({ status: ['pending', 'overdue'] }),
  };
  return (
    <section aria-label="Metrics" className="grid gap-1.5">
      <StatCards loaded={figures !== undefined} stats={[owed, ...cards]} />
      {trends.some(Boolean) && (
        <p className="text-ink-3 text-sm">
          “Than last month” compares the last {METRIC_DAYS} days with the {METRIC_DAYS} days before.
        </p>
      )}
      {asOf !== null && <p className="num text-ink-3 text-sm">As of {formatDate(asOf)}</p>}
    </section>
  );
};

/** The dues button is disabled, because residents pay dues. */
const QuickActions = () => (
  <Card title="Quick Actions">
    <div className="grid gap-2">
      <LinkButton variant="primary" icon={Megaphone} href={paths.announcementCreate()}>
        Create Announcement
      </LinkButton>
      <Button icon={CircleDollarSign} disabled title="Residents pay from their own invoices">
        Pay Monthly Dues
      </Button>
      <LinkButton icon={FolderOpen} href={paths.documents()}>
        View Documents
      </LinkButton>
      <LinkButton icon={ChartColumn} href={paths.reports()}>
        View Reports
      </LinkButton>
    </div>
  </Card>
);

const MoneyCard = lazy(() => import('../../money/owed/money-card.tsx').catch(() => ({ default: () => <></> })));
/** When the first screen stands: this card reads every entry of every account. */
const MONEY_AFTER_MS = 1500;

const ActionItemsCard = lazy(() =>
  import('../../meetings/action-items/dashboard-card.tsx').catch(() => ({ default: () => <></> })),
);

const ActionItems = () => {
  const hasActions = useRows('actionItem').size > 0;
  return <Suspense>{hasActions && <ActionItemsCard />}</Suspense>;
};

const NextMeeting = lazy(() => import('./next-meeting.tsx').catch(() => ({ default: () => <></> })));

const Meetings = () => {
  const hasMeetings = useRows('meeting').size > 0;
  return <Suspense>{hasMeetings && <NextMeeting />}</Suspense>;
};

const Money = () => {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), MONEY_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Suspense>
      <MoneyCard reads={isDue} />
    </Suspense>
  );
};

const Community = ({ figures }: { figures: Figures['community'] | undefined }) => (
  <Card title="Community Info">
    <dl className="grid gap-2.5">
      <Figure term="Units" value={figures && formatCount(figures.units)} />
      <Figure term="Occupied" value={figures && formatCount(figures.occupied)} />
      <Figure term="Board Members" value={figures && formatCount(figures.boardMembers)} />
      <Figure term="Outstanding Dues" value={figures && formatMoney(figures.outstanding_cents)} />
    </dl>
  </Card>
);

const Figure = ({ term, value = '–' }: { term: string; value: string | undefined }) => (
  <div className="flex items-baseline justify-between gap-3">
    <dt className="text-ink-2">{term}</dt>
    <dd className="num font-[580]">{value}</dd>
  </div>
);

const Skeleton = () => (
  <>
    <div
      aria-hidden
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line md:grid-cols-4"
    >
      {[0, 1, 2, 3].map((card) => (
        <div key={card} className="grid h-23 content-center gap-3 bg-card px-4.5">
          <i className="h-4 w-1/2 animate-breathe rounded-sm bg-grey-soft" />
          <i className="h-2.5 w-3/4 animate-breathe rounded-sm bg-grey-soft" />
        </div>
      ))}
    </div>
    <SkeletonRows />
  </>
);
