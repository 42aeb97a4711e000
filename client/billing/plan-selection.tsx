import { ArrowLeft, LoaderCircle } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { PLANS, type Plan, type PlanName } from '../../schema/plans.ts';
import { ApiError, api } from '../api.ts';
import { isOnline } from '../http.ts';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { SUPPORT_EMAIL } from '../shell/support-email.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { formatDate } from '../ui/format.ts';
import { PageHeader } from '../ui/page.tsx';
import { ChangeDialog, changeVerb } from './change-dialog.tsx';
import { learnStanding, type Subscription, useSubscription } from './model.ts';
import { PlanCard, PlanTag, SOLD } from './plan-card.tsx';

/** /plan-selection: leads to the billing portal at once; where that cannot be reached, plans are changed here. */
const PlanSelection = () => {
  const { open, opening, failure } = usePortal();
  const { known } = useSubscription();
  const [changingTo, setChangingTo] = useState<PlanName | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const subscription = typeof known === 'object' ? known : null;
  const { id } = useUser();
  useEffect(() => {
    // A subscription that has run out is for /reactivation, not for the portal.
    void learnStanding(id).then((standing) => (standing?.needsReactivation ? undefined : open()));
  }, [id, open]);
  const change = (plan: PlanName) => {
    setRefused(null);
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
      {opening && <Redirecting />}
      {failure && <Failed {...failure} canChange={subscription !== null && subscription.status !== 'canceled'} />}
      {refused && (
        <Alert tone="error" onClose={() => setRefused(null)}>
          {refused}
        </Alert>
      )}
      <div className="grid gap-4.5 md:grid-cols-3">
        {SOLD.map((plan) => (
          <BillingCard
            key={plan.name}
            plan={plan}
            subscription={subscription}
            busy={opening}
            onPortal={open}
            onChange={failure ? () => change(plan.name) : undefined}
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
          onError={setRefused}
        />
      )}
    </>
  );
};

export default PlanSelection;

const Redirecting = () => (
  <div role="status" className="flex items-center gap-2.5 rounded-md bg-pine-soft px-3.5 py-2.5 text-pine-text">
    <LoaderCircle aria-hidden className="size-4 shrink-0 animate-turn" />
    Redirecting to Billing Portal...
  </div>
);

const Failed = ({ message, reason, canChange }: PortalFailure & { canChange: boolean }) => (
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
  /** Null while it is not known. */
  subscription: Subscription | null;
  busy: boolean;
  onPortal: () => void;
  /** Changes to this plan without the portal. */
  onChange: (() => void) | undefined;
};

/** A plan beside the HOA's own: what moving there would mean, and the way to it. */
const BillingCard = ({ plan, subscription, busy, onPortal, onChange }: Props) => {
  const note = useId();
  const isCurrent = plan.name === subscription?.plan.name;
  return (
    <PlanCard
      plan={plan}
      badge={plan.name === 'growth' && <PlanTag look="pine">Most Popular</PlanTag>}
      note={<span id={note}>{subscription && noteOf(plan, subscription)}</span>}
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

const noteOf = ({ name, rank }: Plan, { plan, next_plan, current_period_end }: Subscription): string | null => {
  if (name === next_plan?.name && current_period_end) return `Your plan from ${formatDate(current_period_end)}`;
  if (name === plan.name) return null;
  return rank > PLANS[plan.name].rank
    ? 'Upgrade takes effect immediately'
    : 'Downgrade takes effect next billing cycle';
};

/** What the alert says, and the reason where one is known. */
type PortalFailure = { message: string; reason: string | undefined };

const FAILED = 'Failed to open billing portal. Please try again.';
const OFFLINE = 'You are offline: the billing portal needs a connection.';

/** Leads to the provider's billing portal. `opening` from the start, as that is what it is opened for; `failure` says why
 * it did not come to that. */
const usePortal = () => {
  const [opening, setOpening] = useState(true);
  const [failure, setFailure] = useState<PortalFailure | null>(null);
  const pressed = useRef(false);
  const open = useCallback(async () => {
    if (pressed.current) return;
    pressed.current = true;
    setOpening(true);
    setFailure(null);
    try {
      const { portal_url } = await api<{ portal_url: string }>('/api/subscriptions/create-billing-portal', {
        method: 'POST',
      });
      // In its place: going back from the portal leads past this page, which would only lead there again.
      location.replace(portal_url);
    } catch (error) {
      pressed.current = false;
      setOpening(false);
      setFailure({ message: FAILED, reason: reasonOf(error) });
    }
  }, []);
  return { open, opening, failure };
};

const reasonOf = (error: unknown): string | undefined =>
  isOnline() ? (error instanceof ApiError ? error.said : undefined) : OFFLINE;
