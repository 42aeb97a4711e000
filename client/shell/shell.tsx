import { useAtomValue } from 'jotai';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { loadOnce } from '../../sync/client/load-once.ts';
import { useBranding } from '../device/branding.ts';
import { reportError } from '../device/error-reports.ts';
import { spaceLeftAtom } from '../device/space.ts';
import { stepUpAtom } from '../device/step-up.ts';
import { useOnline, useRefused, useRows, useSync } from '../device/store.ts';
import { ActivityWordsContext } from '../outbox-label.ts';
import { paths } from '../paths.ts';
import { Boundary } from '../ui/boundary.tsx';
import { ScreenPending } from '../ui/brand.tsx';
import { DraftScope, usePutDrafts } from '../ui/draft.tsx';
import { useEver } from '../ui/frozen.ts';
import { useIsWide } from '../ui/media.ts';
import { lazyPart } from '../ui/on-demand.ts';
import { useTrail } from '../ui/place.ts';
import { Toasts } from '../ui/toast.tsx';
import { KeysHelp } from './keys-help.tsx';
import type { Me } from './navigation.ts';
import { PhoneTabs } from './phone-tabs.tsx';
import { SearchPalette } from './search-button.tsx';
import { SideBar } from './side-bar.tsx';
import { OfflineBanner, outboxOpenAtom } from './sync-status.tsx';
import { PhoneBar, TopBar } from './top-bar.tsx';
import { Updates } from './updates.tsx';

const FirstSync = lazy(() => import('./first-sync.tsx'));
const Letterhead = lazy(() => import('./letterhead.tsx').catch(() => ({ default: () => <></> })));
const KeepBranding = lazy(() => import('./keep-branding.tsx').catch(() => ({ default: () => null })));
const DeviceNotice = lazy(() => import('./device-notice.tsx'));
const LeavingNotice = lazy(() => import('./leaving-notice.tsx'));
const PlainBar = lazy(() => import('./plain-bar.tsx'));
const RefusedAlert = lazy(() => import('./refused-alert.tsx'));
const StepUpDialog = lazy(() => import('../account/auth/step-up-dialog.tsx'));

export const Shell = ({ user, children }: { user: Me; children: ReactNode }) => {
  const wide = useIsWide();
  const [path] = useLocation();
  const isSyncing = useSync().phase !== 'ready';
  const isPlain = useOnline() && path === paths.reactivation();
  const putDrafts = usePutDrafts();
  const codeAsked = useEver(useAtomValue(stepUpAtom) !== null);
  const outboxUsed = useEver(useAtomValue(outboxOpenAtom));
  useScrollTop();
  useTrail();
  return (
    <DraftScope value={user.id}>
      <SkipLink />
      <Bar user={user} plain={isPlain} />
      {!wide && <OfflineBanner />}
      <main id="main" tabIndex={-1} className="screen">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5 max-md:gap-3 print:block print:space-y-3">
          <Suspense>
            <Letterhead />
            {isSyncing && <FirstSync />}
          </Suspense>
          <Notices />
          <Boundary key={`${path} ${putDrafts}`} report={(error) => reportError(error, 'screen')}>
            <Suspense fallback={<ScreenPending />}>
              <ActivityWordsContext value={activityWords}>{children}</ActivityWordsContext>
            </Suspense>
          </Boundary>
        </div>
      </main>
      {!wide && !isPlain && <PhoneTabs role={user.role} />}
      {outboxUsed && <Outbox />}
      <Suspense>{codeAsked && <StepUpDialog />}</Suspense>
      {!isPlain && <SearchPalette />}
      {!isPlain && <KeysHelp role={user.role} />}
      <Updates />
      <Toasts />
    </DraftScope>
  );
};

const SkipLink = () => (
  <a
    href="#main"
    className="fixed top-2 left-2 z-60 rounded-md bg-card px-3 py-2 opacity-0 shadow-float not-focus:pointer-events-none focus:opacity-100"
  >
    Skip to content
  </a>
);

/** The notices over every screen; what each needs loads with the first of its kind. */
const Notices = () => {
  const everRefused = useEver(useRefused().length > 0);
  const { storageFailure } = useSync();
  const littleSpace = useAtomValue(spaceLeftAtom) !== null;
  const noticed = useEver(storageFailure !== null || littleSpace);
  const [hoa] = useRows('hoa').all;
  const isBranded = useBranding() || hoa?.accent || hoa?.logo_key;
  return (
    <>
      <Suspense>{noticed && <DeviceNotice />}</Suspense>
      <Suspense>{hoa?.leaving_at && <LeavingNotice />}</Suspense>
      <Suspense>{hoa && isBranded && <KeepBranding hoa={hoa} />}</Suspense>
      <Suspense>{everRefused && <RefusedAlert />}</Suspense>
    </>
  );
};

const activityWords = loadOnce(async () => (await import('./outbox-text.ts')).outboxParts());

/** It loads with the words of all features, since it would show nothing without them. */
const Outbox = lazyPart(async () => {
  const [dialog] = await Promise.all([import('./outbox-dialog.tsx'), activityWords()]);
  return dialog;
});

/** Where the subscription has lapsed, every entry would lead back to the same screen: the plain bar has none. */
const Bar = ({ user, plain }: { user: Me; plain: boolean }) => {
  const wide = useIsWide();
  if (plain)
    return (
      <Suspense fallback={<header className="h-13" />}>
        <PlainBar />
      </Suspense>
    );
  if (!wide) return <PhoneBar user={user} />;
  return (
    <>
      <SideBar role={user.role} />
      <TopBar user={user} />
    </>
  );
};

/** Going back keeps the scroll position, which the browser restores. */
const useScrollTop = () => {
  const [path] = useLocation();
  const back = useRef(false);
  useEffect(() => {
    const mark = () => {
      back.current = true;
    };
    addEventListener('popstate', mark);
    return () => removeEventListener('popstate', mark);
  }, []);
  // Before the effects of the screen, which may scroll further.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a new screen
  useLayoutEffect(() => {
    if (!back.current) scrollTo(0, 0);
    back.current = false;
  }, [path]);
};
