import { useEffect } from 'react';
import { Redirect } from 'wouter';
import { paths } from '../paths.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { formatDateLong, formatLabel } from '../ui/format.ts';
import { NextSteps, QuestionsLine } from './next-steps.tsx';
import type { SignupState } from './state.ts';
import { StepScreen } from './step.tsx';
import { discardExpired, useSignup } from './store.ts';
import { useCountdown } from './use-countdown.ts';

/** /signup/complete: what was set up, and the way in. */
const Complete = () => {
  const state = useSignup();
  const { left, entering, enter } = useCountdown();
  useEffect(discardExpired, []);
  if (entering) return <Redirect to={paths.dashboard()} replace />;
  if (!state.completion) return <Redirect to={paths.signup()} replace />;
  return (
    <StepScreen step="complete" title="Your HOA is ready" subtitle="Welcome to Porchlight. This is what was set up.">
      <Summary {...state} />
      <NextSteps />
      <Button variant="primary" size="large" onClick={enter}>
        {left > 0 ? 'Enter Dashboard' : 'Entering Dashboard...'}
        {left > 0 && (
          <span aria-hidden className="num font-normal">
            ({left})
          </span>
        )}
      </Button>
      <QuestionsLine />
    </StepScreen>
  );
};
export default Complete;

const Summary = ({ account, plan, completion }: SignupState) => {
  const { user, hoa, subscription } = completion ?? {};
  const until = subscription?.trial_end;
  return (
    <Card>
      <Facts
        entries={[
          ['Name', user?.name ?? account.name],
          ['Email', user?.email ?? account.email],
          ['Role', <Badge key="role">Superadmin</Badge>],
          ['HOA name', hoa?.name ?? account.hoa_name],
          ['Plan', plan && formatLabel(plan.name)],
          ['Trial', 'Active (30 days)'],
          ['Next billing date', until ? formatDateLong(until) : 'In 30 days'],
        ]}
      />
    </Card>
  );
};
