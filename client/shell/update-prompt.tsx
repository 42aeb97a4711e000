import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { RefreshCw } from 'lucide-react';
import { useEffect } from 'react';
import { isInMemory } from '../leaving.ts';
import { syncAtom } from '../store.ts';
import { Button } from '../ui/button.tsx';
import { lookForUpdate, startUpdate, watchForUpdates } from './service-worker.ts';

const PATIENCE_MS = 3000;
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
  const end = Date.now() + PATIENCE_MS;
  while (isInMemory() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
  location.reload();
};
