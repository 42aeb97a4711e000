import { type Answer, send, unreachableError } from './http.ts';
import { type ApiUser, type SessionUser, userFromApi } from './signed-in-user.ts';
import { broadcast, withRefreshLock } from './tabs.ts';

type Grant = { token: string; user: SessionUser };
/** Only `refused` ends a session. */
type Renewal = 'renewed' | 'refused' | 'unreachable';

const EARLY_MS = 5 * 60_000;
const SOONEST_MS = 60_000;
/** The pause before retrying a renewal without an answer; it doubles up to LONGEST_PAUSE_MS. */
const FIRST_PAUSE_MS = 3000;
const LONGEST_PAUSE_MS = 60_000;
/** A token with less time left than this is renewed before use. */
const MARGIN_MS = 15_000;
const USUAL_MS = 15 * 60_000;

type StoredToken = { token: string; until: number };
let current: StoredToken | undefined;
/** undefined while signed out; `id` is undefined until a stored or granted identity is known. Each grant creates a new
 * object, so that an identity check detects a change. */
let owner: { id: string | undefined } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: Promise<Renewal> | undefined;
let unanswered = 0;
let listener = { onGrant: (_user: SessionUser): void => {}, onRefused: (): void => {} };

export const onToken = (next: typeof listener): void => {
  listener = next;
};

export const isSignedIn = (): boolean => owner !== undefined;
export const ownerId = (): string | undefined => owner?.id;

export const expectSession = (user_id: string | undefined): void => {
  owner = { id: user_id };
};

/** Also tells the other tabs (unless the grant came from one) and schedules the next renewal. */
export const acceptGrant = ({ token, user }: Grant, { share = true } = {}): void => {
  const lifetime = lifetimeOf(token);
  current = { token, until: Date.now() + lifetime };
  owner = { id: user.id };
  unanswered = 0;
  scheduleRenewal(Math.max(lifetime - EARLY_MS, SOONEST_MS));
  if (share) broadcast({ kind: 'in', token, user });
  listener.onGrant(user);
};

/** A renewal that is still running will not restore the token. */
export const dropToken = (): void => {
  clearTimeout(timer);
  current = owner = undefined;
};

/** A valid token other than `stale`, renewed if needed; undefined once the session has ended. Throws ApiError 0 without
 * an answer. */
export const freshToken = async (stale?: string): Promise<string | undefined> => {
  if (current && current.token !== stale && isFresh()) return current.token;
  if ((await renew()) === 'unreachable') throw unreachableError();
  return current?.token;
};

export const renewIfDue = async (): Promise<void> => {
  if (!isFresh()) await renew();
};

const isFresh = () => current !== undefined && current.until - Date.now() > MARGIN_MS;

export const renew = (): Promise<Renewal> => {
  running ??= renewOnce().finally(() => {
    running = undefined;
  });
  return running;
};

const renewOnce = (): Promise<Renewal> => {
  const before = owner;
  return withRefreshLock(async () => {
    // Another tab renewed while this one waited for the lock, or the user signed out.
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

/** Random, so that clients do not all return at once after an outage. */
const nextPause = (): number => {
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** unanswered, LONGEST_PAUSE_MS);
  unanswered += 1;
  return pause * (0.5 + Math.random() / 2);
};

/** undefined if the body is not a grant. Activation and signup call the token `token`. */
export const readGrant = (body: unknown, name: 'accessToken' | 'token' = 'accessToken'): Grant | undefined => {
  const { [name]: token, user } = (body ?? {}) as { accessToken?: string; token?: string; user?: ApiUser };
  return token && user ? { token, user: userFromApi(user) } : undefined;
};

const scheduleRenewal = (delay: number): void => {
  clearTimeout(timer);
  timer = setTimeout(() => void renew(), delay);
};

/** In milliseconds, computed from the server's two timestamps, because this device's clock may be wrong. */
const lifetimeOf = (token: string): number => {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { iat, exp } = JSON.parse(atob(part)) as { iat: number; exp: number };
    return (exp - iat) * 1000;
  } catch {
    return USUAL_MS;
  }
};
