import { ArrowLeft, LoaderCircle } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { PLANS, type Plan, type PlanName } from '../../schema/plans.ts';
import { ApiError, api } from '../api.ts';
import { SUPPORT_EMAIL } from '../config.ts';
import { isOnline } from '../http.ts';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { formatDate } from '../ui/format.ts';
import { PageHeader } from '../ui/page.tsx';
import { ChangeDialog, changeVerb } from './change-dialog.tsx';
import { readBillingStatus, type Subscription, useSubscription } from './model.ts';
import { PLANS_FOR_SALE, PlanCard, PlanTag } from './plan-card.tsx';

/** Opens the billing portal at once; plans can be changed here when that fails. */
const PlanSelection = () => {
  const { open, opening, failure } = usePortal();
  const { known } = useSubscription();
  const [changingTo, setChangingTo] = useState<PlanName | null>(null);
  const [changeError, setChangeError] = useState<string | null>(null);
  const subscription = typeof known === 'object' ? known : null;
  const { id } = useUser();
  useEffect(() => {
    // A lapsed subscription is reactivated on /reactivation; the portal cannot do that.
    void readBillingStatus(id).then((standing) => (standing?.needsReactivation ? undefined : open()));
  }, [id, open]);
  const confirmChange = (plan: PlanName) => {
    setChangeError(null);
    setChangingTo(plan);
  };
  return (
    <>
      <PageHeader
        title="Plans and billing"
        subtitle="Your card, your bills and your plan are managed in the billing portal."
        actions={
          <LinkButton icon={ArrowLeft} href={paths.profile()}>
            Back to Profile
          </LinkButton>
        }
      />
      {opening && <PortalOpening />}
      {failure && <PortalFailed {...failure} canChange={subscription !== null && subscription.status !== 'canceled'} />}
      {changeError && (
        <Alert tone="error" onClose={() => setChangeError(null)}>
          {changeError}
        </Alert>
      )}
      <div className="grid gap-4.5 md:grid-cols-3">
        {PLANS_FOR_SALE.map((plan) => (
          <PlanOption
            key={plan.name}
            plan={plan}
            subscription={subscription}
            busy={opening}
            onPortal={open}
            onChange={failure ? () => confirmChange(plan.name) : undefined}
          />
        ))}
      </div>
      <p className="text-ink-2">
        Questions about plans or bills?{' '}
        <a href={`mailto:${SUPPORT_EMAIL}`} className="text-pine-text underline underline-offset-3">
          Contact support
        </a>
      </p>
      {subscription && (
        <ChangeDialog
          subscription={subscription}
          to={changingTo}
          onClose={() => setChangingTo(null)}
          onError={setChangeError}
        />
      )}
    </>
  );
};

export default PlanSelection;

const PortalOpening = () => (
  <div role="status" className="flex items-center gap-2.5 rounded-md bg-pine-soft px-3.5 py-2.5 text-pine-text">
    <LoaderCircle aria-hidden className="size-4 shrink-0 animate-turn" />
    Redirecting to Billing Portal...
  </div>
);

const PortalFailed = ({ message, reason, canChange }: PortalError & { canChange: boolean }) => (
  <Alert
    tone="error"
    title={message}
    actions={
      <Button size="small" onClick={() => location.reload()} className="self-center">
        Try Again
      </Button>
    }
  >
    {reason !== message && reason}
    {canChange && <p>You can change your plan below without the portal.</p>}
  </Alert>
);

type Props = {
  plan: Plan;
  /** Null until loaded. */
  subscription: Subscription | null;
  busy: boolean;
  onPortal: () => void;
  /** Changes to this plan without the portal. */
  onChange: (() => void) | undefined;
};

const PlanOption = ({ plan, subscription, busy, onPortal, onChange }: Props) => {
  const note = useId();
  const isCurrent = plan.name === subscription?.plan.name;
  return (
    <PlanCard
      plan={plan}
      badge={plan.name === 'growth' && <PlanTag look="pine">Most Popular</PlanTag>}
      note={<span id={note}>{subscription && effectNote(plan, subscription)}</span>}
    >
      {isCurrent ? (
        <Button disabled>Current Plan</Button>
      ) : (
        <Button variant={onChange ? 'secondary' : 'primary'} disabled={busy} aria-describedby={note} onClick={onPortal}>
          Update Billing Information
        </Button>
      )}
      {onChange && subscription && canChange(plan, subscription) && (
        <Button variant={isCurrent ? 'secondary' : 'primary'} aria-describedby={note} onClick={onChange}>
          {changeVerb(plan, subscription)}
        </Button>
      )}
    </PlanCard>
  );
};

const canChange = ({ name }: Plan, { plan, next_plan, status }: Subscription) =>
  status !== 'canceled' && name !== (next_plan ?? plan).name;

const effectNote = ({ name, rank }: Plan, { plan, next_plan, current_period_end }: Subscription): string | null => {
  if (name === next_plan?.name && current_period_end) return `Your plan from ${formatDate(current_period_end)}`;
  if (name === plan.name) return null;
  return rank > PLANS[plan.name].rank
    ? 'Upgrade takes effect immediately'
    : 'Downgrade takes effect next billing cycle';
};

type PortalError = { message: string; reason: string | undefined };

const FAILED = 'Failed to open billing portal. Please try again.';
const OFFLINE = 'You are offline: the billing portal needs a connection.';

const usePortal = () => {
  const [opening, setOpening] = useState(true);
  const [failure, setFailure] = useState<PortalError | null>(null);
  const busyRef = useRef(false);
  const open = useCallback(async () => {
    if (busyRef.current) return;
    busyRef.current = true;
    setOpening(true);
    setFailure(null);
    try {
      const { portal_url } = await api<{ portal_url: string }>('/api/subscriptions/create-billing-portal', {
        method: 'POST',
      });
      // replace: going back from the portal must not land here, which would open it again.
      location.replace(portal_url);
    } catch (error) {
      busyRef.current = false;
      setOpening(false);
      setFailure({ message: FAILED, reason: reasonOf(error) });
    }
  }, []);
  return { open, opening, failure };
};

const reasonOf = (error: unknown): string | undefined =>
  isOnline() ? (error instanceof ApiError ? error.said : undefined) : OFFLINE;
