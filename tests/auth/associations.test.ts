import { describe, expect, test } from 'vitest';
import { ACTIVATION, accountsForAll, profile, readStatusAndMessage } from '../support/accounts.ts';
import { Device } from '../support/device.ts';
import { createHoa, type Person } from '../support/fixtures.ts';
import { storedKey } from '../support/limits.ts';
import { givePassword, PASSWORD } from '../support/passwords.ts';
import { nth, required } from '../support/required.ts';
import { email, setUser } from '../support/users.ts';

const harness = accountsForAll();
const OTHER = 'quite-another-1';
const WRONG = [401, 'Invalid email or password'];
const ASKED = 'You belong to several associations. Which one do you want to open?';

/** One person in both HOAs of the context, under one email. */
type Both = { email: string; here: Person; there: Person };

const inBoth = async ({ passwords = true } = {}): Promise<Both> => {
  const { ctx } = harness;
  const here = await ctx.join(ctx.hoa_id, 'Una', 'resident');
  const there = await ctx.join(ctx.olga.hoa_id, 'Una', 'board');
  await setUser(ctx, there, `email = '${here.email}'`);
  if (passwords) await givePassword(ctx.db, here, there);
  return { email: here.email, here, there };
};

const login = async (body: { email: string; password?: string; hoa_id?: string }) => {
  const answer = await harness.post('login', { password: PASSWORD, ...body });
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any answer; the test says what it expects.
  return { status: answer.status, cookie: answer.headers.get('set-cookie'), body: (await answer.json()) as any };
};
const offered = ({ body }: { body: { associations?: { id: string }[] } }) => body.associations?.map(({ id }) => id);

describe('signing in with an email of several HOAs', () => {
  test('[AUTH-06] [AUTH-11] where the password is right in both, it is asked which, and nobody is signed in yet', async () => {
    const { email, here, there } = await inBoth();
    const asked = await login({ email });
    expect([asked.status, asked.body.message, asked.cookie]).toEqual([409, ASKED, null]);
    expect(offered(asked)?.sort()).toEqual([here.hoa_id, there.hoa_id].sort());
    expect(asked.body.associations[0].name).toMatch(/^(Willow|Maple) /);
    expect(asked.body).not.toHaveProperty('accessToken');
    for (const person of [here, there]) {
      const { status, body } = await login({ email, hoa_id: person.hoa_id });
      expect([status, body.user.id, body.user.hoa_id, body.user.role]).toEqual([
        200,
        person.id,
        person.hoa_id,
        person.role,
      ]);
    }
  });

  test('[AUTH-09] only associations whose password it is are offered: another password opens its own at once', async () => {
    const { email, here, there } = await inBoth({ passwords: false });
    await givePassword(harness.ctx.db, here);
    expect((await login({ email })).body.user.id).toBe(here.id);
    expect(await readStatusAndMessage(await harness.post('login', { email, password: OTHER }))).toEqual(WRONG);
    expect((await login({ email, hoa_id: there.hoa_id })).status).toBe(401);
    expect((await login({ email, hoa_id: await createHoa(harness.ctx.db, 'Birch') })).status).toBe(401);
  });

  test('[AUTH-09] [AUTH-10] an invited, deleted or inactive account is not offered', async () => {
    for (const change of [`status = 'invited'`, `deleted_at = '2026-01-01T00:00:00.000Z'`, `status = 'inactive'`]) {
      const { email, here, there } = await inBoth();
      await setUser(harness.ctx, there, change);
      expect((await login({ email })).body.user.id).toBe(here.id);
    }
    const { email, here, there } = await inBoth();
    for (const person of [here, there]) await setUser(harness.ctx, person, `status = 'inactive'`);
    expect((await login({ email })).status).toBe(403);
  });

  test('[AUTH-11] the one used last comes first; a sixth account is reached by its own HOA alone', async () => {
    const { ctx } = harness;
    const one = email();
    const people: Person[] = [];
    for (let at = 0; at < 6; at += 1) {
      const person = await ctx.join(await createHoa(ctx.db, `Estate ${at}`), 'Max', 'superadmin');
      await setUser(ctx, person, `email = '${one}', last_login = '2026-01-0${at + 1}T00:00:00.000Z'`);
      people.push(person);
    }
    await givePassword(ctx.db, ...people);
    expect(offered(await login({ email: one }))).toEqual(
      people
        .slice(1)
        .reverse()
        .map(({ hoa_id }) => hoa_id),
    );
    expect((await login({ email: one, hoa_id: nth(people, 0).hoa_id })).status).toBe(200);
  });

  test('[AUTH-13] being asked is no failed attempt', async () => {
    const { email } = await inBoth();
    expect((await login({ email })).status).toBe(409);
    const sql = 'SELECT max(count) AS failures FROM rate_limits WHERE key LIKE ?';
    const { rows } = await harness.ctx.db.execute({
      sql,
      args: [`${await storedKey(harness.ctx.db, `login:${email}`)}%`],
    });
    expect(rows[0]?.failures).toBe(0);
  });
});

