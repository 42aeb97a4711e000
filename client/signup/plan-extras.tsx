import { CalendarHeart } from 'lucide-react';
import { COMMON_FEATURES, TRIAL_DAYS } from '../../schema/plans.ts';
import { Card } from '../ui/card.tsx';
import { Included } from './plan-card.tsx';

/** What no plan lacks. */
export const EveryPlan = () => (
  <Card title="Every plan includes">
    <ul className="grid grid-cols-2 gap-x-4 gap-y-1.5 text-ink-2">
      {COMMON_FEATURES.map((feature) => (
        <Included key={feature}>{feature}</Included>
      ))}
    </ul>
  </Card>
);

export const FreeTrial = () => (
  <section className="grid content-start gap-1.5 rounded-lg bg-pine-soft px-4 py-3.5 text-pine-text">
    <h2 className="flex items-center gap-2 font-semibold">
      <CalendarHeart aria-hidden className="size-4" strokeWidth={2.1} />
      {TRIAL_DAYS}-day free trial
    </h2>
    <p>A payment method is needed to start, but nothing is charged until the trial ends. Cancel at any time.</p>
  </section>
);
