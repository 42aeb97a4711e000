import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { PLANS_FOR_SALE, type Plan, unitsOf } from '../../../schema/plans.ts';
import { formatPrice } from '../../ui/format.ts';

type Props = {
  plan: Plan;
  badge?: ReactNode;
  note?: ReactNode;
  chosen?: boolean;
  /** Makes the whole card clickable; keyboards use the button inside. */
  onPress?: () => void;
  children: ReactNode;
};

export const PlanCard = ({ plan, badge, note, chosen = false, onPress, children }: Props) => {
  const heading = useId();
  return (
    // biome-ignore lint/a11y: the button inside does the same from the keyboard
    <section
      aria-labelledby={heading}
      onClick={onPress}
      className={clsx(
        'grid min-w-0 content-start gap-4 rounded-lg border bg-card p-5 shadow-card transition-colors',
        onPress && 'cursor-pointer',
        chosen ? 'border-pine ring-1 ring-pine' : 'border-line',
      )}
    >
      <div>
        <div className="flex min-h-5.5 items-center justify-between gap-2">
          <h2 id={heading} className="font-semibold text-lg">
            {plan.display_name}
          </h2>
          {badge}
        </div>
        <p className="text-ink-3">{plan.audience}</p>
      </div>
      <Price cents={plan.price_cents} />
      <p className="rounded-md bg-sunk px-3 py-2 font-medium">{unitsOf(plan)}</p>
      <div className="grid gap-2">
        {children}
        {note !== undefined && <p className="text-ink-2 text-sm max-md:has-[:empty]:hidden md:min-h-5">{note}</p>}
      </div>
      <Features plan={plan} />
    </section>
  );
};

const Price = ({ cents }: { cents: number }) => (
  <p className="flex items-baseline gap-1.5">
    <span className="num font-[620] text-[2rem] leading-none tracking-[-0.03em]">{formatPrice(cents)}</span>
    <span className="text-ink-2">per month</span>
  </p>
);

const Features = ({ plan }: { plan: Plan }) => {
  const below = PLANS_FOR_SALE[PLANS_FOR_SALE.indexOf(plan) - 1];
  const added = plan.features.filter((feature) => !below?.features.includes(feature));
  return (
    <div className="grid content-start gap-2 text-ink-2">
      {below && <p className="font-medium text-ink">{`Everything in ${below.display_name}, and`}</p>}
      <ul className="grid gap-1.5">
        {added.map((feature) => (
          <li key={feature} className="flex items-start gap-2">
            <Check aria-hidden className="mt-0.75 size-3.5 shrink-0 text-pine-text" strokeWidth={2.6} />
            {feature}
          </li>
        ))}
      </ul>
    </div>
  );
};

export const PlanTag = ({ tone = 'neutral', children }: { tone?: 'neutral' | 'green'; children: string }) => (
  <span
    className={clsx(
      'shrink-0 rounded-sm px-2 py-0.5 font-[580] text-xs',
      tone === 'green' ? 'bg-good-soft text-good' : 'bg-grey-soft text-ink-2',
    )}
  >
    {children}
  </span>
);
