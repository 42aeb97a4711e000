import { CircleDollarSign, FolderOpen, Megaphone } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Entity } from '../../../schema/rows.ts';
import { METRIC_DAYS, type Metric } from '../../../sync/dashboard/figures.ts';
import { OPEN_STATUSES } from '../../../sync/requests/entity.ts';
import { useNow } from '../../device/now.ts';
import { useSeen } from '../../device/seen.ts';
import { useCan, useUser } from '../../device/session.ts';
import { useAreComplete, useHasRows, useRows, useSync } from '../../device/store.ts';
import { allInvoicesPath } from '../../money/invoices/model.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card, StatCards } from '../../ui/card.tsx';
import { formatCount, formatMoney } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { local } from '../../ui/local-storage.ts';
import { PageHeader } from '../../ui/page.tsx';
import { RetryAlert } from '../../ui/retry-alert.tsx';
import { WhileYouWereAway } from '../away/card.tsx';
import { listPath } from '../requests/model.ts';
import { RecentActivity } from './activity.tsx';
import { Attention } from './attention.tsx';
import { useAttention } from './attention-lines.ts';
import { DuesChart, RequestsChart } from './chart-cards.tsx';
import { useAdditions, useCommunity, useHoa, useMetrics, useOwed } from './figures.ts';
import { greeting, isNew, trendOf, welcome } from './labels.ts';
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
        <Figures now={now} today={today} />
      ) : failed ? (
        <RetryAlert label="Retry">Failed to load dashboard data</RetryAlert>
      ) : (
        <Skeleton />
      )}
    </>
  );
};

export default Dashboard;

const Figures = ({ now, today }: { now: Date; today: string }) => {
  const setup = useSetup(now);
  const lines = useAttention(now);
  const loaded = useAreComplete(COUNTED);
  const hasCharts = useHasCharts();
  return (
    <>
      {(!setup || setup.done.people) && <BulkBanner now={now} />}
      {setup && <SetupChecklist {...setup} />}
      {lines && (lines.length > 0 || !setup) && <Attention lines={lines} now={now} />}
      <WhileYouWereAway />
      <MetricCards now={now} today={today} loaded={loaded} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4.5 lg:grid-cols-[minmax(0,1fr)_18.75rem]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
          {(hasCharts || !setup) && (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5 md:grid-cols-2">
              <RequestsChart now={now} loaded={loaded} />
              <DuesChart today={today} loaded={loaded} />
            </div>
          )}
          <RecentActivity now={now} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5 max-lg:md:grid-cols-2">
          <ActionItems />
          <QuickActions />
          <Meetings />
          <Money />
          <Community loaded={loaded} />
        </div>
      </div>
    </>
  );
};

const COUNTED: readonly Entity[] = ['account', 'request', 'announcement', 'document', 'invoice', 'address', 'user'];

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

const MetricCards = ({ now, today, loaded }: { now: Date; today: string; loaded: boolean }) => {
  const { maintenanceRequests, announcements, documents } = useMetrics(now);
  const owed = useOwed(today);
  const added = useAdditions(now);
  const trends = {
    requests: trendOf(added.requests),
    announcements: trendOf(added.announcements),
    documents: trendOf(added.documents),
  };
  return (
    <section aria-label="Metrics" className="grid gap-1.5">
      <StatCards
        loaded={loaded}
        stats={[
          {
            label: 'Outstanding Dues',
            value: formatMoney(owed.cents),
            ...(loaded && { hint: owed.hint }),
            href: allInvoicesPath({ status: ['pending', 'overdue'] }),
          },
          {
            ...shown(maintenanceRequests, loaded ? trends.requests : undefined),
            href: listPath({ status: OPEN_STATUSES }),
          },
          { ...shown(announcements, loaded ? trends.announcements : undefined), href: paths.announcements() },
          { ...shown(documents, loaded ? trends.documents : undefined), href: paths.documents() },
        ]}
      />
      {loaded && Object.values(trends).some(Boolean) && (
        <p className="text-ink-3 text-sm">
          “Than last month” compares what was added in the last {METRIC_DAYS} days with the {METRIC_DAYS} days before.
        </p>
      )}
    </section>
  );
};

const shown = ({ title, value }: Metric, trend: string | undefined) => ({
  label: title,
  value,
  ...(trend && { hint: trend }),
});

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
  return <Suspense>{isDue && <MoneyCard />}</Suspense>;
};

const Community = ({ loaded }: { loaded: boolean }) => {
  const shown = (value: string) => (loaded ? value : '–');
  const { units, occupied, boardMembers, outstanding_cents } = useCommunity();
  return (
    <Card title="Community Info">
      <dl className="grid gap-2.5">
        <Figure term="Units" value={shown(formatCount(units))} />
        <Figure term="Occupied" value={shown(formatCount(occupied))} />
        <Figure term="Board Members" value={shown(formatCount(boardMembers))} />
        <Figure term="Outstanding Dues" value={shown(formatMoney(outstanding_cents))} />
      </dl>
    </Card>
  );
};

const Figure = ({ term, value }: { term: string; value: string }) => (
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
