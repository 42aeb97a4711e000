import { useLocation } from 'wouter';
import { PLANS, type Plan, type PlanName } from '../../../schema/plans.ts';
import { api, messageOf } from '../../device/api.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatDateLong, formatPrice } from '../../ui/format.ts';
import { useLast } from '../../ui/frozen.ts';
import { toast } from '../../ui/toast.tsx';
import { clearBillingStatus, type Subscription } from './model.ts';

const FAILED = 'Failed to change the plan. Please try again.';

type Props = {
  subscription: Subscription;
  to: PlanName | null;
  onClose: () => void;
  onError: (message: string) => void;
};

export const ChangeDialog = ({ subscription, to, onClose, onError }: Props) => {
  const [, navigate] = useLocation();
  // Keeps its text while it closes.
  const plan = PLANS[useLast(to) ?? 'starter'];
  const verb = changeVerb(plan, subscription);
  const change = async () => {
    try {
      const body = { planName: plan.name };
      const updated = await api<Subscription>('/api/subscriptions/update-plan', { method: 'POST', body });
      clearBillingStatus();
      navigate(updated.plan.name === subscription.plan.name ? paths.profile() : paths.planUpdated(updated.plan.name));
      if (updated.next_plan)
        void toast(`Your plan will change to ${updated.next_plan.display_name} at the next billing cycle`);
    } catch (failure) {
      onError(messageOf(failure, FAILED));
    }
  };
  return (
    <ConfirmDialog
      open={to !== null}
      onClose={onClose}
      title={`${verb}?`}
      variant="primary"
      confirm={verb}
      busyLabel="Changing…"
      onConfirm={change}
    >
      <ChangeSummary plan={plan} subscription={subscription} />
    </ConfirmDialog>
  );
};

const ChangeSummary = ({ plan, subscription }: { plan: Plan; subscription: Subscription }) => {
  const units = useRows('address').all.length;
  const { plan: oldPlan, status, current_period_end } = subscription;
  const price = `${formatPrice(plan.price_cents)} per month`;
  if (plan.name === oldPlan.name) return <p>{`Your HOA will stay on the ${plan.display_name} plan, at ${price}.`}</p>;
  if (plan.rank > PLANS[oldPlan.name].rank)
    return (
      <p>
        Upgrade takes effect immediately. Your HOA moves to the {plan.display_name} plan right away, at {price} instead
        of {formatPrice(oldPlan.price_cents)}.{' '}
        {status === 'trialing'
          ? 'You won’t be charged until your free trial ends.'
          : 'The difference for the remaining days will be on your next bill.'}
      </p>
    );
  return (
    <>
      <p>
        Downgrade takes effect next billing cycle{current_period_end && `, on ${formatDateLong(current_period_end)}`}:
        your HOA keeps the {oldPlan.display_name} plan until then and moves to the {plan.display_name} plan at {price}{' '}
        after that.
      </p>
      {plan.max_units !== null && units > plan.max_units && (
        <p>
          Your community has {units} units and this plan covers up to {plan.max_units}, so it would be moved up to a
          plan that fits.
        </p>
      )}
    </>
  );
};

/** "Switch to Growth", or "Keep Growth" to cancel a downgrade. */
export const changeVerb = ({ name, display_name }: Plan, { plan }: Subscription): string =>
  name === plan.name ? `Keep ${display_name}` : `Switch to ${display_name}`;
