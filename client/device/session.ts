import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { type Capability, can } from '../../sync/roles.ts';
import { useLast } from '../ui/frozen.ts';
import { send } from './http.ts';
import {
  clearBrowserStorage,
  identityOf,
  isSignOutPending,
  readIdentity,
  type SessionUser,
  setPendingSignOut,
  storeIdentity,
} from './signed-in-user.ts';
import { broadcast, onTabMessage, type TabMessage, withRefreshLock } from './tabs.ts';
import { acceptGrant, dropToken, expectSession, isSignedIn, onToken, renew, renewIfDue } from './token.ts';

export type { SessionUser } from './signed-in-user.ts';

export type Session =
  | { status: 'loading'; user: null }
  | { status: 'in'; user: SessionUser }
  | { status: 'out'; user: null; notice?: string };

/** 'expired': the server refused to renew the session. */
type SignOutReason = 'manual' | 'expired';

const LOADING_LIMIT_MS = 3000;
const jotai = getDefaultStore();
export const sessionAtom = atom<Session>({ status: 'loading', user: null });
const current = () => jotai.get(sessionAtom);

export const useSession = (): Session => useAtomValue(sessionAtom);

/** Throws while signed out. */
export const useUser = (): SessionUser => {
  // A screen may render once more while the session ends.
  const user = useLast(useSession().user);
  if (!user) throw new Error('Nobody is signed in');
  return user;
};

export const useCan = (capability: Capability): boolean => {
  const { user } = useSession();
  return user !== null && can(user.role, capability);
};

const signOutListeners = new Set<(reason: SignOutReason, user: SessionUser) => Promise<void>>();
let flushUnsent = async (): Promise<number> => 0;

export const onSignOut = (listener: (reason: SignOutReason, user: SessionUser) => Promise<void>): (() => void) => {
  signOutListeners.add(listener);
  return () => signOutListeners.delete(listener);
};

/** `flush` resolves to the number of changes that are still unsent. */
export const beforeSignOut = (flush: () => Promise<number>): void => {
  flushUnsent = flush;
};

/** A stored identity opens the app at once, before the server confirms it. */
export const start = (): void => {
  onToken({ onGrant: setSignedIn, onRefused: () => void setSignedOut('expired') });
  onTabMessage(handleTabMessage);
  addEventListener('online', () => void (isSignedIn() ? renewIfDue() : sendPendingSignOut()));
  const { wasSignedIn, user } = readIdentity();
  if (wasSignedIn) restoreSession(user);
  else jotai.set(sessionAtom, { status: 'out', user: null });
  void sendPendingSignOut();
};

const restoreSession = (user: SessionUser | null): void => {
  expectSession(user?.id);
  if (user) jotai.set(sessionAtom, { status: 'in', user });
  else setTimeout(stopLoading, LOADING_LIMIT_MS);
  void renew().then((renewal) => renewal === 'unreachable' && stopLoading());
};

/** Works offline. Unless forced, unsent changes keep the session and their number is returned. */
export const signOut = async ({ force = false } = {}): Promise<{ waiting: number }> => {
  const waiting = force ? 0 : await flushUnsent();
  if (waiting > 0) return { waiting };
  setPendingSignOut(true);
  const left = setSignedOut('manual');
  void sendPendingSignOut();
  await left;
  return { waiting };
};

export const applyUser = (row: SessionUser): void => {
  const { user } = current();
  if (user?.id !== row.id) return;
  // Synced rows carry no hoa_id.
  if (row.status === 'active') setSignedIn({ ...identityOf(row), hoa_id: user.hoa_id });
  else void renew();
};

const setSignedIn = (user: SessionUser): void => {
  storeIdentity(user);
  if (JSON.stringify(current().user) !== JSON.stringify(user)) jotai.set(sessionAtom, { status: 'in', user });
};

const setSignedOut = async (reason: SignOutReason, { share = true } = {}): Promise<void> => {
  const { user } = current();
  dropToken();
  clearBrowserStorage(user?.id, { keepDrafts: reason === 'expired' });
  jotai.set(sessionAtom, { status: 'out', user: null, ...(reason === 'expired' ? { notice: 'Session expired' } : {}) });
  if (share) broadcast({ kind: 'out', why: reason });
  if (user) await Promise.all([...signOutListeners].map((listener) => listener(reason, user)));
};

const stopLoading = (): void => {
  if (current().status !== 'loading') return;
  dropToken();
  clearBrowserStorage(undefined, { keepDrafts: true });
  jotai.set(sessionAtom, { status: 'out', user: null });
};

const handleTabMessage = (message: TabMessage): void => {
  if (message.kind === 'in') acceptGrant(message, { share: false });
  else if (current().status !== 'out') void setSignedOut(message.why, { share: false });
};

/** Never after another user has signed in, because the cookie is theirs. */
export const sendPendingSignOut = async (): Promise<void> => {
  if (!isSignOutPending()) return;
  await withRefreshLock(async () => {
    if (!isSignOutPending()) return;
    const answer = await send('/api/auth/logout', { method: 'POST' }).catch(() => undefined);
    if (answer && answer.status < 500) setPendingSignOut(false);
  });
};
