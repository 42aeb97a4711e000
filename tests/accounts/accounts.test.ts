import { describe, expect, test } from 'vitest';
import { changeEmail, endSignIns, liftLimits, resetLink } from '../../local/accounts.ts';
import { checkLog } from '../../local/doctor/log.ts';
import { withoutEmails } from '../../sync/server/limits.ts';
import { saltOf } from '../../worker/auth/limits.ts';
import { authForAll } from '../support/auth.ts';
import { Device } from '../support/device.ts';
import { createHoa } from '../support/fixtures.ts';
import { givePassword } from '../support/passwords.ts';

const { ctx, now, joined, login, signIn, profile, refresh, post } = authForAll();
const deps = {
  get db() {
    return ctx.db;
  },
  now,
};
const trailOf = async (entity_id: string) => {
  const sql = 'SELECT action, actor_id, changes FROM activity WHERE entity_id = ? ORDER BY seq DESC LIMIT 1';
  const { rows } = await ctx.db.execute({ sql, args: [entity_id] });
  return rows.map(({ action, actor_id, changes }) => ({ action, actor_id, changes: JSON.parse(String(changes)) }));
};
const fresh = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}@example.test`;

describe('the operator changes the email of somebody whose mailbox is lost', () => {
  test('devices show it after their next sync, the list finds it, the trail says so, and the log is whole', async () => {
    const sam = await joined('Sam', 'superadmin');
    const device = await new Device(ctx, ctx.sue).sync();
    const email = fresh('new');
    await changeEmail(deps, { email: sam.email }, ` ${email.toUpperCase()} `);
    await device.sync();
    expect(device.store.rows('user').get(sam.id)?.email).toBe(email);
    await device.close();
    const found = await ctx.sue.call('GET', `/api/users?search=${encodeURIComponent(email)}`);
    expect(found.body.docs.map(({ _id }: { _id: string }) => _id)).toEqual([sam.id]);
    expect(await trailOf(sam.id)).toEqual([
      { action: 'changeEmail', actor_id: null, changes: { email: [sam.email, email] } },
    ]);
    const results = await checkLog({ db: ctx.db, now: now() });
    expect(results.filter((result) => result.includes(sam.id))).toEqual([]);
  });

  test('sign-ins and mailed links from before end, and the password signs in with the new email alone', async () => {
    const sam = await joined('Sam', 'superadmin');
    const { accessToken, cookie } = await signIn(sam);
    const links = async () =>
      (await ctx.db.execute({ sql: 'SELECT 1 FROM user_tokens WHERE user_id = ?', args: [sam.id] })).rows.length;
    await post('forgot-password', { body: { email: sam.email } });
    await expect.poll(links).toBe(1);
    const email = fresh('new');
    await changeEmail(deps, { email: sam.email }, email);
    expect([(await profile(accessToken)).status, (await refresh(cookie)).status]).toEqual([401, 401]);
    expect(await links()).toBe(0);
    expect([(await login(sam)).status, (await login({ email })).status]).toEqual([401, 200]);
  });

  test('an email that somebody else of the HOA has is refused, and so is one that is none', async () => {
    const [sam, kim] = [await joined('Sam', 'superadmin'), await joined('Kim', 'board')];
    await expect(changeEmail(deps, { email: sam.email }, kim.email)).rejects.toThrow('already exists');
    await expect(changeEmail(deps, { email: sam.email }, 'nonsense')).rejects.toThrow('valid email');
    await expect(changeEmail(deps, { email: fresh('nobody') }, fresh('new'))).rejects.toThrow('No account has');
    expect((await login(sam)).status).toBe(200);
  });

  test('where the email stands in two HOAs, one is named, and the other stays as it was', async () => {
    const sam = await joined('Sam', 'superadmin');
    const hoa = `Other ${crypto.randomUUID()}`;
    const other = await ctx.join(await createHoa(ctx.db, hoa), 'Sam', 'resident');
    await ctx.db.execute({ sql: 'UPDATE users SET email = ? WHERE id = ?', args: [sam.email, other.id] });
    await givePassword(ctx.db, other);
    const email = fresh('new');
    await expect(changeEmail(deps, { email: sam.email }, email)).rejects.toThrow('Add --hoa NAME');
    expect(await changeEmail(deps, { email: sam.email, hoa: hoa.toUpperCase() }, email)).toMatchObject({
      id: other.id,
    });
    const { rows } = await ctx.db.execute({ sql: 'SELECT id FROM users WHERE email = ?', args: [email] });
    expect(rows).toMatchObject([{ id: other.id }]);
  });
});

describe('the operator ends sign-ins', () => {
  test('of one account, and the trail says so', async () => {
    const [sam, kim] = [await joined('Sam', 'board'), await joined('Kim', 'board')];
    const [his, hers] = [await signIn(sam), await signIn(kim)];
    await endSignIns(deps, { email: sam.email });
    expect([(await profile(his.accessToken)).status, (await profile(hers.accessToken)).status]).toEqual([401, 200]);
    expect(await trailOf(sam.id)).toMatchObject([{ action: 'endSession', actor_id: null }]);
  });

  test('of one HOA, and no other', async () => {
    const name = `Cedar ${crypto.randomUUID()}`;
    const hoa_id = await createHoa(ctx.db, name);
    const [lee, sam] = [await ctx.join(hoa_id, 'Lee', 'board'), await joined('Sam', 'board')];
    const [theirs, his] = [await signIn(lee), await signIn(sam)];
    expect(await endSignIns(deps, { hoa: name })).toContain(`everyone in ${name}`);
    expect([(await refresh(theirs.cookie)).status, (await refresh(his.cookie)).status]).toEqual([401, 200]);
    expect(await trailOf(hoa_id)).toMatchObject([{ action: 'endSession' }]);
    await expect(endSignIns(deps, { hoa: 'No such place' })).rejects.toThrow('No association');
  });
});

test('the operator lifts what was counted against an account: it signs in at once', async () => {
  const sam = await joined('Sam', 'board');
  const headers = { 'CF-Connecting-IP': '203.0.113.77' };
  for (let n = 0; n < 10; n += 1) await login(sam, 'not-the-password', headers);
  expect((await login(sam, undefined, headers)).status).toBe(429);
  await liftLimits(deps, { email: sam.email });
  expect((await login(sam, undefined, headers)).status).toBe(200);
});

test('the operator lifts the limits of nobody whose email or id merely ends or begins alike', async () => {
  const sam = await joined('Sam', 'board');
  const mark = crypto.randomUUID();
  const salt = await saltOf(ctx.db);
  const own = [
    `login:${sam.email}|*`,
    `login:${sam.email}|${mark}`,
    `forgot:${sam.email}`,
    `uploads/user/${sam.id}`,
    `password:${sam.id}|x`,
  ];
  const others = [
    `login:jo${sam.email}|*`,
    `login:${sam.email}.nz|*`,
    `forgot:jo${sam.email}`,
    `login:solution ${sam.id}`,
    `x/user/1${sam.id}`,
  ];
  const sql = 'INSERT INTO rate_limits (key, window_start, count) VALUES (?, ?, 1)';
  await ctx.db.batch(
    [...own, ...others].map((key) => ({ sql, args: [withoutEmails(key, salt), 4_000_000_000] })),
    'write',
  );
  await liftLimits(deps, { email: sam.email });
  const { rows } = await ctx.db.execute('SELECT key FROM rate_limits WHERE window_start = 4000000000');
  expect(rows.map(({ key }) => String(key)).sort()).toEqual(others.map((key) => withoutEmails(key, salt)).sort());
  await ctx.db.execute('DELETE FROM rate_limits WHERE window_start = 4000000000');
});

describe('the operator gives a link where no email can be sent', () => {
  const config = () => ({ jwtSecret: ctx.deps.config.jwtSecret, publicUrl: ctx.deps.config.publicUrl });
  const choose = (token: string) => post('reset-password', { body: { token, password: 'another horse battery 7' } });

  test('by it, once, a new password is chosen, and the trail says so', async () => {
    const sam = await joined('Sam', 'resident');
    const { link } = await resetLink(deps, { email: sam.email }, config());
    expect(await trailOf(sam.id)).toEqual([{ action: 'requestPasswordReset', actor_id: null, changes: {} }]);
    const token = String(new URL(link).searchParams.get('token'));
    expect((await choose(token)).status).toBe(200);
    expect((await choose(token)).status).toBe(400);
    expect((await login(sam, 'another horse battery 7')).status).toBe(200);
  });

  test('nobody gets one who is not active', async () => {
    await expect(resetLink(deps, { email: fresh('none') }, config())).rejects.toThrow(/^No account has the email/);
  });
});
