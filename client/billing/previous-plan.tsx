import { Card } from '../ui/card.tsx';
import { formatDate, formatPrice } from '../ui/format.ts';
import type { Subscription } from './status.ts';

/** What the HOA had until now. */
export const PreviousPlan = ({ plan, canceled_at, cancellation_reason }: Subscription) => (
  <Card title="Previous subscription">
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 md:grid-cols-[auto_auto_auto_minmax(0,1fr)] md:gap-x-12">
      <Fact term="Plan" value={plan.display_name} />
      <Fact term="Price" value={`${formatPrice(plan.price_cents)} per month`} />
      <Fact term="Canceled" value={canceled_at ? formatDate(canceled_at) : 'Not known'} />
      <Fact term="Reason" value={cancellation_reason ?? 'None given'} />
    </dl>
  </Card>
);

const Fact = ({ term, value }: { term: string; value: string }) => (
  <div className="min-w-0">
    <dt className="text-ink-3 text-sm">{term}</dt>
    <dd className="num font-medium [overflow-wrap:anywhere]">{value}</dd>
  </div>
);
