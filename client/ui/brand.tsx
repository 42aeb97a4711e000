import type { ReactNode } from 'react';

export const Logo = ({ className = 'size-5' }: { className?: string }) => (
  <svg viewBox="0 0 20 20" aria-hidden="true" className={className}>
    <path d="M3 9.2 10 3l7 6.2V17H3z" fill="none" stroke="currentColor" strokeWidth="1.7" strokeLinejoin="round" />
    <circle cx="10" cy="11.5" r="2.4" className="fill-flame" />
  </svg>
);

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="rounded-sm border border-line-strong border-b-2 px-1 font-medium font-sans text-[0.6875rem] text-ink-3">
    {children}
  </kbd>
);

export const Splash = () => (
  <div className="grid min-h-dvh place-items-center" aria-busy="true">
    <span className="grid justify-items-center gap-3 text-ink-3">
      <Logo className="size-9 animate-breathe text-ink" />
      <span className="sr-only">Loading...</span>
    </span>
  </div>
);

/** In place of a screen whose code is on its way; not seen when that takes a moment only. */
export const ScreenPending = () => (
  <div className="grid animate-appear place-items-center py-24" aria-busy="true">
    <Logo className="size-7 text-ink-3" />
    <span className="sr-only">Loading...</span>
  </div>
);
