import { clsx } from 'clsx';
import { CalendarHeart } from 'lucide-react';
import { useEffect, useState } from 'react';
import { COMMON_FEATURES, type Plan, TRIAL_DAYS } from '../../../schema/plans.ts';
import { HAS_SIGNUP, SUPPORT_EMAIL } from '../../config.ts';
import type { Failure } from '../../forms/failure.tsx';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RetryAlert } from '../../ui/retry-alert.tsx';
import { Frame, TextLink } from '../auth/parts.tsx';
import { fetchPlans } from './calls.ts';
import { failureOf, StepScreen } from './parts.tsx';
import { Included, PlanCard, PlanSkeletons } from './plan-card.tsx';
import { dispatch, initialEmail, useSignup } from './signup-store.ts';
import { choosePlan } from './transitions.ts';

export const PlansStep = () => (HAS_SIGNUP ? <OpenPlansStep /> : <ClosedStep />);

/** Only the operator of the server makes associations there. */
const ClosedStep = () => (
  <Frame title="New HOAs" subtitle="New HOAs are set up by the operator of this server.">
    <p className="text-ink-2">
      Write to{' '}
      <a href={`mailto:${SUPPORT_EMAIL}`} className="text-pine-text underline underline-offset-3">
        {SUPPORT_EMAIL}
      </a>{' '}
      to get one for your association.
    </p>
    <TextLink href={paths.login()}>Already have an account? Sign in</TextLink>
  </Frame>
);

const OpenPlansStep = () => {
  const { plan: chosen, completion } = useSignup();
  const { plans, failure } = usePlans();
  return (
    <StepScreen
      wide
      step="plan_selection"
      title="Choose Your Plan"
      subtitle="Try any of them free for 30 days. Plans differ by the number of units you manage."
    >
      {completion && <AlreadySetUp />}
      {failure && <PlansFailed failure={failure} />}
      {!plans && !failure && <PlanSkeletons />}
      {plans && (
        <ul className={clsx('grid gap-4', plans.length > 3 ? 'md:grid-cols-2' : 'md:auto-cols-fr md:grid-flow-col')}>
          {plans.map((plan, at) => (
            <PlanCard
              key={plan.name}
              plan={plan}
              below={plans[at - 1]}
              selected={plan.name === chosen?.name}
              onPick={() => dispatch(choosePlan(plan))}
            />
          ))}
        </ul>
      )}
      <div className="grid gap-4 md:grid-cols-[1.7fr_1fr]">
        <EveryPlan />
        <FreeTrial />
      </div>
      <TextLink href={paths.login()}>Already have an account? Sign in</TextLink>
    </StepScreen>
  );
};

const FAILED = 'Failed to load subscription plans. Please refresh the page.';

const usePlans = () => {
  const [plans, setPlans] = useState<Plan[]>();
  const [failure, setFailure] = useState<Failure>();
  useEffect(() => {
    fetchPlans(initialEmail()).then(setPlans, (error) => setFailure(failureOf(error, FAILED)));
  }, []);
  return { plans, failure };
};

const PlansFailed = ({ failure: { message, reason } }: { failure: Failure }) => (
  <RetryAlert title="Failed to Load Plans">
    <p>{message}</p>
    {reason && <p>{reason}</p>}
  </RetryAlert>
);

const AlreadySetUp = () => (
  <Alert
    tone="info"
    title="Your account is ready"
    actions={
      <LinkButton size="small" href={paths.signupHoaSetup()}>
        Continue Setup
      </LinkButton>
    }
  >
    You’ve already set up payment. You can change the plan later on your profile.
  </Alert>
);

const EveryPlan = () => (
  <Card title="Every Plan Includes">
    <ul className="grid grid-cols-2 gap-x-4 gap-y-1.5 text-ink-2">
      {COMMON_FEATURES.map((feature) => (
        <Included key={feature}>{feature}</Included>
      ))}
    </ul>
  </Card>
);

const FreeTrial = () => (
  <section className="grid content-start gap-1.5 rounded-lg bg-pine-soft px-4 py-3.5 text-pine-text">
    <h2 className="flex items-center gap-2 font-semibold">
      <CalendarHeart aria-hidden className="size-4" strokeWidth={2.1} />
      {TRIAL_DAYS}-Day Free Trial
    </h2>
    <p>A payment method is needed to start, but nothing is charged until the trial ends. Cancel at any time.</p>
  </section>
);
