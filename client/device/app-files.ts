import { atom, getDefaultStore } from 'jotai';
import type { Role } from '../../schema/users.ts';
import type { FilesState } from '../service-worker/stored-files.ts';

const jotai = getDefaultStore();

/** How many of the app's files that the user's role needs are on this device; 'never' where the browser stores none, null
 * until the service worker has told. */
export const appFilesAtom = atom<FilesState | 'never' | null>(null);

/** Lets the service worker store all that the role needs. Resolves when it has been asked, which is never without one. */
export const storeAppFiles = async (role: Role): Promise<void> => {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<FilesState>) => jotai.set(appFilesAtom, data);
  active?.postMessage({ role }, [port2]);
};

export const areStored = (files: FilesState | 'never' | null): boolean =>
  typeof files === 'object' && files !== null && files.stored === files.total;
