import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf, UserError } from '../user-error.ts';
import type { Settings } from './settings.ts';

/** Asks health, and makes one call as the smoke account where there is one. Throws a UserError. */
export const checkDeployed = async (
  { PUBLIC_URL = '', SMOKE_EMAIL, SMOKE_PASSWORD }: Settings,
  { patienceMs, say }: { patienceMs: number; say(line: string): void },
): Promise<void> => {
  await untilHealthy(`${PUBLIC_URL}/api/health`, patienceMs);
  say('It is healthy.');
  if (!SMOKE_EMAIL || !SMOKE_PASSWORD) {
    say('No signed-in call was made: SMOKE_EMAIL and SMOKE_PASSWORD name no account.');
    return;
  }
  await callSignedIn(PUBLIC_URL, SMOKE_EMAIL, SMOKE_PASSWORD);
  say(`${SMOKE_EMAIL} signed in, read their profile and signed out.`);
};

const untilHealthy = async (url: string, patienceMs: number): Promise<void> => {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const problem = await problemOf(url);
    if (!problem) return;
    if (Date.now() >= deadline) throw new UserError(`The new version is uploaded and not healthy: ${url} ${problem}.`);
    await sleep(1000);
  }
};

const problemOf = async (url: string): Promise<string | undefined> => {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
    const text = await answer.text();
    return answer.ok ? undefined : `answered ${answer.status}: ${text.slice(0, 300)}`;
  } catch (error) {
    return `gave no answer (${messageOf(error)})`;
  }
};

const callSignedIn = async (origin: string, email: string, password: string): Promise<void> => {
  const call = (method: string, path: string, init: RequestInit = {}) =>
    fetch(`${origin}/api/auth/${path}`, { method, ...init });
  const login = await call('POST', 'login', {
    body: JSON.stringify({ email, password }),
    headers: { 'Content-Type': 'application/json' },
  });
  requireOk('The sign-in of the smoke account', login);
  const { accessToken } = (await login.json()) as { accessToken: string };
  requireOk('The profile', await call('GET', 'profile', { headers: { Authorization: `Bearer ${accessToken}` } }));
  const Cookie = String(login.headers.get('set-cookie')).split(';')[0]!;
  requireOk('The sign-out', await call('POST', 'logout', { headers: { Cookie } }));
};

const requireOk = (what: string, { ok, status }: Response): void => {
  if (!ok) throw new UserError(`The new version is uploaded and does not work: ${what} answered ${status}.`);
};
