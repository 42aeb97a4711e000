import { getDefaultStore } from 'jotai';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { Browser } from './browser.ts';
import { contextForAll, createContext, type Person } from './fixtures.ts';
import { givePassword, PASSWORD } from './passwords.ts';

type Tab = Awaited<ReturnType<Browser['open']>>;

export const sessionOf = (tab: Tab) => getDefaultStore().get(tab.sessionAtom);
export const who = (tab: Tab) => sessionOf(tab).user?.name;
export const becomes = (tab: Tab, status: 'in' | 'out') =>
  vi.waitFor(() => expect(sessionOf(tab).status).toBe(status), { interval: 5 });
export const profile = (tab: Tab) => tab.api<{ name: string }>('/api/auth/profile');
export const answer = (status: number, body?: unknown) => () =>
  new Response(body === undefined ? null : JSON.stringify(body), { status });

/** One context for all tests of the file, on a clock that can be put `ahead`, and a new browser for each test. */
export const browserForEach = () => {
  const clock = { ahead: 0 };
  const ctx = contextForAll(() => createContext({ now: () => new Date(Date.now() + clock.ahead) }));
  beforeAll(() => givePassword(ctx.db, ctx.bea, ctx.rex));
  const env = {
    ctx,
    clock,
    browser: undefined as unknown as Browser,
    signedIn: async (person: Person = ctx.rex) => {
      const tab = await env.browser.open();
      await tab.signIn(person.email, PASSWORD);
      return tab;
    },
    refreshes: () => env.browser.calls.filter((path) => path === '/api/auth/refresh').length,
  };
  beforeEach(() => {
    clock.ahead = 0;
    env.browser = new Browser(ctx.app);
  });
  afterEach(() => {
    vi.useRealTimers();
    env.browser.close();
  });
  return env;
};
