import { House, LayoutDashboard, type LucideIcon, Users } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Redirect } from 'wouter';
import { SUPPORT_EMAIL } from '../../config.ts';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { formatDateLong, formatLabel } from '../../ui/format.ts';
import { StepScreen } from './parts.tsx';
import { clearSignup, discardExpired, openHeldSession, useSignup } from './signup-store.ts';
import type { SignupState } from './state.ts';

const Complete = () => {
  const state = useSignup();
  const { left, isOver, skip } = useCountdown();
  useEffect(discardExpired, []);
  if (isOver) return <Redirect to={paths.dashboard()} replace />;
  if (!state.completion) return <Redirect to={paths.signup()} replace />;
  return (
    <StepScreen step="complete" title="Your HOA Is Ready" subtitle="Welcome to Porchlight. Here is what we set up.">
      <Summary {...state} />
      <NextSteps />
      <Button variant="primary" size="large" onClick={skip}>
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

const STEPS: readonly (readonly [icon: LucideIcon, title: string, hint: string])[] = [
  [House, 'Add addresses', 'The homes and units of your community'],
  [Users, 'Invite users', 'Residents and other board members'],
  [LayoutDashboard, 'Start managing', 'Announcements, requests, dues and more'],
];

const NextSteps = () => (
  <Card title="Next Steps">
    <ol className="grid gap-3">
      {STEPS.map(([Icon, title, hint]) => (
        <li key={title} className="flex items-start gap-3">
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-pine-text" strokeWidth={2} />
          <span>
            <span className="block font-medium">{title}</span>
            <span className="block text-ink-3 text-sm">{hint}</span>
          </span>
        </li>
      ))}
    </ol>
  </Card>
);

const QuestionsLine = () => (
  <p className="text-center text-ink-2">
    Questions? Write to{' '}
    <a href={`mailto:${SUPPORT_EMAIL}`} className="text-pine-text underline underline-offset-3">
      {SUPPORT_EMAIL}
    </a>
  </p>
);

const SECONDS = 5;
const BUSY_LABEL_MS = 300;

/** `skip` ends the countdown. Opening the app clears the stored signup. */
const useCountdown = () => {
  const [left, setLeft] = useState(SECONDS);
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const leave = () => {
      setIsOver(true);
      openHeldSession();
      clearSignup();
    };
    const timer = left > 0 ? setTimeout(() => setLeft(left - 1), 1000) : setTimeout(leave, BUSY_LABEL_MS);
    return () => clearTimeout(timer);
  }, [left]);
  return { left, isOver, skip: useCallback(() => setLeft(0), []) };
};
