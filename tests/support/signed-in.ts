import { expect, test } from 'vitest';
import { call, type TestContext } from './fixtures.ts';

export type Endpoint = readonly [method: string, path: string];

/** The endpoints below a path answer 401 without a token, and with one that is none. */
export const testSignedIn = (ctx: TestContext, base: string, endpoints: readonly Endpoint[]): void =>
  test.each(endpoints)(`[API-07] %s ${base}%s is for signed-in callers`, async (method, path) => {
    const body = method === 'GET' ? undefined : {};
    for (const token of [undefined, 'no.such.token'])
      expect((await call(ctx.app, method, base + path, body, token)).status).toBe(401);
  });
