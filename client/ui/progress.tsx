import { clsx } from 'clsx';
import { LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = { label: string; value: number; max?: number; className?: string };

export const ProgressBar = ({ label, value, max, className }: Props) => (
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

export const PendingNotice = ({ title, children }: { title?: string; children: ReactNode }) => (
  <div role="status" className="flex items-start gap-2.5 rounded-md bg-pine-soft px-3.5 py-2.5 text-pine-text">
    <LoaderCircle aria-hidden className="mt-0.5 size-4 shrink-0 animate-turn" />
    <p>
      {title && <span className="font-semibold">{title}</span>} {children}
    </p>
  </div>
);
