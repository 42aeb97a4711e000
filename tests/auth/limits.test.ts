import { describe, expect, test } from 'vitest';
import { createApp } from '../../worker/app.ts';
import { callerKey } from '../../worker/http/origin.ts';
import { network, readStatusAndMessage } from '../support/accounts.ts';
import { authForAll } from '../support/auth.ts';
import type { Person } from '../support/fixtures.ts';
import { storedKey } from '../support/limits.ts';
import { PASSWORD } from '../support/passwords.ts';

const { clock, ctx, pass, login } = authForAll();

describe('too many attempts', () => {
  const guess = async (person: Person, from: string, times: number) => {
    const answers: Response[] = [];
    for (let n = 0; n < times; n++) answers.push(await login(person, 'not-the-password', { 'CF-Connecting-IP': from }));
    return answers.map((answer) => answer.status);
  };
  const failed = async (key: string, times: number) =>
    ctx.db.execute({
      sql: 'INSERT INTO rate_limits (key, window_start, count) VALUES (?, ?, ?)',
      args: [await storedKey(ctx.db, `login:${key}`), Math.floor(clock.at / 900_000) * 900, times],
    });

  test('[AUTH-13] the eleventh failure in a quarter of an hour gets 429 and the time to wait', async () => {
    const from = network();
    expect(await guess(ctx.rita, from, 10)).toEqual(new Array(10).fill(401));
    const answer = await login(ctx.rita, PASSWORD, { 'CF-Connecting-IP': from });
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(15 * 60);
    expect(await readStatusAndMessage(answer)).toEqual([
      429,
      expect.stringMatching(/^Too many attempts\. Please try again in \d+ minutes?\.$/),
    ]);
  });

  test('[AUTH-13] a stranger who guesses does not lock the owner out, who calls from another address', async () => {
    const from = network();
    await failed(`${ctx.rex.email}|${callerKey(from)}`, 10);
    expect(await guess(ctx.rex, from, 1)).toEqual([429]);
    expect((await login(ctx.rex)).status).toBe(200);
  });

  test('[AUTH-13] a burst sent at once is counted before it is checked', async () => {
    const from = network();
    const burst = Array.from({ length: 14 }, () => login(ctx.sue, 'not-the-password', { 'CF-Connecting-IP': from }));
    const statuses = (await Promise.all(burst)).map((answer) => answer.status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  test('[AUTH-13] a success clears the failures before it', async () => {
    const from = network();
    await failed(`${ctx.sue.email}|${callerKey(from)}`, 9);
    expect((await login(ctx.sue, PASSWORD, { 'CF-Connecting-IP': from })).status).toBe(200);
    expect(await guess(ctx.sue, from, 2)).toEqual([401, 401]);
  });

  test('[AUTH-13] one address may fail 100 times, whatever accounts it tries; its successes do not count', async () => {
    const from = network();
    await failed(callerKey(from), 98);
    for (let n = 0; n < 3; n++) expect((await login(ctx.bea, PASSWORD, { 'CF-Connecting-IP': from })).status).toBe(200);
    expect(await guess(ctx.rex, from, 1)).toEqual([401]);
    expect(await guess(ctx.rita, from, 1)).toEqual([401]);
    expect(await guess(ctx.bea, from, 1)).toEqual([429]);
  });

  test('[AUTH-13] the next window starts anew', async () => {
    const from = network();
    await failed(`${ctx.rita.email}|${callerKey(from)}`, 10);
    expect(await guess(ctx.rita, from, 1)).toEqual([429]);
    pass(15 * 60_000);
    expect((await login(ctx.rita, PASSWORD, { 'CF-Connecting-IP': from })).status).toBe(200);
    pass(-15 * 60_000);
  });

  test('[AUTH-13] a network of IPv6 addresses is one caller', () => {
    expect(callerKey('2001:db8:1:2:aaaa::1')).toBe(callerKey('2001:0db8:0001:0002:ffff:1:2:3'));
    expect(callerKey('2001:db8::1')).toBe('2001:db8:0:0');
    expect(callerKey('2001:db8:1:3::1')).not.toBe(callerKey('2001:db8:1:2::1'));
    expect(callerKey('203.0.113.7')).toBe('203.0.113.7');
    expect(callerKey(undefined)).toBe('local');
  });

  test('[AUTH-13] the first filter answers 429 before anything is looked up', async () => {
    const strict = createApp({ ...ctx.deps, firstFilter: async () => false });
    const body = JSON.stringify({ email: ctx.rex.email, password: PASSWORD });
    expect((await strict.request('/api/auth/login', { method: 'POST', body })).status).toBe(429);
  });
});
