import { useEffect, useState } from 'react';
import { Redirect } from 'wouter';
import { lazyScreen, usePreload } from '../../ui/on-demand.ts';
import { AccountStep } from './account.tsx';
import { PlansStep } from './choose-plan.tsx';
import { discardExpired, useSignup } from './signup-store.ts';
import { resumePath, screenOf } from './state.ts';

// Only the card step needs Stripe's script.
const PaymentStep = lazyScreen(() => import('./payment.tsx'));
const NEXT = [PaymentStep];

const Signup = () => {
  const state = useSignup();
  const [resume] = useState(() => resumePath(state, Date.now()));
  useEffect(discardExpired, []);
  usePreload(NEXT);
  if (resume) return <Redirect to={resume} replace />;
  const screen = screenOf(state);
  if (screen === 'plans') return <PlansStep />;
  return screen === 'account' ? <AccountStep /> : <PaymentStep />;
};
export default Signup;
