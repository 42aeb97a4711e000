import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useUser } from '../../device/session.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { formatDateLong, formatPrice } from '../../ui/format.ts';
import { local } from '../../ui/local-storage.ts';
import type { Subscription } from './model.ts';

const DAY_MS = 86_400_000;
const TRIAL_NOTICE_DAYS = 7;

/** A dismissed notice stays away until its occasion changes. */
export const PlanNotice = (subscription: Subscription) => {
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
