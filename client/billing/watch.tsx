import { LoaderCircle } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useSearchParams } from '../location.ts';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { useOnline } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import {
  cachedBillingStatus,
  clearBillingStatus,
  clearReactivationPending,
  fetchBillingStatus,
  isReactivationPending,
  markReactivationPending,
  readBillingStatus,
} from './model.ts';
import { PlanNotice } from './notice.tsx';

const UNGUARDED = [paths.reactivation(), paths.support()];
const HOME = [paths.home(), paths.dashboard()];

/** Rendered beside every screen of a superadmin. Must never block: when nothing can be read, nothing happens. */
const BillingWatch = () => {
  const [path] = useLocation();
  return UNGUARDED.includes(path) ? null : <BillingNotices atHome={HOME.includes(path)} />;
};

export default BillingWatch;

const BillingNotices = ({ atHome }: { atHome: boolean }) => {
  const { awaited: pending, giveUp } = useReactivationPending();
  const standing = useBillingStatus();
  const online = useOnline();
  if (pending) return <ReactivationProgress shown={atHome} onGiveUp={giveUp} />;
  // Offline, /reactivation is useless and everything else works.
  if (standing?.needsReactivation && online) return <Redirect to={paths.reactivation()} replace />;
  return atHome && standing?.subscription && <PlanNotice {...standing.subscription} />;
};

/** Reads ?reactivated=1 once and removes it from the address. */
const useReactivationPending = () => {
  const [path, navigate] = useLocation();
  const isBack = useSearchParams().has('reactivated');
  const [awaited, setPending] = useState(() => isBack || isReactivationPending());
  useEffect(() => {
    if (!isBack) return;
    clearBillingStatus();
    markReactivationPending();
    navigate(path, { replace: true });
  }, [isBack, path, navigate]);
  return { awaited, giveUp: () => setPending(false) };
};

const useBillingStatus = () => {
  const { id } = useUser();
  const [standing, setStanding] = useState(() => cachedBillingStatus(id));
  useEffect(() => {
    let current = true;
    const read = () => void readBillingStatus(id).then((now) => current && setStanding(now));
    read();
    addEventListener('online', read);
    return () => {
      current = false;
      removeEventListener('online', read);
    };
  }, [id]);
  return standing;
};

const FAST_POLL_MS = 2000;
const SLOW_POLL_MS = 15_000;
const FAST_POLLS = 20;

const ReactivationProgress = ({ shown, onGiveUp }: { shown: boolean; onGiveUp: () => void }) => {
  const { isActive, late } = usePolling(onGiveUp);
  const [dismissed, setDismissed] = useState(false);
  if (!shown || dismissed) return null;
  if (isActive)
    return (
      <Alert tone="success" title="Welcome back!" onClose={() => setDismissed(true)}>
        Your subscription is active again.
      </Alert>
    );
  return (
    <div role="status" className="flex items-start gap-2.5 rounded-md bg-pine-soft px-3.5 py-2.5 text-pine-text">
      <LoaderCircle aria-hidden className="mt-0.5 size-4 shrink-0 animate-turn" />
      <p>
        <span className="font-semibold">Your subscription is being reactivated.</span>{' '}
        {late
          ? 'It takes longer than usual. You can go on working; it becomes active by itself.'
          : 'This usually takes a few seconds.'}
      </p>
    </div>
  );
};

const usePolling = (onGiveUp: () => void) => {
  const { id } = useUser();
  const [polls, setPolls] = useState(0);
  const [isActive, setActive] = useState(false);
  const giveUp = useEffectEvent(onGiveUp);
  useEffect(() => {
    if (isActive) return;
    const poll = async () => {
      const standing = await fetchBillingStatus(id).catch(() => null);
      if (standing?.needsReactivation === false) {
        clearReactivationPending();
        setActive(true);
      } else if (polls > 0 && !isReactivationPending()) giveUp();
      else setPolls(polls + 1);
    };
    const timer = setTimeout(poll, polls === 0 ? 0 : polls < FAST_POLLS ? FAST_POLL_MS : SLOW_POLL_MS);
    return () => clearTimeout(timer);
  }, [id, polls, isActive]);
  return { isActive, late: polls >= FAST_POLLS };
};
