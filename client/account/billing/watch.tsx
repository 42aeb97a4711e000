import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Link, Redirect, useLocation } from 'wouter';
import { useOneTimeParam, useSearchParams } from '../../device/location.ts';
import { useUser } from '../../device/session.ts';
import { useOnline } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { formatDateLong, formatPrice } from '../../ui/format.ts';
import { local } from '../../ui/local-storage.ts';
import { PendingNotice } from '../../ui/progress.tsx';
import {
  cachedBillingStatus,
  clearBillingStatus,
  clearReactivationPending,
  fetchBillingStatus,
  isReactivationPending,
  markReactivationPending,
  readBillingStatus,
  type Subscription,
} from './model.ts';

const UNGUARDED = [paths.reactivation(), paths.support()];
const HOME = [paths.home(), paths.dashboard()];

/** Rendered beside every screen of a superadmin. Must never block: when nothing can be read, nothing happens. */
const BillingWatch = () => {
  const [path] = useLocation();
  return UNGUARDED.includes(path) ? null : <BillingNotices atHome={HOME.includes(path)} />;
};

export default BillingWatch;

const BillingNotices = ({ atHome }: { atHome: boolean }) => {
  const { pending, giveUp } = useReactivationPending();
  const status = useBillingStatus();
  const online = useOnline();
  if (pending) return <ReactivationProgress shown={atHome} onGiveUp={giveUp} />;
  // Offline, /reactivation is useless and everything else works.
  if (status?.needsReactivation && online) return <Redirect to={paths.reactivation()} replace />;
  return atHome && status?.subscription && <PlanNotice {...status.subscription} />;
};

const useReactivationPending = () => {
  const paid = useSearchParams().has('reactivated');
  const [pending, setPending] = useState(() => paid || isReactivationPending());
  useOneTimeParam('reactivated', () => {
    clearBillingStatus();
    markReactivationPending();
  });
  return { pending, giveUp: () => setPending(false) };
};

const useBillingStatus = () => {
  const { id } = useUser();
  const [status, setStatus] = useState(() => cachedBillingStatus(id));
  useEffect(() => {
    let current = true;
    const read = () => void readBillingStatus(id).then((next) => current && setStatus(next));
    read();
    addEventListener('online', read);
    return () => {
      current = false;
      removeEventListener('online', read);
    };
  }, [id]);
  return status;
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
    <PendingNotice title="Your subscription is being reactivated.">
      {late
        ? 'This is taking longer than usual. You can keep working; it will become active automatically.'
        : 'This usually takes a few seconds.'}
    </PendingNotice>
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
      const status = await fetchBillingStatus(id).catch(() => null);
      if (status?.needsReactivation === false) {
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

const DAY_MS = 86_400_000;
const TRIAL_NOTICE_DAYS = 7;

/** A dismissed notice stays away until its occasion changes. */
const PlanNotice = (subscription: Subscription) => {
  const { id } = useUser();
  const notice = noticeOf(subscription, new Date());
  const key = `porchlight.plan-notice-dismissed/${id}/${notice?.occasion}`;
  const [dismissed, setDismissed] = useState('');
  if (!notice || dismissed === key || local.get(key) !== null) return null;
  const dismiss = () => {
    local.set(key, '1');
    setDismissed(key);
  };
  return (
    <Alert tone={notice.tone} title={notice.title} onClose={dismiss}>
      {notice.text}{' '}
      <Link href={notice.href} className="inline-block font-semibold underline underline-offset-3">
        {notice.action}
      </Link>
    </Alert>
  );
};

type Notice = {
  occasion: string;
  tone: 'error' | 'info';
  title: string;
  text: ReactNode;
  action: string;
  href: string;
};

const noticeOf = (subscription: Subscription, now: Date): Notice | null => {
  const { status, plan, trial_end, current_period_end } = subscription;
  const occasion = `${status}/${current_period_end}`;
  if (status === 'past_due')
    return {
      occasion,
      tone: 'error',
      title: 'Your last payment did not go through',
      text: 'Please update your card to keep your subscription.',
      action: 'Update card',
      href: paths.planSelection(),
    };
  if (status === 'trialing' && trial_end && Date.parse(trial_end) - now.getTime() < TRIAL_NOTICE_DAYS * DAY_MS)
    return {
      occasion,
      tone: 'info',
      title: `Your free trial ends on ${formatDateLong(trial_end)}`,
      text: `Your ${plan.display_name} plan will then continue at ${formatPrice(plan.price_cents)} per month.`,
      action: 'Subscription',
      href: paths.profile(),
    };
  if (status === 'canceled' && current_period_end && Date.parse(current_period_end) > now.getTime())
    return {
      occasion,
      tone: 'info',
      title: `Your subscription ends on ${formatDateLong(current_period_end)}`,
      text: 'Everything keeps working until then.',
      action: 'Subscription',
      href: paths.profile(),
    };
  return null;
};
