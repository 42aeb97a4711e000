import { clsx } from 'clsx';
import type { ReactNode } from 'react';

/** `wait` means only: not sent from this device yet. */
export type Tone = 'neutral' | 'blue' | 'violet' | 'ok' | 'bad' | 'warn' | 'wait';

const TONES: Record<Tone, string> = {
  neutral: 'bg-grey-soft text-ink-2',
  blue: 'bg-blue-soft text-blue',
  violet: 'bg-violet-soft text-violet',
  ok: 'bg-good-soft text-good',
  bad: 'bg-red-soft text-red',
  warn: 'bg-ochre-soft text-ochre',
  wait: 'bg-amber-soft text-amber',
};

export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span
    className={clsx(
      'inline-flex h-5.5 items-center gap-1.5 whitespace-nowrap rounded-sm px-2 font-[580] text-xs print:h-auto print:px-0',
      TONES[tone],
    )}
  >
    <i aria-hidden className="size-1.5 rounded-full bg-current print:hidden" />
    {children}
  </span>
);

export const Tag = ({ children }: { children: ReactNode }) => (
  <span className="rounded-sm bg-sunk px-1.5 py-px font-semibold text-[0.6875rem] text-ink-2">{children}</span>
);

/** Marks a row or message that the server has not accepted yet. */
export const Waiting = ({ children = 'on this device' }: { children?: ReactNode }) => (
  <span className="font-[560] text-amber text-sm">{children}</span>
);
