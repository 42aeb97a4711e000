import { ArrowLeft, LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PlanName } from '../../schema/plans.ts';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { SUPPORT_EMAIL } from '../shell/support-email.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { PageHeader } from '../ui/page.tsx';
import { BillingCard } from './billing-card.tsx';
import { ChangeDialog } from './change-dialog.tsx';
import { SOLD } from './plan-card.tsx';
import { type PortalFailure, usePortal } from './portal.ts';
import { learnStanding } from './status.ts';
import { useSubscription } from './subscription.ts';

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
