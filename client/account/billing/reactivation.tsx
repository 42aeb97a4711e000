import { LogOut, ShieldCheck } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Redirect } from 'wouter';
import { useOneTimeParam, useSearchParams } from '../../device/location.ts';
import { useCan, useUser } from '../../device/session.ts';
import { useOnline } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { SignOutDialog, useSignOut } from '../../shell/sign-out.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatDate, formatPrice } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { RetryAlert } from '../../ui/retry-alert.tsx';
import {
  type BillingStatus,
  cachedBillingStatus,
  clearReactivationPending,
  fetchBillingStatus,
  isReactivationPending,
  type Subscription,
} from './model.ts';
import { PlanPicker } from './plan-picker.tsx';

const Reactivation = () =>
  useCan('hoa.manage') ? <ReactivationScreen /> : <Redirect to={paths.dashboard()} replace />;

export default Reactivation;

const ReactivationScreen = () => {
  const { canceled, dismiss } = useCheckoutCanceled(clearReactivationPending);
  const { status, failed, refresh } = useFreshBillingStatus();
  const online = useOnline();
  if (!canceled && isReactivationPending()) return <Redirect to={paths.dashboard()} replace />;
  if (status?.needsReactivation === false) return <Redirect to={paths.dashboard()} replace />;
  // Most visitors have nothing to reactivate: show no heading until that is known.
  if (!status && !failed && online) return <SkeletonRows rows={4} />;
  return (
    <>
      <PageHeader
        title="Reactivate Your Subscription"
        documentTitle="Reactivation"
        subtitle={status && 'Your subscription has ended. Select a plan to start it again.'}
        actions={<SignOutButton />}
      />
      {canceled && (
        <Alert tone="info" onClose={dismiss}>
          Checkout was canceled. You can try again by selecting a plan below.
        </Alert>
      )}
      {!online && <OfflineNotice />}
      {failed && online && (
        <RetryAlert label="Refresh">
          Failed to load subscription information. Please try refreshing the page.
        </RetryAlert>
      )}
      {status?.subscription && (
        <>
          <PreviousPlan {...status.subscription} />
          <DataKeptNote />
          <PlanPicker previous={status.subscription.plan.name} online={online} onConflict={refresh} />
        </>
      )}
    </>
  );
};

const SignOutButton = () => {
  const signOut = useSignOut();
  return (
    <>
      <Button icon={LogOut} onClick={() => void signOut.start()}>
        Sign Out
      </Button>
      <SignOutDialog signOut={signOut} />
    </>
  );
};

const OfflineNotice = () => (
  <Alert
    tone="info"
    actions={
      <LinkButton size="small" href={paths.dashboard()} className="self-center">
        Go to Dashboard
      </LinkButton>
    }
  >
    You are offline. You need a connection to reactivate. Everything else still works.
  </Alert>
);

const DataKeptNote = () => (
  <p className="flex items-start gap-2 text-ink-2">
    <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-pine-text" />
    <span>
      Nothing has been deleted. All of your community’s records, documents and payments are safe, and board members and
      residents can keep working as usual.
    </span>
  </p>
);

const PreviousPlan = ({ plan, canceled_at, cancellation_reason }: Subscription) => (
  <Card title="Previous Subscription">
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-[auto_auto_auto_minmax(0,1fr)] md:gap-x-12">
      <Fact term="Plan" value={plan.display_name} />
      <Fact term="Price" value={`${formatPrice(plan.price_cents)} per month`} />
      <Fact term="Canceled" value={canceled_at ? formatDate(canceled_at) : 'Not known'} />
      <Fact term="Reason" value={cancellation_reason ?? 'None given'} />
    </dl>
  </Card>
);

const Fact = ({ term, value }: { term: string; value: string }) => (
  <div className="min-w-0">
    <dt className="text-ink-3 text-sm">{term}</dt>
    <dd className="num font-medium [overflow-wrap:anywhere]">{value}</dd>
  </div>
);

const useCheckoutCanceled = (onCanceled: () => void) => {
  const param = useSearchParams().get('checkout');
  const [canceled, setCanceled] = useState(param === 'canceled');
  useOneTimeParam('checkout', (value) => {
    if (value === 'canceled') onCanceled();
    setCanceled(value === 'canceled');
  });
  return { canceled, dismiss: () => setCanceled(false) };
};

const useFreshBillingStatus = () => {
  const { id } = useUser();
  const [status, setStatus] = useState<BillingStatus | null>(() => cachedBillingStatus(id));
  const [failed, setFailed] = useState(false);
  const refresh = useCallback(async () => {
    await fetchBillingStatus(id).then(
      (next) => {
        setStatus(next);
        setFailed(false);
      },
      () => setFailed(true),
    );
  }, [id]);
  useEffect(() => {
    void refresh();
    addEventListener('online', refresh);
    return () => removeEventListener('online', refresh);
  }, [refresh]);
  return { status, failed, refresh };
};
