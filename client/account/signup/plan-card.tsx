import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type Plan, unitsOf } from '../../../schema/plans.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatPrice } from '../../ui/format.ts';

type Props = { plan: Plan; below: Plan | undefined; selected: boolean; onPick: () => void };

/** `below` is the next smaller plan: only features that it lacks are listed. */
export const PlanCard = ({ plan, below, selected, onPick }: Props) => (
  <li
    className={clsx(
      'grid content-start gap-4 rounded-lg border bg-card p-5 shadow-card',
      selected ? 'border-pine ring-1 ring-pine' : 'border-line',
    )}
  >
    <div>
      <div className="flex min-h-5.5 items-center justify-between gap-2">
        <h2 className="font-semibold text-lg">{plan.display_name}</h2>
        {selected && <Badge tone="ok">Selected</Badge>}
      </div>
      {plan.audience && <p className="text-ink-3">{plan.audience}</p>}
    </div>
    <p className="flex items-baseline gap-1.5">
      <span className="num font-[620] text-[2rem] leading-none tracking-[-0.03em]">
        {formatPrice(plan.price_cents)}
      </span>
      <span className="text-ink-2">per month</span>
    </p>
    <p className="rounded-md bg-sunk px-3 py-2 font-medium">{unitsOf(plan)}</p>
    <Button variant={selected ? 'primary' : 'secondary'} size="large" aria-pressed={selected} onClick={onPick}>
      {selected ? `Continue with ${plan.display_name}` : `Choose ${plan.display_name}`}
    </Button>
    <Features plan={plan} below={below} />
  </li>
);

const Features = ({ plan, below }: { plan: Plan; below: Plan | undefined }) => {
  const included = below?.features ?? [];
  const more = (plan.features ?? []).filter((feature) => !included.includes(feature));
  const isMore = below !== undefined && included.length > 0 && more.length < plan.features.length;
  return (
    <div className="grid gap-2 text-ink-2">
      {isMore && more.length > 0 && <p className="font-medium text-ink">Everything in {below.display_name}, and</p>}
      {isMore && more.length === 0 && <p className="font-medium text-ink">Everything in {below.display_name}</p>}
      <ul className="grid gap-1.5">
        {more.map((feature) => (
          <Included key={feature}>{feature}</Included>
        ))}
      </ul>
    </div>
  );
};

export const Included = ({ children }: { children: string }) => (
  <li className="flex items-start gap-2">
    <Check aria-hidden className="mt-0.75 size-3.5 shrink-0 text-pine-text" strokeWidth={2.6} />
    {children}
  </li>
);

export const PlanSkeletons = () => (
  <div className="grid gap-3" aria-busy="true">
    <p role="status" className="text-ink-2">
      Loading plans...
    </p>
    <div aria-hidden className="grid gap-4 md:grid-cols-3">
      {['one', 'two', 'three'].map((card) => (
        <div key={card} className="grid h-64 content-start gap-4 rounded-lg border border-line bg-card p-5">
          <i className="h-4 w-24 animate-breathe rounded-sm bg-grey-soft" />
          <i className="h-8 w-20 animate-breathe rounded-sm bg-grey-soft" />
          <i className="h-9 animate-breathe rounded-md bg-grey-soft" />
          <i className="h-11 animate-breathe rounded-md bg-grey-soft" />
        </div>
      ))}
    </div>
  </div>
);
