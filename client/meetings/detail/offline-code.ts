import { getDefaultStore } from 'jotai';
import { loadMutators } from '../../../sync/client/mutators.ts';
import { appFilesAtom, areStored } from '../../device/app-files.ts';
import { canScanOffline, storeReader } from '../desk/scan-files.ts';

/** Scripts that the screens of a meeting load on demand. */
const PARTS = [
  () => import('../room/page.tsx'),
  () => import('../room/display-screen.tsx'),
  () => import('../desk/page.tsx'),
  () => import('../room/record-beside.tsx'),
  () => import('../desk/counting-panel.tsx'),
  () => import('../desk/scan-dialog.tsx'),
  () => import('../desk/unit-dialog.tsx'),
  () => import('../desk/paper-proxy.tsx'),
  () => import('../print/page.tsx'),
  () => import('../../ui/rich-text.tsx'),
  () => import('../../ui/tiptap.tsx'),
  loadMutators,
];

/** The service worker stores all code but the code reader. */
const appFiles = () => getDefaultStore().get(appFilesAtom);
const isAppStored = (): boolean => areStored(appFiles());

/** True if a reload without a connection has the editor, the camera reader and the print sheets. */
export const isCodeStored = async (): Promise<boolean> => isAppStored() && (await canScanOffline().catch(() => false));

/** Resolves when everything is on the device. Throws without a connection. */
export const storeCode = async (): Promise<void> => {
  await Promise.all(PARTS.map((load) => load()));
  if (!(await canScanOffline())) await storeReader();
  if (appFiles() !== 'never') await appIsStored();
};

const SLOWEST_MS = 60_000;

/** The service worker begins once the page is shown. */
const appIsStored = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const jotai = getDefaultStore();
    const late = setTimeout(() => reject(new Error('The app is not stored')), SLOWEST_MS);
    const check = () => {
      if (!isAppStored()) return;
      clearTimeout(late);
      end();
      resolve();
    };
    const end = jotai.sub(appFilesAtom, check);
    check();
  });
