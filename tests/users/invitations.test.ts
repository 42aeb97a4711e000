import { describe, expect, test } from 'vitest';
import type { Tx } from '../../sync/tx.ts';
import { transactAsSystem } from '../../worker/transact.ts';
import { ACTIVATION, accountsForAll, createAccountHarness, readStatusAndMessage } from '../support/accounts.ts';
import { Device } from '../support/device.ts';
import { call } from '../support/fixtures.ts';
import { nth, required } from '../support/required.ts';
import { email, invite, setUser, userRow } from '../support/users.ts';

const DAY = 24 * 60;
const INVALID = [400, 'Invalid activation token'];

const harness = accountsForAll();

const invited = async () => {
  const user = await invite(harness.ctx.bea);
  return { ...user, link: await harness.tokenTo(user.email) } as { id: string; email: string; link: string };
};

describe('the invitation', () => {
  test('[USERS-21] [AUTH-37] [SEC-19] it is mailed with a link to the public address, and says for how long', async () => {
    const user = await invited();
    const mail = required(harness.resend.sent.find(({ to }) => to[0] === user.email));
    const link = `http://localhost:8787/invite/accept?token=${user.link}`;
    for (const body of [mail.html, mail.text]) {
      expect(body).toContain(link);
      expect(body).toContain('7 days');
      expect(body).toContain('Willow');
      expect(body).not.toContain('the-token-of-each');
    }
    expect(mail.html).toContain(`href="${link}"`);
    expect(mail.subject).toMatch(/^You’re invited to join Willow/);
  });

  test('[AUTH-34] [SEC-18] its token is stored as a hash alone, and nothing of it in the outbox', async () => {
    const { link } = await invited();
    const tables = await Promise.all(
      ['user_tokens', 'outbox'].map((table) => harness.ctx.db.execute(`SELECT * FROM ${table}`)),
    );
    expect(JSON.stringify(tables.map(({ rows }) => rows))).not.toContain(link);
  });

  test('[USERS-38] [USERS-39] sent again, the newer link works and the earlier one no longer', async () => {
    const user = await invited();
    const answer = await harness.ctx.bea.call('POST', `/api/users/${user.id}/resend-invite`);
    expect([answer.status, answer.body]).toEqual([200, { message: 'Invitation resent successfully' }]);
    const newer = await harness.tokenTo(user.email, 2);
    expect(newer).not.toBe(user.link);
    expect(await readStatusAndMessage(await harness.activate(user.link))).toEqual(INVALID);
    expect((await harness.activate(newer)).status).toBe(200);
  });

  test('[USERS-39] [USERS-38] who is not invited is sent none', async () => {
    const { bea, rex } = harness.ctx;
    const answer = await bea.call('POST', `/api/users/${rex.id}/resend-invite`);
    expect(answer.status).toBe(409);
    expect((await bea.call('POST', '/api/users/nobody/resend-invite')).status).toBe(404);
  });

  test('[USERS-39] work that is done twice, or late, mails nobody twice and ends no newer link', async () => {
    const user = await invited();
    const asked = async (when: string, key: string) => {
      const payload = { ids: [user.id], at: when };
      const ask = async (tx: Tx) => tx.after({ kind: 'mailInvitations', key, payload });
      await transactAsSystem(harness.deps, harness.ctx.hoa_id, ask, { action: null });
      await harness.drain();
    };
    await asked('2026-01-01T00:00:00.000Z', 'late');
    const made = await harness.ctx.db.execute({
      sql: 'SELECT created_at FROM user_tokens WHERE user_id = ?',
      args: [user.id],
    });
    await asked(String(made.rows[0]?.created_at), 'twice');
    expect(harness.resend.received()[user.email]).toBe(1);
    expect((await harness.activate(user.link)).status).toBe(200);
    await asked(new Date().toISOString(), 'after activation');
    expect(harness.resend.received()[user.email]).toBe(1);
  });

  test('[USERS-21] [BULK-34] one address that the provider refuses holds up none of the others', async () => {
    const users = Array.from({ length: 5 }, () => ({
      resident_name: 'Ann',
      resident_email: email(),
      role: 'resident',
    }));
    harness.resend.invalid.add(nth(users, 2).resident_email);
    const { status } = await harness.ctx.bea.call('POST', '/api/users/bulk', { users });
    expect(status).toBe(201);
    for (const [index, { resident_email }] of users.entries()) {
      if (index === 2) continue;
      const token = await harness.tokenTo(resident_email);
      expect((await harness.activate(token)).status).toBe(200);
    }
    expect(harness.resend.received()[nth(users, 2).resident_email]).toBeUndefined();
  });
});

