import { type ReactNode, useId } from 'react';
import { formatDate } from '../../ui/format.ts';
import { NONE } from './durations.ts';
import type { Span } from './report-period.ts';

/** "38 before", of a figure of the period before. */
export const beforeOf = (text: string): string => (text === NONE ? 'None before' : `${text} before`);

/** Figures beside those of the period before. */
export const Comparison = ({ before, children }: { before: Span; children: ReactNode }) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h2 id={id} className="font-semibold text-lg tracking-[-0.01em]">
        Compared With {formatDate(before.from)} – {formatDate(before.to)}
      </h2>
      {children}
    </section>
  );
};
