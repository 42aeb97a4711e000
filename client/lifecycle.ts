import { getDefaultStore } from 'jotai';
import { askBeforeLeaving } from './leaving.ts';
import { removeUploads } from './pending-uploads.ts';
import { applyUser, beforeSignOut, onSignOut, sessionAtom, start } from './session.ts';
import { closeStore, countWaiting, flush, openStore, rowsAtoms } from './store.ts';

const jotai = getDefaultStore();
const PATIENCE_MS = 3000;

/** Ties the cache to the session: opened for whoever is signed in, closed when they leave, and removed from the device
 * unless the session merely ran out while something still waits there. Files that wait go with a sign-out by hand. */
export const startApp = (): void => {
  onSignOut(async (why, { id }) => {
    const unsent = countWaiting() > 0;
    await closeStore({ forget: why === 'manual' || !unsent });
    if (why === 'manual') await removeUploads(id);
  });
  beforeSignOut(() => flush(PATIENCE_MS));
  askBeforeLeaving();
  jotai.sub(sessionAtom, follow);
  jotai.sub(rowsAtoms.user, learn);
  start();
  follow();
};

const follow = (): void => {
  const { user } = jotai.get(sessionAtom);
  if (user) openStore(user);
};

/** A role or name that somebody else has changed counts here as soon as sync has brought it. */
const learn = (): void => {
  const { user } = jotai.get(sessionAtom);
  const row = jotai.get(rowsAtoms.user).get(user?.id);
  if (row) applyUser(row);
};
