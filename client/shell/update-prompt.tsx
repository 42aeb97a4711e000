import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { appFilesAtom, storeAppFiles } from '../device/app-files.ts';
import { useSession } from '../device/session.ts';
import { hasUnstoredChanges, syncAtom, useOnline } from '../device/store.ts';
import { Button } from '../ui/button.tsx';

const RELOAD_LIMIT_MS = 3000;

/** A request that came while the old version ended has started that again; leaving the page replaces it (public/direct.js). */
const REPLACE_LIMIT_MS = 10_000;
const jotai = getDefaultStore();
const readyAtom = atom(false);
const hasWorker = 'serviceWorker' in navigator;

const UpdatePrompt = () => {
  const ready = useAtomValue(readyAtom);
  const { outdated } = useAtomValue(syncAtom);
  useEffect(watch, []);
  useStoredApp();
  useEffect(() => (outdated ? lookForUpdate() : undefined), [outdated]);
  if (!ready && !outdated) return null;
  return (
    <div
      role="status"
      className="fixed right-4 bottom-20 left-4 z-30 flex items-center gap-3 rounded-lg bg-card py-2.5 pr-2.5 pl-4 shadow-float md:bottom-6 md:left-auto md:w-96"
    >
      <p className="min-w-0 flex-1">
        <b className="block font-semibold">A new version is ready</b>
        <span className="text-ink-2">Your drafts and unsent changes are kept.</span>
      </p>
      <Button variant="primary" icon={RefreshCw} onClick={update}>
        Reload
      </Button>
    </div>
  );
};

export default UpdatePrompt;

const AGAIN_MS = 60_000;

/** Stores the app for the role of who is signed in, and goes on when there is a connection again, or after a while. */
const useStoredApp = () => {
  const role = useSession().user?.role;
  const online = useOnline();
  const files = useAtomValue(appFilesAtom);
  const isBroken = files !== 'never' && files?.failure === 'unreachable';
  // Without a connection it tells what is stored already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again with the connection
  useEffect(() => {
    if (role && hasWorker) void storeAppFiles(role);
  }, [role, online]);
  useEffect(() => {
    if (!role || !online || !isBroken) return;
    const timer = setInterval(() => void storeAppFiles(role), AGAIN_MS);
    return () => clearInterval(timer);
  }, [role, online, isBroken]);
};

const update = () => {
  if (startUpdate()) setTimeout(() => void reload(), REPLACE_LIMIT_MS);
  else void reload();
};

const watch = () => {
  const events = { onReady: () => jotai.set(readyAtom, true), onReplaced: () => void reload() };
  // Without a service worker the app works, but needs the network to open.
  const never = () => jotai.set(appFilesAtom, 'never');
  if (!import.meta.env.PROD || !hasWorker) never();
  else watchForUpdates(events).catch(never);
};

/** Waits until no change is only in memory. */
const reload = async () => {
  const end = Date.now() + RELOAD_LIMIT_MS;
  while (hasUnstoredChanges() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
  location.reload();
};

const HOUR_MS = 3_600_000;
let started = false;
let registration: ServiceWorkerRegistration | undefined;

/** Registers the service worker and checks for updates every hour. `onReady`: a new version is waiting. `onReplaced`: a
 * new version is active, here or in another tab, so that this page's code is no longer cached. */
const watchForUpdates = async (events: { onReady(): void; onReplaced(): void }): Promise<void> => {
  if (started) return;
  started = true;
  const { serviceWorker } = navigator;
  let controlled = serviceWorker.controller !== null;
  serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) events.onReplaced();
    controlled = true;
  });
  registration = await serviceWorker.register('/sw.js');
  if (registration.waiting) events.onReady();
  const follow = () => {
    const next = registration?.installing;
    next?.addEventListener('statechange', () => {
      if (next.state === 'installed' && serviceWorker.controller) events.onReady();
    });
  };
  // The update may have been found before the listener was added.
  follow();
  registration.addEventListener('updatefound', follow);
  setInterval(lookForUpdate, HOUR_MS);
};

const lookForUpdate = (): void => void registration?.update().catch(() => undefined);

/** `onReplaced` follows. Returns false when no version is waiting. */
const startUpdate = (): boolean => {
  registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
  return Boolean(registration?.waiting);
};
