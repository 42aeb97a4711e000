import { beforeAll } from 'vitest';
import type { Role, UserStatus } from '../../schema/users.ts';
import { signAccess } from '../../worker/auth/access.ts';
import { openFamily } from '../../worker/auth/refresh.ts';
import { network } from './accounts.ts';
import { contextForAll, createContext, type Person } from './fixtures.ts';
import { givePassword, PASSWORD } from './passwords.ts';

export const HOUR = 3_600_000;

export const cookieOf = (response: Response) => response.headers.get('set-cookie')?.split(';')[0] ?? '';

/** One context for all tests of the file, on a clock that moves only with `pass`, and the calls of /api/auth. */
export const authForAll = () => {
  // A minute into a rate window, so that none ends during a test.
  const clock = { at: Math.floor(Date.now() / 900_000) * 900_000 + 60_000 };
  const now = () => new Date(clock.at);
  const ctx = contextForAll(() => createContext({ now }));
  beforeAll(() => givePassword(ctx.db, ctx.bea, ctx.rex, ctx.rita, ctx.sue));

  const post = (path: string, { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {}) =>
    ctx.app.request(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'CF-Connecting-IP': network(), ...headers },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
  return {
    ctx,
    clock,
    now,
    pass: (milliseconds: number) => {
      clock.at += milliseconds;
    },
    post,
    /** Adds a user, with a password unless invited. */
    joined: async (name: string, role: Role, status: UserStatus = 'active'): Promise<Person> => {
      const person = await ctx.join(ctx.hoa_id, name, role, status);
      if (status !== 'invited') await givePassword(ctx.db, person);
      return person;
    },
    login: (person: { email: string }, password = PASSWORD, headers = {}) =>
      post('login', { body: { email: person.email, password }, headers }),
    /** A sign-in without the slow password. */
    signIn: async (person: Person) => {
      const refresh = await openFamily(ctx.deps, person);
      return {
        cookie: `__Host-porchlight=${refresh.token}`,
        accessToken: await signAccess(ctx.deps, person, refresh),
        family_id: refresh.family_id,
      };
    },
    refresh: (cookie: string, headers = {}) => post('refresh', { headers: { cookie, ...headers } }),
    profile: (token: string) => ctx.app.request('/api/auth/profile', { headers: { Authorization: `Bearer ${token}` } }),
    set: (person: Person, change: string) =>
      ctx.db.execute({ sql: `UPDATE users SET ${change} WHERE id = ?`, args: [person.id] }),
  };
};
