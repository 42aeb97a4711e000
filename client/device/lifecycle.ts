import { getDefaultStore } from 'jotai';
import { removeUploads } from '../files/pending-uploads.ts';
import { removePhotos } from '../files/photo-cache.ts';
import { closeStore, countWaiting, flush, openStore } from './open-store.ts';
import { applyUser, beforeSignOut, onSignOut, sessionAtom, start } from './session.ts';
import { hasUnstoredChanges, inMemoryAtom, rowsAtoms } from './store.ts';
import { forgetPush } from './subscription.ts';

const jotai = getDefaultStore();
const FLUSH_MS = 3000;

/** Opens the cache on sign-in and closes it on sign-out. An expired session keeps unsent changes and files on the
 * device; a manual sign-out removes them. */
export const startApp = (): void => {
  onSignOut(async (reason, { id }) => {
    const unsent = countWaiting() > 0;
    const forget = reason === 'manual' || !unsent;
    await closeStore({ forget });
    if (reason === 'manual') await removeUploads(id);
    if (forget) await removePhotos(id);
    await forgetPush().catch(() => undefined);
  });
  beforeSignOut(() => flush(FLUSH_MS));
  warnBeforeUnload();
  jotai.sub(sessionAtom, openForUser);
  jotai.sub(rowsAtoms.user, updateUser);
  start();
  openForUser();
};

const openForUser = (): void => {
  const { user } = jotai.get(sessionAtom);
  if (user) openStore(user);
};

const updateUser = (): void => {
  const { user } = jotai.get(sessionAtom);
  const row = jotai.get(rowsAtoms.user).get(user?.id);
  if (row) applyUser(row);
};

const warnBeforeUnload = (): void => {
  jotai.sub(inMemoryAtom, () => {
    if (hasUnstoredChanges()) addEventListener('beforeunload', preventUnload);
    else removeEventListener('beforeunload', preventUnload);
  });
};

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
