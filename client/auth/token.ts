import { type Answer, send, unreachableError } from '../http.ts';
import { type ApiUser, type SessionUser, userFromApi } from './identity.ts';
import { broadcast, withRefreshLock } from './tabs.ts';

/** A session as login and refresh give it. */
export type Grant = { token: string; user: SessionUser };
/** What became of a renewal. Only `refused` ends a session. */
export type Renewal = 'renewed' | 'refused' | 'unreachable';

const EARLY_MS = 5 * 60_000;
const SOONEST_MS = 60_000;
/** A renewal without an answer is tried again so soon, then after longer and longer pauses. */
const FIRST_PAUSE_MS = 3000;
const LONGEST_PAUSE_MS = 60_000;
/** With less left than this a token is renewed before it is used. */
const MARGIN_MS = 15_000;
const USUAL_MS = 15 * 60_000;

type StoredToken = { token: string; until: number };
let current: StoredToken | undefined;
/** Whose session this is; undefined while signed out. Known before any token is, when the app opens offline.
 * Each grant brings a new object, so that comparing two tells whether anything has changed. */
let owner: { id: string | undefined } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<Renewal> | undefined;
/** Renewals in a row that had no answer. */
let unanswered = 0;
let listener = { onGrant: (_user: SessionUser): void => {}, onRefused: (): void => {} };

/** Says who is told of a new grant and of a refusal: the session. */
export const onToken = (next: typeof listener): void => {
  listener = next;
};

export const isSignedIn = (): boolean => owner !== undefined;
export const ownerId = (): string | undefined => owner?.id;

/** A session is known to exist, though no token is held yet. */
export const expectSession = (user_id: string | undefined): void => {
  owner = { id: user_id };
};

/** Takes a new grant, tells the other tabs (unless it came from one), and plans the next renewal. */
export const acceptGrant = ({ token, user }: Grant, { share = true } = {}): void => {
  const lifetime = lifetimeOf(token);
  current = { token, until: Date.now() + lifetime };
  owner = { id: user.id };
  unanswered = 0;
  scheduleRenewal(Math.max(lifetime - EARLY_MS, SOONEST_MS));
  if (share) broadcast({ kind: 'in', token, user });
  listener.onGrant(user);
};

/** Forgets the token. An answer still under way will not bring it back. */
export const dropToken = (): void => {
  clearTimeout(timer);
  current = owner = undefined;
};

/** The token to use now, other than `stale`, renewed if need be; undefined where the session has ended.
 * Throws ApiError 0 where the server cannot be reached. */
export const freshToken = async (stale?: string): Promise<string | undefined> => {
  if (current && current.token !== stale && isFresh()) return current.token;
  if ((await renew()) === 'unreachable') throw unreachableError();
  return current?.token;
};

/** Renews the token if there is none that is good for a while. */
export const renewIfDue = async (): Promise<void> => {
  if (!isFresh()) await renew();
};

const isFresh = () => current !== undefined && current.until - Date.now() > MARGIN_MS;

/** Trades the refresh cookie for a new grant. Everybody who asks meanwhile shares the one renewal. */
export const renew = (): Promise<Renewal> => {
  running ??= renewOnce().finally(() => {
    running = undefined;
  });
  return running;
};

const renewOnce = (): Promise<Renewal> => {
  const before = owner;
  return withRefreshLock(async () => {
    // Another tab has renewed while this one waited, or the user has left.
    if (owner !== before) return current ? 'renewed' : 'unreachable';
    const answer = await send('/api/auth/refresh', { method: 'POST' }).catch(() => undefined);
    if (owner !== before) return current ? 'renewed' : 'unreachable';
    return handleAnswer(answer);
  });
};

const handleAnswer = (answer: Answer | undefined): Renewal => {
  const grant = readGrant(answer?.body);
  if (answer?.status === 200 && grant) {
    acceptGrant(grant);
    return 'renewed';
  }
  if (answer?.status === 401 || answer?.status === 403) {
    listener.onRefused();
    return 'refused';
  }
  scheduleRenewal(nextPause());
  return 'unreachable';
};

/** Not the same for all, who would otherwise come back at once after an outage. */
const nextPause = (): number => {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** unanswered, LONGEST_PAUSE_MS);
  unanswered += 1;
  return pause * (0.5 + Math.random() / 2);
};

/** The grant in an answer, or undefined where something else answered. An activation names its token otherwise. */
export const readGrant = (body: unknown, name: 'accessToken' | 'token' = 'accessToken'): Grant | undefined => {
  const { [name]: token, user } = (body ?? {}) as { accessToken?: string; token?: string; user?: ApiUser };
  return token && user ? { token, user: userFromApi(user) } : undefined;
};

const scheduleRenewal = (delay: number): void => {
  clearTimeout(timer);
  timer = setTimeout(() => void renew(), delay);
};

/** How long a token lasts, in milliseconds, by the server's clock alone: this device's may be wrong. */
const lifetimeOf = (token: string): number => {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { iat, exp } = JSON.parse(atob(part)) as { iat: number; exp: number };
    return (exp - iat) * 1000;
  } catch {
    return USUAL_MS;
  }
};
