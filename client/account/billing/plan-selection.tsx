import { ArrowLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { PLANS, PLANS_FOR_SALE, type Plan, type PlanName } from '../../../schema/plans.ts';
import { SUPPORT_EMAIL } from '../../config.ts';
import { api } from '../../device/api.ts';
import { useUser } from '../../device/session.ts';
import { withStepUp } from '../../device/step-up.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { formatDate } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page.tsx';
import { PendingNotice } from '../../ui/progress.tsx';
import { ChangeDialog, changeVerb } from './change-dialog.tsx';
import {
  type BillingStatus,
  type ProviderFailure,
  providerFailure,
  readBillingStatus,
  type Subscription,
  useSubscription,
} from './model.ts';
import { PlanCard, PlanTag } from './plan-card.tsx';

/** Opens the billing portal at once; plans can be changed here when that fails. */
const PlanSelection = () => {
  const { open, opening, failure } = usePortalAtOnce();
  const { state } = useSubscription();
  const [changingTo, setChangingTo] = useState<PlanName | null>(null);
  const [changeError, setChangeError] = useState<string | null>(null);
  const subscription = typeof state === 'object' ? state : null;
  const confirmChange = (plan: PlanName) => {
    setChangeError(null);
    setChangingTo(plan);
  };
  return (
    <>
      <Header />
      {opening && <PendingNotice>Redirecting to Billing Portal...</PendingNotice>}
      {failure && <PortalFailed {...failure} canChange={subscription !== null && subscription.status !== 'canceled'} />}
      <ErrorAlert message={changeError} onClose={() => setChangeError(null)} />
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
      <SupportNote />
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

const Header = () => (
  <PageHeader
    title="Plans and Billing"
    subtitle="Manage your card, your bills and your plan in the billing portal."
    actions={
      <LinkButton icon={ArrowLeft} href={paths.profile()}>
        Back to Profile
      </LinkButton>
    }
  />
);

const SupportNote = () => (
  <p className="text-ink-2">
    Questions about plans or bills?{' '}
    <a href={`mailto:${SUPPORT_EMAIL}`} className="text-pine-text underline underline-offset-3">
      Contact support
    </a>
  </p>
);

const PortalFailed = ({ message, reason, canChange }: ProviderFailure & { canChange: boolean }) => (
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
    {canChange && <p>You can still change your plan below.</p>}
  </Alert>
);

type Props = {
  plan: Plan;
  subscription: Subscription | null;
  busy: boolean;
  onPortal: () => void;
  onChange: (() => void) | undefined;
};

const PlanOption = ({ plan, subscription, busy, onPortal, onChange }: Props) => {
  const note = useId();
  const isCurrent = plan.name === subscription?.plan.name;
  const isUpgrade = subscription === null || plan.rank > PLANS[subscription.plan.name].rank;
  return (
    <PlanCard
      plan={plan}
      badge={plan.name === 'growth' && <PlanTag tone="green">Most Popular</PlanTag>}
      note={<span id={note}>{subscription && effectNote(plan, subscription)}</span>}
    >
      {isCurrent ? (
        <Button disabled>Current Plan</Button>
      ) : (
        <Button
          variant={isUpgrade && !onChange ? 'primary' : 'secondary'}
          disabled={busy}
          aria-describedby={note}
          onClick={onPortal}
        >
          Update Billing Information
        </Button>
      )}
      {onChange && subscription && canChange(plan, subscription) && (
        <Button variant={isUpgrade ? 'primary' : 'secondary'} aria-describedby={note} onClick={onChange}>
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

const FAILED = 'Failed to open billing portal. Please try again.';
const OFFLINE = 'You are offline. You need a connection to open the billing portal.';

const usePortalAtOnce = () => {
  const portal = usePortal();
  const { id } = useUser();
  const openUnlessLapsed = useEffectEvent((status: BillingStatus | null) => {
    // A lapsed subscription is reactivated on /reactivation; the portal cannot do that.
    if (!status?.needsReactivation) void portal.open();
  });
  useEffect(() => {
    void readBillingStatus(id).then(openUnlessLapsed);
  }, [id]);
  return portal;
};

const usePortal = () => {
  const { submit, failure } = useSubmit((error) => providerFailure(error, FAILED, OFFLINE));
  const open = () =>
    submit(async () => {
      const path = '/api/subscriptions/create-billing-portal';
      const { portal_url } = await withStepUp(() => api<{ portal_url: string }>(path, { method: 'POST' }));
      // replace: going back from the portal must not land here, which would open it again.
      location.replace(portal_url);
    });
  return { open, opening: failure === null, failure };
};
