import { loadMutators } from '../../../sync/client/mutators.ts';
import { canScanOffline, storeReader } from '../desk/scan-files.ts';

/** Scripts that the screens of a meeting load on demand. */
const PARTS = [
  () => import('../room/page.tsx'),
  () => import('../room/display-screen.tsx'),
  () => import('../desk/page.tsx'),
  () => import('../room/record-beside.tsx'),
  () => import('../desk/scan-dialog.tsx'),
  () => import('../desk/paper-proxy.tsx'),
  () => import('../print/page.tsx'),
  () => import('../../ui/tiptap.tsx'),
  loadMutators,
];

/** The service worker stores all code before it takes the page, apart from the code reader. */
const hasWorker = (): boolean => Boolean(navigator.serviceWorker?.controller);

/** True if a reload without a connection has the editor, the camera reader and the print sheets. */
export const isCodeStored = async (): Promise<boolean> => hasWorker() && (await canScanOffline().catch(() => false));

/** Resolves when everything is on the device. Throws without a connection. */
export const storeCode = async (): Promise<void> => {
  await Promise.all(PARTS.map((load) => load()));
  if (!(await canScanOffline())) await storeReader();
  if (import.meta.env.PROD && !hasWorker()) await workerTakesPage();
};

const SLOWEST_MS = 60_000;

/** It is registered once the page stands, and takes the page when all is stored. */
const workerTakesPage = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('The service worker is not active')), SLOWEST_MS);
    const check = () => {
      if (!hasWorker()) return;
      clearTimeout(late);
      navigator.serviceWorker?.removeEventListener('controllerchange', check);
      resolve();
    };
    navigator.serviceWorker?.addEventListener('controllerchange', check);
    check();
  });
