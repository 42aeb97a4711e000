import type { ReactNode } from 'react';
import type { SubscriptionStatus } from '../../../schema/billing.ts';
import { HAS_PAYMENTS } from '../../config.ts';
import { isOnline } from '../../device/http.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatDate, formatDateLong, formatLabel, formatPrice } from '../../ui/format.ts';
import type { Subscription as SubscriptionData } from './model.ts';
import { useSubscription, useSubscriptionReader } from './model.ts';

const TONES: Record<SubscriptionStatus, Tone> = { trialing: 'blue', active: 'ok', past_due: 'warn', canceled: 'bad' };

/** Fetched from the server, because subscriptions are not synced. */
export const Subscription = () => (HAS_PAYMENTS ? <FetchedSubscription /> : null);

const FetchedSubscription = () => {
  const { state, retry } = useSubscription(useSubscriptionReader());
  return (
    <Card title="Subscription">
      {state === 'loading' && <Loading />}
      {state === 'failed' && <Unavailable onRetry={retry} />}
      {state === 'none' && <p className="text-ink-2">Your HOA has no subscription.</p>}
      {typeof state === 'object' && <SubscriptionDetails {...state} />}
    </Card>
  );
};

const SubscriptionDetails = (subscription: SubscriptionData) => {
  const { plan, status, next_plan, current_period_end } = subscription;
  return (
    <div className="grid gap-4">
      {status === 'past_due' && (
        <Alert tone="error" title="Your last payment did not go through">
          Please update your card in the billing portal to keep your subscription.
        </Alert>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2.5">
        <Fact term="Plan">{plan.display_name}</Fact>
        <Fact term="Status">
          <Badge tone={TONES[status]}>{formatLabel(status)}</Badge>
        </Fact>
        <Fact term="Price">{`${formatPrice(plan.price_cents)} per month`}</Fact>
        {status === 'canceled' ? <CanceledFacts {...subscription} /> : <RunningFacts {...subscription} />}
      </dl>
      {next_plan && (
        <p className="rounded-md bg-sunk px-3 py-2 text-ink-2">
          Changes to the {next_plan.display_name} plan ({formatPrice(next_plan.price_cents)} per month)
          {current_period_end ? ` on ${formatDateLong(current_period_end)}.` : ' at the next billing cycle.'}
        </p>
      )}
      {status === 'canceled' ? (
        <Canceled {...subscription} />
      ) : (
        <LinkButton href={paths.planSelection()} className="justify-self-start">
          Manage Subscription
        </LinkButton>
      )}
    </div>
  );
};

const RunningFacts = ({ status, trial_end, current_period_end }: SubscriptionData) => {
  if (status === 'trialing' && trial_end) return <Fact term="Trial ends">{formatDateLong(trial_end)}</Fact>;
  // While a payment is missing, the next billing date would mislead.
  if (status === 'past_due' || !current_period_end) return null;
  return <Fact term="Next billing date">{formatDateLong(current_period_end)}</Fact>;
};

const CanceledFacts = ({ canceled_at, current_period_end, cancellation_reason }: SubscriptionData) => (
  <>
    {canceled_at && <Fact term="Canceled">{formatDate(canceled_at)}</Fact>}
    {current_period_end && (
      <Fact term={isOver(current_period_end) ? 'Access ended' : 'Access expires'}>
        {formatDate(current_period_end)}
      </Fact>
    )}
    <Fact term="Reason">{cancellation_reason ?? 'None given'}</Fact>
  </>
);

const Canceled = ({ current_period_end }: SubscriptionData) =>
  current_period_end && !isOver(current_period_end) ? (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-2">Everything keeps working until then, and you can still undo the cancellation.</p>
      <LinkButton href={paths.planSelection()}>Renew Subscription</LinkButton>
    </div>
  ) : (
    <LinkButton variant="primary" href={paths.reactivation()} className="justify-self-start">
      Reactivate
    </LinkButton>
  );

const isOver = (instant: string): boolean => Date.parse(instant) <= Date.now();

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3">{term}</dt>
    <dd className="num [overflow-wrap:anywhere]">{children}</dd>
  </>
);

const Unavailable = ({ onRetry }: { onRetry: () => void }) => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    <p role="status" className="text-ink-2">
      {isOnline()
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
