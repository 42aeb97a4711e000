import { describe, expect, test } from 'vitest';
import { revokeUser } from '../../worker/auth/revoke.ts';
import { hashToken } from '../../worker/auth/secrets.ts';
import { readStatusAndMessage } from '../support/accounts.ts';
import { authForAll, cookieOf, HOUR } from '../support/auth.ts';
import type { Person } from '../support/fixtures.ts';

const { clock, ctx, pass, post, joined, signIn, refresh, profile, set } = authForAll();

describe('renewing a session', () => {
  test('[SESSION-13] refresh answers an access token and the user, and rotates the cookie', async () => {
    const { cookie } = await signIn(ctx.rex);
    const response = await refresh(cookie);
    const body = (await response.json()) as { accessToken: string; user: { id: string } };
    expect([response.status, body.user.id]).toEqual([200, ctx.rex.id]);
    expect(cookieOf(response)).not.toBe(cookie);
    expect((await profile(body.accessToken)).status).toBe(200);
    expect((await refresh(cookieOf(response))).status).toBe(200);
  });

  test('[SESSION-15] a lost answer signs nobody out: the spent token gives the same successor until that is used', async () => {
    const { cookie } = await signIn(ctx.rex);
    const successor = cookieOf(await refresh(cookie));
    for (const hours of [0, 1, 22.9]) {
      pass(hours * HOUR);
      const again = await refresh(cookie);
      expect([again.status, cookieOf(again)]).toEqual([200, successor]);
    }
    expect((await refresh(successor)).status).toBe(200);
  });

  test('[SESSION-15] a spent token stands for its unused successor for a day at most', async () => {
    const { cookie } = await signIn(ctx.rex);
    const successor = cookieOf(await refresh(cookie));
    pass(24 * HOUR + 1);
    expect(await readStatusAndMessage(await refresh(cookie))).toEqual([401, 'Session expired']);
    expect((await refresh(successor)).status).toBe(401);
  });

  test('[SESSION-15] a second tab with the spent token is given the newest one for ten seconds', async () => {
    const { cookie } = await signIn(ctx.rex);
    const second = await refresh(cookie);
    await use(second);
    pass(10_000);
    expect(cookieOf(await refresh(cookie))).toBe(cookieOf(second));
    const third = await refresh(cookieOf(second));
    expect(cookieOf(await refresh(cookie))).toBe(cookieOf(third));
  });

  test('[SESSION-12] of refreshes at once exactly one rotates, and all are given its successor', async () => {
    const { cookie } = await signIn(ctx.rex);
    const before = await tokensOf(ctx.rex);
    const answers = await Promise.all(Array.from({ length: 12 }, () => refresh(cookie)));
    expect(answers.map((answer) => answer.status)).toEqual(new Array(12).fill(200));
    expect(new Set(answers.map(cookieOf)).size).toBe(1);
    expect(await tokensOf(ctx.rex)).toBe(before + 1);
  });

  test.each([
    ['has been renewed', async (successor: Response) => void (await refresh(cookieOf(successor)))],
    ['has brought a token that was used', async (successor: Response) => void (await use(successor))],
  ])(
    '[SESSION-15] a spent token that comes after its successor %s ends its whole family, and no other',
    async (_how, useIt) => {
      const { cookie } = await signIn(ctx.rex);
      const elsewhere = await signIn(ctx.rex);
      const successor = await refresh(cookie);
      const { accessToken } = (await successor.clone().json()) as { accessToken: string };
      await useIt(successor);
      pass(10_001);
      const reuse = await refresh(cookie);
      expect(reuse.headers.get('set-cookie')).toMatch(/^__Host-porchlight=; .*Max-Age=0/);
      expect(await readStatusAndMessage(reuse)).toEqual([401, 'Session expired']);
      expect((await refresh(cookieOf(successor))).status).toBe(401);
      expect((await profile(accessToken)).status).toBe(401);
      expect((await refresh(elsewhere.cookie)).status).toBe(200);
    },
  );

  test('[SESSION-15] a sign-in ends 180 days after it began, however often it is renewed', async () => {
    const began = clock.at;
    let { cookie } = await signIn(ctx.rex);
    for (let days = 29; days < 180; days += 29) {
      clock.at = began + days * 24 * HOUR;
      cookie = cookieOf(await refresh(cookie));
    }
    clock.at = began + 180 * 24 * HOUR - 1;
    cookie = cookieOf(await refresh(cookie));
    clock.at = began + 180 * 24 * HOUR;
    expect(await readStatusAndMessage(await refresh(cookie))).toEqual([401, 'Session expired']);
    clock.at = began;
  });

  test('[SESSION-15] a refresh token lasts 30 days from its last use', async () => {
    const { cookie } = await signIn(ctx.rex);
    pass(30 * 86_400_000);
    const late = await refresh(cookie);
    pass(-30 * 86_400_000);
    expect(late.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(await readStatusAndMessage(late)).toEqual([401, 'Session expired']);
  });

  test.each(['', '__Host-porchlight=', '__Host-porchlight=unknown'])(
    '[SESSION-13] the cookie %o gets 401',
    async (cookie) => {
      expect(await readStatusAndMessage(await refresh(cookie))).toEqual([401, 'Session expired']);
    },
  );

  test('[SESSION-14] logout ends this sign-in alone, and needs none', async () => {
    const { cookie, accessToken } = await signIn(ctx.rex);
    const elsewhere = await signIn(ctx.rex);
    const response = await post('logout', { headers: { cookie } });
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await refresh(cookie)).status).toBe(401);
    expect((await profile(accessToken)).status).toBe(401);
    expect((await refresh(elsewhere.cookie)).status).toBe(200);
    expect((await post('logout')).status).toBe(204);
  });

  test.each([
    ['inactive', `status = 'inactive'`, 403],
    ['deleted', `status = 'inactive', deleted_at = '2026-01-01T00:00:00.000Z'`, 401],
  ])(
    '[SESSION-23] a user made %s gets 401 at the next call, and every sign-in of theirs ends',
    async (_how, change, refused) => {
      const person = await joined('Gus', 'resident');
      const [one, two] = [await signIn(person), await signIn(person)];
      await set(person, change);
      expect((await profile(one.accessToken)).status).toBe(401);
      expect((await refresh(one.cookie)).status).toBe(refused);
      await set(person, `status = 'active', deleted_at = NULL`);
      expect((await refresh(two.cookie)).status).toBe(401);
    },
  );

  test('[AUTH-55] every other sign-in of a user can be ended', async () => {
    const [here, there] = [await signIn(ctx.rita), await signIn(ctx.rita)];
    await revokeUser(ctx.deps, ctx.hoa_id, ctx.rita.id, here.family_id);
    expect((await refresh(here.cookie)).status).toBe(200);
    expect((await refresh(there.cookie)).status).toBe(401);
  });

  /** Calls with the access token of a renewal and waits until the server has recorded its use. */
  const use = async (renewal: Response): Promise<void> => {
    const { accessToken } = (await renewal.clone().json()) as { accessToken: string };
    expect((await profile(accessToken)).status).toBe(200);
    const hash = await hashToken(cookieOf(renewal).split('=')[1] ?? '');
    const sql = 'SELECT used_at FROM refresh_tokens WHERE token_hash = ?';
    await expect.poll(async () => (await ctx.db.execute({ sql, args: [hash] })).rows[0]?.used_at).toBeTruthy();
  };

  const tokensOf = async (person: Person) => {
    const { rows } = await ctx.db.execute({
      sql: 'SELECT count(*) AS n FROM refresh_tokens WHERE user_id = ?',
      args: [person.id],
    });
    return Number(rows[0]?.n);
  };
});
