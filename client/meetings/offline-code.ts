import { loadMutators } from '../../sync/client/mutators.ts';
import { canScanOffline, storeReader } from './desk/scan-files.ts';

/** What the screens of a meeting load on their own. */
const PARTS = [
  () => import('./room/page.tsx'),
  () => import('./room/screen.tsx'),
  () => import('./desk/page.tsx'),
  () => import('./desk/scan-dialog.tsx'),
  () => import('./print/page.tsx'),
  () => import('../ui/tiptap.tsx'),
  loadMutators,
];

/** The service worker stores all code before it takes the page, apart from the code reader. */
const hasWorker = (): boolean => navigator.serviceWorker?.controller !== null;

/** Whether a reload without a connection has the editor, the camera reader and the print sheets. */
export const isCodeStored = async (): Promise<boolean> => hasWorker() && (await canScanOffline().catch(() => false));

/** Resolves when everything is on the device. Throws without a connection. */
export const storeCode = async (): Promise<void> => {
  await Promise.all(PARTS.map((load) => load()));
  if (!(await canScanOffline())) await storeReader();
  // Registered once the page stands, so there is none in development.
  if (!hasWorker() && (await navigator.serviceWorker?.getRegistration())) await navigator.serviceWorker.ready;
};
