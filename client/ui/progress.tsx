import { clsx } from 'clsx';

/** How far something is: `value` of `max`. Without a `max` it only says that work goes on. */
export const ProgressBar = ({
  label,
  value,
  max,
  className,
}: {
  label: string;
  value: number;
  max?: number;
  className?: string;
}) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={max ?? 100}
    aria-valuenow={max ? Math.min(value, max) : undefined}
    className={clsx('h-1 overflow-hidden rounded-full bg-grey-soft', className)}
  >
    <div
      className={clsx('h-full origin-left rounded-full bg-pine transition-transform', !max && 'animate-breathe')}
      style={{ transform: `scaleX(${max ? Math.min(value / max, 1) : 1})` }}
    />
  </div>
);
