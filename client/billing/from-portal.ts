import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useSearchParams } from '../location.ts';
import { paths } from '../paths.ts';
import { dropStanding, type Subscription } from './status.ts';
import { readSubscription } from './subscription.ts';

/** The plan there was when the portal was opened: part of its way back to /profile. */
const BEFORE = 'plan_before';

/** How the profile reads the subscription: as the provider has it now where the user comes back from the portal, sooner
 * than its webhook perhaps. Where the plan has changed there, the address says so. */
export const useReadAfterPortal = (): (() => Promise<Subscription>) => {
  const params = useSearchParams();
  const [path, navigate] = useLocation();
  const before = useRef(params.get(BEFORE));
  useEffect(() => {
    before.current = params.get(BEFORE) ?? before.current;
  }, [params]);
  return async () => {
    const was = before.current;
    if (was === null) return readSubscription();
    dropStanding();
    const subscription = await readSubscription({ fresh: true });
    before.current = null;
    const { name } = subscription.plan;
    // Whoever has gone on meanwhile stays where they are.
    if (location.pathname === path) navigate(name === was ? path : paths.planUpdated(name), { replace: true });
    return subscription;
  };
};
