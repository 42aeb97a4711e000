import { useId } from 'react';
import { PLANS, type Plan } from '../../schema/plans.ts';
import { Button } from '../ui/button.tsx';
import { formatDate } from '../ui/format.ts';
import { PlanCard, PlanTag } from './plan-card.tsx';
import type { Subscription } from './status.ts';

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
export const BillingCard = ({ plan, subscription, busy, onPortal, onChange }: Props) => {
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
        <Button look={onChange ? 'plain' : 'go'} disabled={busy} aria-describedby={note} onClick={onPortal}>
          Update Billing Information
        </Button>
      )}
      {onChange && subscription && canChange(plan, subscription) && (
        <Button look={isCurrent ? 'plain' : 'go'} aria-describedby={note} onClick={onChange}>
          {changeVerb(plan, subscription)}
        </Button>
      )}
    </PlanCard>
  );
};

/** "Switch to Growth", or "Keep Growth" where a smaller plan was to follow. */
export const changeVerb = ({ name, display_name }: Plan, { plan }: Subscription): string =>
  name === plan.name ? `Keep ${display_name}` : `Switch to ${display_name}`;

const canChange = ({ name }: Plan, { plan, next_plan, status }: Subscription) =>
  status !== 'canceled' && name !== (next_plan ?? plan).name;

const noteOf = ({ name, rank }: Plan, { plan, next_plan, current_period_end }: Subscription): string | null => {
  if (name === next_plan?.name && current_period_end) return `Your plan from ${formatDate(current_period_end)}`;
  if (name === plan.name) return null;
  return rank > PLANS[plan.name].rank
    ? 'Upgrade takes effect immediately'
    : 'Downgrade takes effect next billing cycle';
};
