import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = {
  title: string;
  hint?: ReactNode;
  bare?: boolean;
  onToggle?: (open: boolean) => void;
  children: ReactNode;
};

/** A card of which only the heading shows until it is opened. `bare` leaves out the padding, for children that are cards. */
export const Fold = ({ title, hint, bare = false, onToggle, children }: Props) => (
  <details
    className={clsx(
      'group/fold min-w-0 print:not-open:hidden',
      !bare && 'rounded-lg border border-line bg-card shadow-card',
    )}
    onToggle={(event) => onToggle?.(event.currentTarget.open)}
  >
    <summary
      className={clsx(
        'flex min-h-10 list-none items-center gap-2 rounded-lg px-4 py-2 hover:bg-sunk touch:min-h-12 [&::-webkit-details-marker]:hidden',
        bare && 'border border-line bg-card shadow-card',
      )}
    >
      <ChevronRight
        aria-hidden
        className="-ml-1 size-4 shrink-0 text-ink-3 transition-transform group-open/fold:rotate-90"
      />
      <h2 className="font-semibold">{title}</h2>
      {hint && <span className="num ml-auto min-w-0 truncate text-ink-3 text-sm">{hint}</span>}
    </summary>
    <div className={bare ? 'mt-3.5' : 'px-4 pt-1 pb-3.5'}>{children}</div>
  </details>
);