describe('activating', () => {
  test('[AUTH-46] [AUTH-50] it sets name and password, makes active and signs in', async () => {
    const user = await invited();
    const response = await harness.activate(user.link);
    const { token, user: seen, ...rest } = (await response.json()) as { token: string; user: Record<string, unknown> };
    expect([response.status, rest]).toEqual([200, {}]);
    expect(seen).toMatchObject({
      _id: user.id,
      name: 'Ada Byron',
      email: user.email,
      status: 'active',
      role: 'resident',
    });
    expect(response.headers.get('set-cookie')).toMatch(/^__Host-porchlight=.*HttpOnly/);
    expect((await call(harness.ctx.app, 'GET', '/api/auth/profile', undefined, token)).status).toBe(200);
    expect(await harness.login(user.email, ACTIVATION.password)).toBe(200);
    expect((await userRow(harness.ctx, user.id)).last_login).not.toBeNull();
  });

  test('[AUTH-50] the board sees them become active on their devices', async () => {
    const user = await invited();
    const device = await new Device(harness.ctx, harness.ctx.bea).sync();
    expect(device.store.rows('user').get(user.id)).toMatchObject({ status: 'invited' });
    await harness.activate(user.link);
    await device.sync();
    expect(device.store.rows('user').get(user.id)).toMatchObject({ status: 'active', name: 'Ada Byron' });
    await device.close();
  });

  test('[AUTH-49] [AUTH-50] a link works once; of several calls at once exactly one wins', async () => {
    const user = await invited();
    const answers = await Promise.all([1, 2, 3, 4].map((n) => harness.activate(user.link, { name: `Name ${n}` })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 400, 400, 400]);
    expect(await readStatusAndMessage(await harness.activate(user.link))).toEqual(INVALID);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await userRow(harness.ctx, user.id)).name).toBe(`Name ${winner + 1}`);
  });

  test('[AUTH-49] [AUTH-47] after seven days the link is no longer good', async () => {
    const own = await createAccountHarness(harness.ctx.db);
    const { email: theirs } = await invite(own.ctx.bea);
    const link = await own.tokenTo(theirs);
    own.advance(7 * DAY - 5);
    expect(await readStatusAndMessage(await own.activate(link, { password: 'short' }))).not.toEqual(INVALID);
    own.advance(6);
    expect(await readStatusAndMessage(await own.activate(link))).toEqual(INVALID);
    await own.resend.close();
  });

  test.each([
    ['set inactive', { status: 'inactive' }],
    ['deleted', undefined],
  ])(
    '[AUTH-50] [USERS-29] who was %s meanwhile cannot accept, nor with the old link once invited anew',
    async (_how, change) => {
      const { bea } = harness.ctx;
      const user = await invited();
      const path = `/api/users/${user.id}`;
      await (change ? bea.call('PUT', path, { name: 'Una', ...change }) : bea.call('DELETE', path));
      expect(await readStatusAndMessage(await harness.activate(user.link))).toEqual(INVALID);
      await invite(bea, { email: user.email });
      const newer = await harness.tokenTo(user.email, 2);
      expect(await readStatusAndMessage(await harness.activate(user.link))).toEqual(INVALID);
      expect((await harness.activate(newer)).status).toBe(200);
    },
  );

  test('[AUTH-47] [AUTH-50] unknown tokens, reset tokens and those of users made active otherwise are alike', async () => {
    const user = await invited();
    await setUser(harness.ctx, user, `status = 'active'`);
    for (const token of [user.link, 'no-such-token', '', 'x'.repeat(500), undefined, 7])
      expect(await readStatusAndMessage(await harness.activate(token as string))).toEqual(INVALID);
  });

  test.each([
    ['[AUTH-39]', { name: ' ' }, 'Name is required'],
    ['[AUTH-43]', { password: 'short1' }, 'Password must be at least 8 characters'],
    ['[AUTH-43]', { password: `a1${'x'.repeat(71)}` }, 'Password cannot exceed 72 characters'],
    ['[AUTH-40]', { password: 'only-letters' }, 'Password must contain at least one letter and one number'],
    ['[AUTH-40]', { password: '1234567890' }, 'Password must contain at least one letter and one number'],
  ])('%s [AUTH-56] [API-11] %j', async (_id, over, message) => {
    expect(await readStatusAndMessage(await harness.activate('some-token', over))).toEqual([400, message]);
  });

  test('[AUTH-57] [AUTH-40] all of 72 characters count', async () => {
    const user = await invited();
    const long = 'lanterns along the pond, '.repeat(3).slice(0, 70);
    const password = `${long}1x`;
    expect((await harness.activate(user.link, { password })).status).toBe(200);
    expect(await harness.login(user.email, `${long}1y`)).toBe(401);
    expect(await harness.login(user.email, password)).toBe(200);
  });

  test('[SESSION-15] [AUTH-46] another site cannot activate in our name', async () => {
    const user = await invited();
    const headers = { Origin: 'https://evil.example' };
    const response = await harness.post('activate', { token: user.link, ...ACTIVATION }, headers);
    expect([response.status, response.headers.get('set-cookie')]).toEqual([403, null]);
  });

  test('[AUTH-13] too many attempts answer 429', async () => {
    const headers = { 'CF-Connecting-IP': '198.51.100.7' };
    const answers = [];
    for (let n = 0; n < 11; n += 1)
      answers.push(await harness.post('activate', { token: 'guess', ...ACTIVATION }, headers));
    expect(answers.map(({ status }) => status)).toEqual([...new Array(10).fill(400), 429]);
    expect((await readStatusAndMessage(nth(answers, 10)))[1]).toMatch(
      /^Too many attempts\. Please try again in \d+ minutes?\.$/,
    );
  });
});
