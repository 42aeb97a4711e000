const HOUR = 3_600_000;
let started = false;
let registration: ServiceWorkerRegistration | undefined;

/** Registers the service worker once and looks for a newer version every hour. `onReady`: one waits to start.
 * `onReplaced`: one has started, here or in another tab, so that this page runs code that is no longer stored. */
export const watchForUpdates = async (events: { onReady(): void; onReplaced(): void }): Promise<void> => {
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
  setInterval(lookForUpdate, HOUR);
};

/** Asks the server for a newer version now. */
export const lookForUpdate = (): void => void registration?.update().catch(() => undefined);

/** Starts the version that waits; `onReplaced` follows. False where none waits. */
export const startUpdate = (): boolean => {
  registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
  return Boolean(registration?.waiting);
};
