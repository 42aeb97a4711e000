import { atom, getDefaultStore, useAtomValue } from 'jotai';
import type { Role } from '../schema/users.ts';
import { type Capability, can } from '../sync/roles.ts';
import {
  forget,
  identityOf,
  isSignOutOwed,
  oweSignOut,
  remember,
  remembered,
  type SessionUser,
} from './auth/identity.ts';
import { exclusively, listen, type TabMessage, tell } from './auth/tabs.ts';
import { dropToken, expectToken, grantOf, isSignedIn, onToken, renew, renewIfDue, takeGrant } from './auth/token.ts';
import { ApiError, bodyOf, send, unreachable } from './http.ts';
import { useLast } from './ui/held.ts';

export type { SessionUser } from './auth/identity.ts';

/** Who uses this browser. `notice` says on /login why the session ended. */
export type Session =
  | { status: 'loading'; user: null }
  | { status: 'in'; user: SessionUser }
  | { status: 'out'; user: null; notice?: string };

/** By hand, or because the server refused to renew it. */
export type Ending = 'manual' | 'expired';

const PATIENCE_MS = 3000;
const jotai = getDefaultStore();
export const sessionAtom = atom<Session>({ status: 'loading', user: null });
const current = () => jotai.get(sessionAtom);

export const useSession = (): Session => useAtomValue(sessionAtom);

/** The signed-in user; for screens behind the sign-in. */
export const useUser = (): SessionUser => {
  // A screen may render once more while the session ends around it.
  const user = useLast(useSession().user);
  if (!user) throw new Error('Nobody is signed in');
  return user;
};

/** Whether the user may; false while signed out. */
export const useCan = (capability: Capability): boolean => {
  const { user } = useSession();
  return user !== null && can(user.role, capability);
};

/** Whether the user has one of these roles. What somebody may do is `useCan`. */
export const useHasRole = (...roles: Role[]): boolean => {
  const { user } = useSession();
  return user !== null && roles.includes(user.role);
};

const endings = new Set<(why: Ending, user: SessionUser) => Promise<void>>();
let countUnsent = async (): Promise<number> => 0;

/** Calls back when a session has ended here or in another tab, to close (and on 'manual' remove) what was kept. */
export const onSignOut = (ending: (why: Ending, user: SessionUser) => Promise<void>): (() => void) => {
  endings.add(ending);
  return () => endings.delete(ending);
};

/** Says how to send what waits before a sign-out; it gives the number of changes that still wait. */
export const beforeSignOut = (flush: () => Promise<number>): void => {
  countUnsent = flush;
};

/** Finds out who uses this browser. A cached identity opens the app at once, whatever the network does. */
export const start = (): void => {
  onToken({ onGrant: enter, onRefused: () => void leave('expired') });
  listen(onTab);
  addEventListener('online', () => void (isSignedIn() ? renewIfDue() : settleSignOut()));
  const { wasSignedIn, user } = remembered();
  if (wasSignedIn) resume(user);
  else jotai.set(sessionAtom, { status: 'out', user: null });
  void settleSignOut();
};

const resume = (user: SessionUser | null): void => {
  expectToken(user?.id);
  if (user) jotai.set(sessionAtom, { status: 'in', user });
  else setTimeout(giveUp, PATIENCE_MS);
  void renew().then((renewal) => renewal === 'unreachable' && giveUp());
};

/** Signs in. Throws ApiError: `said` is the server's sentence, status 0 where no answer came. */
export const signIn = async (email: string, password: string): Promise<void> => {
  await settleSignOut();
  await exclusively(async () => {
    const answer = await send('/api/auth/login', { method: 'POST', body: { email, password } });
    const grant = grantOf(bodyOf(answer));
    if (!grant) throw unreachable();
    oweSignOut(false);
    takeGrant(grant);
  });
};

const NO_SESSION = 'Activation successful, but login failed. Please try logging in manually.';

/** Activates an invited account, which also signs in; the caller opens the app with what it gives, when it likes.
 * Throws ApiError: `said` is the server's sentence, status 0 where no answer came. */
export const activate = async (input: { token: string; name: string; password: string }): Promise<() => void> => {
  await settleSignOut();
  return exclusively(async () => {
    const answer = await send('/api/auth/activate', { method: 'POST', body: input });
    const grant = grantOf(bodyOf(answer), 'token');
    if (!grant) throw new ApiError(answer.status, NO_SESSION, NO_SESSION);
    oweSignOut(false);
    // Kept at once, so that a reload before the app has opened is signed in too.
    remember(grant.user);
    return () => takeGrant(grant);
  });
};

/** Completes a signup, which may also sign in: then the caller opens the app with `enter`, when it likes.
 * Throws ApiError: `said` is the server's sentence, status 0 where no answer came. */
export const completeSignup = async <Completion>(
  input: object,
): Promise<{ completion: Completion; enter: (() => void) | undefined }> => {
  await settleSignOut();
  return exclusively(async () => {
    const completion = bodyOf<Completion>(await send('/api/signup/complete', { method: 'POST', body: input }));
    const grant = grantOf(completion, 'token');
    if (grant) oweSignOut(false);
    return { completion, enter: grant && (() => takeGrant(grant)) };
  });
};

/** Signs out, with or without a network. Unless forced, changes that cannot be sent keep the session: then their
 * number is returned and nothing has happened. */
export const signOut = async ({ force = false } = {}): Promise<{ waiting: number }> => {
  const waiting = force ? 0 : await countUnsent();
  if (waiting > 0) return { waiting };
  oweSignOut(true);
  const left = leave('manual');
  void settleSignOut();
  await left;
  return { waiting };
};

/** Takes what sync has learned of the signed-in user: a new role counts at once. */
export const applyUser = (row: SessionUser): void => {
  const { user } = current();
  if (user?.id !== row.id) return;
  if (row.status === 'active') enter(identityOf(row));
  else void renew();
};

const enter = (user: SessionUser): void => {
  remember(user);
  if (JSON.stringify(current().user) !== JSON.stringify(user)) jotai.set(sessionAtom, { status: 'in', user });
};

const leave = async (why: Ending, { share = true } = {}): Promise<void> => {
  const { user } = current();
  dropToken();
  forget(user?.id, { keepDrafts: why === 'expired' });
  jotai.set(sessionAtom, { status: 'out', user: null, ...(why === 'expired' ? { notice: 'Session expired' } : {}) });
  if (share) tell({ kind: 'out', why });
  if (user) await Promise.all([...endings].map((ending) => ending(why, user)));
};

/** Ends loading: without an identity on the device there is nothing to open. */
const giveUp = (): void => {
  if (current().status !== 'loading') return;
  dropToken();
  forget(undefined, { keepDrafts: true });
  jotai.set(sessionAtom, { status: 'out', user: null });
};

const onTab = (message: TabMessage): void => {
  if (message.kind === 'in') takeGrant(message, { share: false });
  else if (current().status !== 'out') void leave(message.why, { share: false });
};

/** Tells the server of a sign-out it has not heard of. Never once somebody else has signed in: the cookie is theirs. */
const settleSignOut = async (): Promise<void> => {
  if (!isSignOutOwed()) return;
  await exclusively(async () => {
    if (!isSignOutOwed()) return;
    const answer = await send('/api/auth/logout', { method: 'POST' }).catch(() => undefined);
    if (answer && answer.status < 500) oweSignOut(false);
  });
};