describe('a forgotten password of several accounts', () => {
  test('[AUTH-16] [AUTH-34] one mail names each HOA with its own link; one link changes one password', async () => {
    const { email, here, there } = await inBoth();
    expect((await harness.post('forgot-password', { email })).status).toBe(200);
    await harness.tokenTo(email);
    const { text } = required(harness.resend.sent.find(({ to }) => to[0] === email));
    const links = [...text.matchAll(/New Password for ((?:Willow|Maple) [\w-]+)[\s\S]*?token=([\w-]{43})/g)];
    expect(links.map(([, hoa]) => hoa?.split(' ')[0]).sort()).toEqual(['Maple', 'Willow']);
    const token = nth(required(links.find(([, hoa]) => hoa?.startsWith('Maple'))), 2);
    expect((await harness.post('reset-password', { token, password: OTHER })).status).toBe(200);
    expect((await login({ email, password: OTHER })).body.user.id).toBe(there.id);
    expect((await login({ email })).body.user.id).toBe(here.id);
    expect(await profile(harness.ctx.app, here)).toBe(200);
    expect(await profile(harness.ctx.app, there)).toBe(401);
  });

  test('[AUTH-18] an account that is not active gets no link', async () => {
    const { email, there } = await inBoth();
    await setUser(harness.ctx, there, `status = 'inactive'`);
    await harness.post('forgot-password', { email });
    await harness.tokenTo(email);
    const { text, html } = required(harness.resend.sent.find(({ to }) => to[0] === email));
    expect(new Set([...text.matchAll(/token=([\w-]{43})/g)].map(([, token]) => token)).size).toBe(1);
    expect(html).not.toContain('Maple');
  });
});

describe('people who move', () => {
  test('[USERS-20] [BULK-25] who was deleted in one HOA is invited by another, and by the same one again', async () => {
    const { ctx } = harness;
    const { body: una } = await ctx.bea.call('POST', '/api/users/invite', { email: email(), role: 'resident' });
    const first = await harness.activate(await harness.tokenTo(una.email));
    expect(first.status).toBe(200);
    await ctx.bea.call('DELETE', `/api/users/${una._id}`);
    expect(await harness.login(una.email, ACTIVATION.password)).toBe(401);

    const row = { resident_name: 'Una', resident_email: una.email, role: 'resident' };
    const added = await ctx.olga.call('POST', '/api/users/bulk', { users: [row] });
    expect([added.status, added.body.summary?.usersCreated]).toEqual([201, 1]);
    expect((await harness.activate(await harness.tokenTo(una.email, 2), { password: OTHER })).status).toBe(200);
    const there = await login({ email: una.email, password: OTHER });
    expect(there.body.user.hoa_id).toBe(ctx.olga.hoa_id);

    const again = await ctx.bea.call('POST', '/api/users/invite', { email: una.email, role: 'resident' });
    expect([again.status, again.body._id]).toEqual([201, una._id]);
    expect((await harness.activate(await harness.tokenTo(una.email, 3), { password: OTHER })).status).toBe(200);
    expect(offered(await login({ email: una.email, password: OTHER }))).toHaveLength(2);
  });
});

describe('one email in both HOAs', () => {
  test('[SEC-13] each account sees its own HOA, and the boards see their own row of the person alone', async () => {
    const { ctx } = harness;
    const both = await inBoth();
    const names = async (person: Person) => {
      const device = await new Device(ctx, person).sync();
      const hoas = device.store.rows('hoa').all.map(({ id }) => id);
      const people = device.store.rows('user').all.filter(({ email }) => email === both.email);
      await device.close();
      return { hoas, people: people.map(({ id }) => id) };
    };
    expect(await names(both.here)).toEqual({ hoas: [ctx.hoa_id], people: [both.here.id] });
    expect(await names(both.there)).toEqual({ hoas: [ctx.olga.hoa_id], people: [both.there.id] });
    expect(await names(ctx.bea)).toEqual({ hoas: [ctx.hoa_id], people: [both.here.id] });
    expect(await names(ctx.olga)).toEqual({ hoas: [ctx.olga.hoa_id], people: [both.there.id] });
  });

  test('[SEC-14] the other account is a 404, and what is done to one does nothing to the other', async () => {
    const { ctx } = harness;
    const both = await inBoth();
    for (const [caller, id] of [
      [ctx.bea, both.there.id],
      [both.there, both.here.id],
    ] as const) {
      expect((await caller.call('GET', `/api/users/${id}`)).status).toBe(404);
      expect((await caller.call('DELETE', `/api/users/${id}`)).status).toBe(404);
    }
    expect((await ctx.bea.call('DELETE', `/api/users/${both.here.id}`)).status).toBe(204);
    expect(await profile(ctx.app, both.there)).toBe(200);
    expect((await login({ email: both.email })).body.user.id).toBe(both.there.id);
  });
});
