import { NeedsAttention } from '../failed-jobs/banner.tsx';
import { useUser } from '../session.ts';
import { useSeen } from '../shell/seen.ts';
import { useSync } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { PageHeader } from '../ui/page.tsx';
import { RecentActivity } from './activity.tsx';
import { BulkBanner } from './bulk-banner.tsx';
import { DuesChart, RequestsChart } from './chart-cards.tsx';
import { useHoa, useNow } from './figures.ts';
import { greeting, isNew, welcome } from './labels.ts';
import { MetricCards } from './metric-cards.tsx';
import { Community, QuickActions } from './side.tsx';
import { Skeleton } from './skeleton.tsx';

/** / and /dashboard: how the HOA stands, computed on this device. */
const Dashboard = () => {
  const now = useNow();
  const user = useUser();
  const { hoa, today } = useHoa(now);
  const { phase, failed } = useSync();
  const { since } = useSeen();
  const first = isNew(user, now) && since === user.last_login;
  return (
    <>
      <PageHeader title="Dashboard" subtitle={`${greeting(user, now.getHours())}. ${welcome(hoa?.name, first)}.`} />
      {phase === 'ready' && <Figures now={now} today={today} />}
      {phase === 'first' && (failed ? <LoadFailed /> : <Skeleton />)}
    </>
  );
};

export default Dashboard;

const Figures = ({ now, today }: { now: Date; today: string }) => (
  <>
    <BulkBanner now={now} />
    <NeedsAttention />
    <MetricCards now={now} today={today} />
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4.5 lg:grid-cols-[minmax(0,1fr)_18.75rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5 md:grid-cols-2">
          <RequestsChart now={now} />
          <DuesChart today={today} />
        </div>
        <RecentActivity now={now} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5 max-lg:md:grid-cols-2">
        <QuickActions />
        <Community />
      </div>
    </div>
  </>
);

/** Only where this device holds too little: nothing else here is loaded. */
const LoadFailed = () => (
  <Alert
    tone="error"
    actions={
      <Button size="small" onClick={() => location.reload()}>
        Retry
      </Button>
    }
  >
    Failed to load dashboard data
  </Alert>
);
