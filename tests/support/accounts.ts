import type { Client } from '@libsql/client';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { call, type Person } from './fixtures.ts';
import { createMailHarness, type MailHarness } from './mail-harness.ts';
import { ownDatabase } from './own-database.ts';
import { givePassword } from './passwords.ts';
import { nth } from './required.ts';

export type AccountHarness = MailHarness & {
  /** The token of the newest mail to an address, once there are `count` of them. */
  tokenTo(email: string, count?: number): Promise<string>;
  /** A call to /api/auth by somebody who is not signed in, from an address of their own. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  activate(token: string, over?: object): Promise<Response>;
  login(email: string, password: string): Promise<number>;
};

export const ACTIVATION = { name: ' Ada Byron ', password: 'first-password-1' };

/** A mail harness with the calls that lead to an account. */
export const createAccountHarness = async (db: Client): Promise<AccountHarness> => {
  const base = await createMailHarness(db);
  const post: AccountHarness['post'] = async (path, body, headers = {}) =>
    base.ctx.app.request(`/api/auth/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', 'CF-Connecting-IP': network(), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  const tokenTo: AccountHarness['tokenTo'] = async (email, count = 1) => {
    const mails = await vi.waitFor(
      () => {
        const found = base.resend.sent.filter(({ to }) => to[0] === email);
        expect(found).toHaveLength(count);
        return found;
      },
      { timeout: 10_000, interval: 20 },
    );
    return /token=([\w-]{43})/.exec(nth(mails, -1).text)?.[1] ?? '';
  };
  return {
    ...base,
    post,
    tokenTo,
    activate: (token, over) => post('activate', { token, ...ACTIVATION, ...over }),
    login: async (email, password) => (await post('login', { email, password })).status,
  };
};

/** One harness on a database of its own for all tests of the file. */
export const accountsForAll = (): AccountHarness => {
  const database = ownDatabase();
  const harness = {} as AccountHarness;
  beforeAll(async () => void Object.assign(harness, await createAccountHarness(database.db)));
  afterAll(() => harness.resend.close());
  return harness;
};

/** A network address that nobody has called from yet. */
export const network = () => {
  const hex = crypto.randomUUID();
  return `2001:db8:${hex.slice(0, 4)}:${hex.slice(4, 8)}::1`;
};

/** Somebody with a password. */
export const joined = async ({ ctx }: AccountHarness): Promise<Person> => {
  const person = await ctx.join(ctx.hoa_id, 'Pat', 'resident');
  await givePassword(ctx.db, person);
  return person;
};

/** The token of the link that resets a password, which is the person's mail number `count`. */
export const linked = async (harness: AccountHarness, { email }: { email: string }, count = 1): Promise<string> => {
  expect((await harness.post('forgot-password', { email })).status).toBe(200);
  return harness.tokenTo(email, count);
};

/** Status and message of an answer. */
export const readStatusAndMessage = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as { message: string }).message,
];

/** The status of a call with an access token. */
export const profile = async (ctx: Parameters<typeof call>[0], { token }: Pick<Person, 'token'>): Promise<number> =>
  (await call(ctx, 'GET', '/api/auth/profile', undefined, token)).status;
