import { useEffect, useState } from 'react';
import type { SubscriptionStatus } from '../../schema/billing.ts';
import { api } from '../api.ts';
import { paths } from '../paths.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { formatDate, formatLabel, formatPrice } from '../ui/format.ts';

/** What GET /api/subscriptions/status answers. Instants are ISO 8601. */
type Status = {
  plan: { name: string; price_cents: number };
  status: SubscriptionStatus;
  canceled_at: string | null;
  current_period_end: string | null;
  cancellation_reason: string | null;
};

const TONES: Record<SubscriptionStatus, Tone> = { trialing: 'blue', active: 'ok', past_due: 'warn', canceled: 'bad' };

/** The HOA's subscription, for the superadmin. It is asked of the server, as no device keeps it. */
export const Subscription = () => {
  const { status, retry } = useStatus();
  return (
    <Card title="Subscription">
      {status === 'loading' && <Loading />}
      {status === 'failed' && <Unavailable onRetry={retry} />}
      {typeof status === 'object' && <Shown {...status} />}
    </Card>
  );
};

const useStatus = () => {
  const [status, setStatus] = useState<Status | 'loading' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    let current = true;
    setStatus('loading');
    const tell = (answer: typeof status) => current && setStatus(answer);
    void api<Status | null>('/api/subscriptions/status').then(
      (answer) => tell(answer?.plan ? answer : 'failed'),
      () => tell('failed'),
    );
    return () => {
      current = false;
    };
  }, [attempt]);
  return { status, retry: () => setAttempt((count) => count + 1) };
};

const Shown = ({ plan, status, canceled_at, current_period_end, cancellation_reason }: Status) => (
  <div className="grid gap-4">
    <Facts
      entries={[
        ['Plan', formatLabel(plan.name)],
        [
          'Status',
          <Badge key="status" tone={TONES[status]}>
            {formatLabel(status)}
          </Badge>,
        ],
        ['Price', <span key="price" className="num">{`${formatPrice(plan.price_cents)} per month`}</span>],
        ...(status === 'canceled'
          ? ([
              ['Canceled', canceled_at && formatDate(canceled_at)],
              ['Access until', current_period_end && formatDate(current_period_end)],
              ['Reason', cancellation_reason],
            ] as const)
          : []),
      ]}
    />
    {status !== 'canceled' && (
      <LinkButton href={paths.planSelection()} className="justify-self-start">
        Manage Subscription
      </LinkButton>
    )}
  </div>
);

const Unavailable = ({ onRetry }: { onRetry: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    <p role="status" className="text-ink-2">
      {navigator.onLine
        ? 'Your subscription is not available right now.'
        : 'You are offline. Your subscription is not available until you are back online.'}
    </p>
    <Button size="small" onClick={onRetry}>
      Try Again
    </Button>
  </div>
);

const Loading = () => (
  <div aria-busy="true" className="grid gap-3 py-1.5">
    <span className="sr-only">Loading...</span>
    {[0, 1, 2].map((row) => (
      <i key={row} aria-hidden className="h-2.5 w-2/3 animate-breathe rounded-sm bg-grey-soft" />
    ))}
  </div>
);
