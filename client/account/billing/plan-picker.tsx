import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import { PLANS, PLANS_FOR_SALE, type PlanName } from '../../../schema/plans.ts';
import { ApiError, api } from '../../device/api.ts';
import { useRows } from '../../device/store.ts';
import { useRedirect } from '../../forms/submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { providerFailure } from './model.ts';
import { PlanCard, PlanTag } from './plan-card.tsx';

const PLAN_REQUIRED = 'Please select a plan to continue.';

type Props = { previous: PlanName; online: boolean; onConflict: () => void };

export const PlanPicker = ({ previous, online, onConflict }: Props) => {
  const [chosen, setChosen] = useState<PlanName | null>(null);
  const [planMissing, setPlanMissing] = useState(false);
  const plans = useRef<HTMLFieldSetElement>(null);
  const { start, busy, failure } = useCheckout(onConflict);
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
      <SubmitRow chosen={chosen} busy={busy} online={online} onSubmit={submit} />
    </>
  );
};

type SubmitRowProps = { chosen: PlanName | null; busy: boolean; online: boolean; onSubmit: () => unknown };

const SubmitRow = ({ chosen, busy, online, onSubmit }: SubmitRowProps) => (
  <div className="-mx-4 sticky bottom-0 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t bg-paper px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] min-[92rem]:-mx-7 min-[92rem]:px-7">
    <Button variant="primary" size="large" busy={busy} disabled={!online} onClick={onSubmit} className="max-md:w-full">
      {busy ? 'Opening Checkout…' : chosen ? `Reactivate with ${PLANS[chosen].display_name}` : 'Reactivate'}
    </Button>
    <p className="text-ink-3 text-sm">
      You’ll pay on our payment provider’s secure page. You can change or cancel your plan at any time.
    </p>
  </div>
);

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
      note={isSmall ? `Your community has ${units} units, so you’ll be moved up to a plan that fits.` : undefined}
    >
      <Button size="large" {...(chosen && { icon: Check })} aria-pressed={chosen}>
        {chosen ? `${plan.display_name} Chosen` : `Choose ${plan.display_name}`}
      </Button>
    </PlanCard>
  );
};

const FAILED = 'Failed to start reactivation process. Please try again.';
const OFFLINE = 'You are offline. You need a connection to reactivate.';

/** A 409 may mean that another device has reactivated already; `onConflict` checks. */
const useCheckout = (onConflict: () => void) => {
  const { redirect, busy, failure } = useRedirect((error) => providerFailure(error, FAILED, OFFLINE));
  const start = (planName: PlanName) =>
    redirect(() =>
      createCheckout(planName).catch((error) => {
        if (error instanceof ApiError && error.status === 409) onConflict();
        throw error;
      }),
    );
  return { start, busy, failure };
};

const createCheckout = async (planName: PlanName): Promise<string> => {
  const call = { method: 'POST', body: { planName } };
  const { checkout_url } = await api<{ checkout_url: string }>('/api/subscriptions/create-reactivation-checkout', call);
  return checkout_url;
};
