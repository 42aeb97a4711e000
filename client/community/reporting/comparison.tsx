import { type ComponentProps, type ReactNode, useId } from 'react';
import { ChartCard } from '../../screens/chart-card.tsx';
import { formatDate } from '../../ui/format.ts';
import { NONE } from './durations.ts';
import type { Span } from './report-period.ts';

/** "38 before", of a figure of the period before. */
export const beforeOf = (text: string): string => (text === NONE ? 'None before' : `${text} before`);

/** An odd last figure fills its row on a phone. */
const SECTION = 'grid grid-cols-[minmax(0,1fr)] gap-2 max-md:[&_[data-figures]>:last-child:nth-child(odd)]:col-span-2';

/** Figures beside those of the period before. */
export const Comparison = ({ before, children }: { before: Span; children: ReactNode }) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className={SECTION}>
      <h2 id={id} className="font-semibold text-lg tracking-[-0.01em]">
        Compared With {formatDate(before.from)} – {formatDate(before.to)}
      </h2>
      {children}
    </section>
  );
};

/** Paper has the table of months alone, since its bars would all be black. */
export const TrendCard = (props: ComponentProps<typeof ChartCard>) => (
  <div className="print:hidden">
    <ChartCard {...props} />
  </div>
);
