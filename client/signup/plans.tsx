import { clsx } from 'clsx';
import { useEffect, useState } from 'react';
import type { Plan } from '../../schema/plans.ts';
import { TextLink } from '../auth/frame.tsx';
import { paths } from '../paths.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { fetchPlans } from './calls.ts';
import { failureOf } from './failure.tsx';
import { choosePlan } from './moves.ts';
import { PlanCard, PlanSkeletons } from './plan-card.tsx';
import { EveryPlan, FreeTrial } from './plan-extras.tsx';
import type { Failure } from './state.ts';
import { StepScreen } from './step.tsx';
import { change, knownEmail, useSignup } from './store.ts';

/** Step 1: which plan. Picking one goes on to the account. */
export const PlansStep = () => {
  const { plan: chosen, completion } = useSignup();
  const { plans, failure } = usePlans();
  return (
    <StepScreen
      wide
      step="plan_selection"
      title="Choose Your Plan"
      subtitle="Try any of them free for 30 days. Plans differ by the number of units you look after."
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
              onPick={() => change(choosePlan(plan))}
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
    fetchPlans(knownEmail()).then(setPlans, (error) => setFailure(failureOf(error, FAILED)));
  }, []);
  return { plans, failure };
};

const PlansFailed = ({ failure: { message, reason } }: { failure: Failure }) => (
  <Alert
    tone="error"
    title="Failed to Load Plans"
    actions={
      <Button size="small" onClick={() => location.reload()}>
        Try Again
      </Button>
    }
  >
    <p>{message}</p>
    {reason && <p>{reason}</p>}
  </Alert>
);

const AlreadySetUp = () => (
  <Alert
    tone="info"
    title="Your account is ready"
    actions={
      <LinkButton size="small" href={paths.signupHoaSetup()}>
        Continue setup
      </LinkButton>
    }
  >
    There is nothing left to pay for. You can change the plan later on your profile.
  </Alert>
);
