import { type ReactNode, Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import { useBranding } from '../device/branding.ts';
import { reportError } from '../device/error-reports.ts';
import { paths } from '../paths.ts';
import { Boundary } from '../ui/boundary.tsx';
import { ScreenPending } from '../ui/brand.tsx';
import { Toasts } from '../ui/toast.tsx';
import { Mark } from './mark.tsx';
import { Updates } from './updates.tsx';

export const PublicFrame = ({ children }: { children: ReactNode }) => {
  const [path] = useLocation();
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto] px-4">
      <header className="flex items-center justify-between py-4 md:px-3">
        <Link
          href={paths.login()}
          className="flex items-center gap-2.25 font-[650] text-[0.9375rem] tracking-[-0.02em]"
        >
          <Mark />
          {useBranding()?.name ?? 'Porchlight'}
        </Link>
        <Link
          href={paths.support()}
          className="rounded-md px-2.5 py-1.5 font-medium text-ink-2 hover:bg-sunk hover:text-ink"
        >
          Support
        </Link>
      </header>
      <main className="mx-auto w-full max-w-5xl py-6 md:py-[9vh]">
        <div className="grid gap-4.5">
          <Boundary key={path} report={(error) => reportError(error, 'screen')}>
            <Suspense fallback={<ScreenPending />}>{children}</Suspense>
          </Boundary>
        </div>
      </main>
      <Updates />
      <Toasts />
    </div>
  );
};
