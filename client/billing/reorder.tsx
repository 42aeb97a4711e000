import { Check } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { PLANS, type PlanName } from '../../schema/plans.ts';
import { ApiError, api } from '../api.ts';
import { isOnline } from '../http.ts';
import { useRows } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { PLANS_FOR_SALE, PlanCard, PlanTag } from './plan-card.tsx';

const PLAN_REQUIRED = 'Please select a plan to continue.';

export const PlanPicker = ({
  previous,
  online,
  onRefused,
}: {
  previous: PlanName;
  online: boolean;
  onRefused: () => void;
}) => {
  const [chosen, setChosen] = useState<PlanName | null>(null);
  const [planMissing, setPlanMissing] = useState(false);
  const plans = useRef<HTMLFieldSetElement>(null);
  const { start, busy, failure } = useCheckout(onRefused);
  const choose = (name: PlanName) => {
    setChosen(name);
    setPlanMissing(false);
  };
  const submit = () => {
    if (chosen) return start(chosen);
    setPlanMissing(true);
    plans.current?.querySelector('button')?.focus();
  };
  return (
    <>
      <fieldset ref={plans} aria-label="Plans" className="grid gap-4.5 md:grid-cols-3">
        {PLANS_FOR_SALE.map(({ name }) => (
          <PlanChoice key={name} name={name} chosen={chosen === name} previous={previous === name} onChoose={choose} />
        ))}
      </fieldset>
      {(failure || planMissing) && (
        <Alert tone="error" {...(failure?.reason && { title: failure.message })}>
          {planMissing ? PLAN_REQUIRED : (failure?.reason ?? failure?.message)}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          variant="primary"
          size="large"
          busy={busy}
          disabled={!online}
          onClick={submit}
          className="max-md:w-full"
        >
          {busy ? 'Opening checkout...' : chosen ? `Reactivate with ${PLANS[chosen].display_name}` : 'Reactivate'}
        </Button>
        <p className="text-ink-3 text-sm">
          You pay on a secure page of our payment provider. You can change or cancel the plan at any time.
        </p>
      </div>
    </>
  );
};

type ChoiceProps = { name: PlanName; chosen: boolean; previous: boolean; onChoose: (name: PlanName) => void };

const PlanChoice = ({ name, chosen, previous, onChoose }: ChoiceProps) => {
  const plan = PLANS[name];
  const units = useRows('address').all.length;
  const isSmall = plan.max_units !== null && units > plan.max_units;
  return (
    <PlanCard
      plan={plan}
      chosen={chosen}
      onPress={() => onChoose(name)}
      badge={previous && <PlanTag>Previous plan</PlanTag>}
      note={isSmall ? `Your community has ${units} units: the plan moves up to the one that fits.` : undefined}
    >
      <Button size="large" {...(chosen && { icon: Check })} aria-pressed={chosen}>
        {chosen ? `${plan.display_name} chosen` : `Choose ${plan.display_name}`}
      </Button>
    </PlanCard>
  );
};

const FAILED = 'Failed to start reactivation process. Please try again.';
const OFFLINE = 'You are offline: reactivating needs a connection.';
type CheckoutError = { message: string; reason: string | undefined };

/** A 409 may mean that another device has reactivated already; `onRefused` checks. */
const useCheckout = (onRefused: () => void) => {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CheckoutError | null>(null);
  const busyRef = useRef(false);
  const end = (why: CheckoutError | null) => {
    busyRef.current = false;
    setBusy(false);
    setFailure(why);
  };
  usePageRestored(() => end(null));
  const start = async (planName: PlanName) => {
    if (busyRef.current) return;
    busyRef.current = true;
    setBusy(true);
    setFailure(null);
    try {
      const body = { planName };
      const path = '/api/subscriptions/create-reactivation-checkout';
      location.assign((await api<{ checkout_url: string }>(path, { method: 'POST', body })).checkout_url);
    } catch (error) {
      end({ message: FAILED, reason: reasonOf(error) });
      if (error instanceof ApiError && error.status === 409) onRefused();
    }
  };
  return { start, busy, failure };
};

/** Going back from the checkout may restore the page from the cache in its busy state. */
const usePageRestored = (back: () => void) => {
  const show = useEffectEvent((event: PageTransitionEvent) => event.persisted && back());
  useEffect(() => {
    addEventListener('pageshow', show);
    return () => removeEventListener('pageshow', show);
  }, []);
};

const reasonOf = (error: unknown): string | undefined =>
  isOnline() ? (error instanceof ApiError ? error.said : undefined) : OFFLINE;
