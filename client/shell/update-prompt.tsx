import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { hasUnstoredChanges, syncAtom } from '../store.ts';
import { Button } from '../ui/button.tsx';

const RELOAD_LIMIT_MS = 3000;
const jotai = getDefaultStore();
const readyAtom = atom(false);

/** Says that a newer version is there; nothing happens until the user wants it. */
export const UpdatePrompt = () => {
  const ready = useAtomValue(readyAtom);
  const { outdated } = useAtomValue(syncAtom);
  useEffect(watch, []);
  useEffect(() => (outdated ? lookForUpdate() : undefined), [outdated]);
  if (!ready && !outdated) return null;
  return (
    <div
      role="status"
      className="fixed right-4 bottom-20 left-4 z-30 flex items-center gap-3 rounded-lg bg-card py-2.5 pr-2.5 pl-4 shadow-float md:bottom-6 md:left-auto md:w-96"
    >
      <p className="min-w-0 flex-1">
        <b className="block font-semibold">A new version is ready</b>
        <span className="text-ink-2">What you typed and what waits to be sent stays.</span>
      </p>
      <Button variant="primary" icon={RefreshCw} onClick={() => startUpdate() || void reload()}>
        Reload
      </Button>
    </div>
  );
};

const watch = () => {
  const events = { onReady: () => jotai.set(readyAtom, true), onReplaced: () => void reload() };
  // Without a service worker the app still runs; it only needs the network to open.
  watchForUpdates(events).catch(() => undefined);
};

/** Waits until no change is in memory alone: drafts and the queue are on the device then. */
const reload = async () => {
  const end = Date.now() + RELOAD_LIMIT_MS;
  while (hasUnstoredChanges() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
  location.reload();
};

const HOUR_MS = 3_600_000;
let started = false;
let registration: ServiceWorkerRegistration | undefined;

/** Registers the service worker once and looks for a newer version every hour. `onReady`: one waits to start.
 * `onReplaced`: one has started, here or in another tab, so that this page runs code that is no longer stored. */
const watchForUpdates = async (events: { onReady(): void; onReplaced(): void }): Promise<void> => {
  if (started || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
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
  // The browser may have found it before we asked.
  follow();
  registration.addEventListener('updatefound', follow);
  setInterval(lookForUpdate, HOUR_MS);
};

/** Asks the server for a newer version now. */
const lookForUpdate = (): void => void registration?.update().catch(() => undefined);

/** Starts the version that waits; `onReplaced` follows. False where none waits. */
const startUpdate = (): boolean => {
  registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
  return Boolean(registration?.waiting);
};
