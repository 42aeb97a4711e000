import { Secret, TOTP } from 'otpauth';
import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { SCOPES } from '../../schema/api-tokens.ts';
import { ENTER_CODE } from '../../sync/users/step-up.ts';
import { ROUTES } from '../../worker/rest/routes.ts';
import { type Api, testBothApis } from '../support/apis.ts';
import { call, createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { givePassword, PASSWORD } from '../support/passwords.ts';
import { email, userRow } from '../support/users.ts';

const SET_UP_FIRST = 'Set up two-step verification in your profile first. You can do this once it’s on.';

const FRESH_MS = 600_000;

const OK = { ok: true };
const ASKED = { ok: false, code: 'second_factor', message: ENTER_CODE };
const WAITS = { ok: false, code: 'forbidden', message: SET_UP_FIRST };

const clock = { ahead: 0 };
// A minute into a rate window, so that none ends during a test.
const start = Math.floor(Date.now() / 900_000) * 900_000 + 60_000;
const now = () => new Date(start + clock.ahead);
const onClock = () => {
  clock.ahead = 0;
  return { now };
};

/** Sets a second factor up, and returns how to enter a code of it. */
const addFactor = async (ctx: TestContext, person: Person) => {
  await givePassword(ctx.db, person);
  const { secret } = (await person.call('POST', '/api/auth/second-factor', { password: PASSWORD })).body;
  const code = () => {
    clock.ahead += 30_000;
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() });
  };
  expect((await person.call('POST', '/api/auth/second-factor/confirm', { code: code() })).status).toBe(200);
  return async () => void (await person.call('POST', '/api/auth/second-factor/check', { code: code() }));
};
/** As if the codes had been entered that long ago. */
const goBy = ({ db }: TestContext, ms = FRESH_MS + 1) =>
  db.execute({
    sql: `UPDATE second_factor_checks SET checked_at = strftime('%Y-%m-%dT%H:%M:%fZ', ?, ?)`,
    args: [now().toISOString(), `-${ms / 1000} seconds`],
  });

/** As the API names it: REST calls a refusal that asks for a code 'forbidden'. */
const like = (api: Api, outcome: typeof ASKED) => ({
  ...outcome,
  code: api.name === 'REST' ? 'forbidden' : outcome.code,
});

const superadminsOf = async ({ db, hoa_id }: TestContext) => {
  const sql = `SELECT count(*) AS count FROM users WHERE hoa_id = ? AND role = 'superadmin' AND status <> 'inactive' AND deleted_at IS NULL`;
  return Number((await db.execute({ sql, args: [hoa_id] })).rows[0]?.count);
};

testBothApis(
  'what makes a superadmin, leaving and the setting need a code entered within ten minutes',
  async (api, ctx) => {
    const { sue, rita, db, hoa_id } = ctx;
    const check = await addFactor(ctx, sue);
    const asleep = await ctx.join(hoa_id, 'Asleep', 'superadmin', 'inactive');
    await db.execute({ sql: `UPDATE users SET last_login = created_at WHERE id = ?`, args: [asleep.id] });
    const deleted = await ctx.join(hoa_id, 'Deleted', 'superadmin');
    expect(await api.act(sue, 'deleteUser', { id: deleted.id })).toEqual(OK);
    const name = String(
      (await db.execute({ sql: 'SELECT name FROM hoas WHERE id = ?', args: [hoa_id] })).rows[0]?.name,
    );
    const acts = [
      ['inviteUser', () => ({ id: uuidv7(), email: email(), role: 'superadmin' })],
      ['inviteUser', () => ({ id: uuidv7(), email: deleted.email, role: 'superadmin' })],
      ['updateUser', () => ({ id: rita.id, role: 'superadmin' })],
      ['updateUser', () => ({ id: asleep.id, status: 'active' })],
      ['requireSecondFactors', () => ({ required: true })],
      ['requireSecondFactors', () => ({ required: false })],
      ['leaveHoa', () => ({ name })],
    ] as const;
    await goBy(ctx);
    const before = await superadminsOf(ctx);
    for (const [mutation, args] of acts) expect(await api.act(sue, mutation, args())).toEqual(like(api, ASKED));
    expect(await superadminsOf(ctx)).toBe(before);
    for (const [mutation, args] of acts) {
      await check();
      expect([mutation, await api.act(sue, mutation, args())]).toEqual([mutation, OK]);
      await goBy(ctx);
    }
    expect(await superadminsOf(ctx)).toBe(before + 4);
  },
  onClock,
);

testBothApis(
  'the rest of what a superadmin does with people needs no code, nor does who has no second factor',
  async (api, ctx) => {
    const { sue, rex, rita } = ctx;
    const other = await ctx.join(ctx.hoa_id, 'Other', 'superadmin');
    await addFactor(ctx, sue);
    await goBy(ctx);
    expect(await api.act(sue, 'inviteUser', { id: uuidv7(), email: email(), role: 'board' })).toEqual(OK);
    expect(await api.act(sue, 'updateUser', { id: rex.id, role: 'board' })).toEqual(OK);
    expect(await api.act(sue, 'updateUser', { id: other.id, name: 'Another' })).toEqual(OK);
    expect(await api.act(other, 'updateUser', { id: rita.id, role: 'superadmin' })).toEqual(OK);
  },
  onClock,
);

testBothApis(
  'a superadmin made by another one waits for their own second factor, the first of an HOA does not',
  async (api, ctx) => {
    const { sue, rita } = ctx;
    expect(await api.act(sue, 'updateUser', { id: rita.id, role: 'superadmin' })).toEqual(OK);
    expect(await userRow(ctx, rita.email)).toMatchObject({ needs_second_factor: 1 });
    expect(await userRow(ctx, sue.email)).toMatchObject({ needs_second_factor: 0 });
    const invite = () => api.act(rita, 'inviteUser', { id: uuidv7(), email: email(), role: 'superadmin' });
    expect(await invite()).toEqual(WAITS);
    expect((await rita.call('POST', '/api/tokens', { name: 'x', scopes: ['read'] })).body.message).toBe(SET_UP_FIRST);
    await addFactor(ctx, rita);
    expect(await invite()).toEqual(OK);
    expect((await rita.call('POST', '/api/tokens', { name: 'x', scopes: ['read'] })).status).toBe(201);
  },
  onClock,
);

testBothApis(
  'with the setting every superadmin waits for a second factor, until it is off again',
  async (api, ctx) => {
    const { sue, bea } = ctx;
    const other = await ctx.join(ctx.hoa_id, 'Other', 'superadmin');
    const set = (person: Person, required: boolean) => api.act(person, 'requireSecondFactors', { required });
    const exported = async () => (await other.call('POST', '/api/exports/hoa')).status;
    expect(await set(bea, true)).toMatchObject({ code: 'forbidden' });
    expect(await exported()).toBe(201);
    expect(await set(sue, true)).toEqual(OK);
    expect([await exported(), await set(other, false), await set(sue, false)]).toEqual([403, WAITS, WAITS]);
    await addFactor(ctx, other);
    expect([await exported(), await set(other, false)]).toEqual([201, OK]);
    expect((await sue.call('POST', '/api/exports/hoa')).status).toBe(201);
  },
  onClock,
);

/** Calls of REST that change no records: their body, and their status once they may begin. */
const CALLS: Record<string, [body: object | undefined, status: number]> = {
  'POST /api/exports/hoa': [undefined, 201],
  'POST /api/tokens': [{ name: 'x', scopes: ['read'] }, 201],
  'POST /api/webhook-endpoints': [{}, 400],
  'PUT /api/webhook-endpoints/:id': [{}, 404],
  'POST /api/webhook-endpoints/:id/rotate-secret': [undefined, 404],
  'POST /api/stripe-connect/create-account': [undefined, 502],
  'POST /api/stripe-connect/refresh-onboarding': [undefined, 404],
  'POST /api/subscriptions/create-billing-portal': [undefined, 404],
  'PUT /api/hoa/second-factor': [{ required: false }, 204],
  'POST /api/hoa/leave': [{ name: 'another' }, 400],
};

describe('every call that asks for a code', () => {
  const each = async (ctx: TestContext, by: { token: string }) => {
    const answers: [string, number, unknown][] = [];
    for (const [route, [body]] of Object.entries(CALLS)) {
      const [method = '', path = ''] = route.split(' ');
      const answer = await call(ctx.app, method, path.replace(':id', uuidv7()), body, by.token);
      answers.push([route, answer.status, answer.body?.second_factor ?? answer.body?.message]);
    }
    return answers;
  };

  test('is in this list, by what its document says', () => {
    const said = ROUTES.filter(({ notes = '' }) => notes.includes('must have entered a code within ten minutes')).map(
      ({ route }) => route,
    );
    expect(Object.keys(CALLS)).toEqual(expect.arrayContaining(said));
  });

  test('refuses a stale sign-in, who must have a second factor and has none, and every API token', async () => {
    const ctx = await createContext(onClock());
    const { sue, rita } = ctx;
    const { token } = (await sue.call('POST', '/api/tokens', { name: 'x', scopes: [...SCOPES] })).body;
    await addFactor(ctx, sue);
    await sue.call('PUT', `/api/users/${rita.id}`, { role: 'superadmin' });
    await goBy(ctx);
    const routes = Object.keys(CALLS);
    expect(await each(ctx, sue)).toEqual(routes.map((route) => [route, 403, true]));
    expect(await each(ctx, rita)).toEqual(routes.map((route) => [route, 403, SET_UP_FIRST]));
    expect((await each(ctx, { token })).map(([, status]) => status)).toEqual(routes.map(() => 403));
    for (const [path, body] of [
      ['POST /api/users/invite', { email: email(), role: 'superadmin' }],
      [`PUT /api/users/${ctx.rex.id}`, { role: 'superadmin' }],
    ] as const) {
      const [method = '', where = ''] = path.split(' ');
      expect((await call(ctx.app, method, where, body, token)).status).toBe(403);
    }
  });

  test('works with a code', async () => {
    const ctx = await createContext(onClock());
    const check = await addFactor(ctx, ctx.sue);
    await goBy(ctx);
    await check();
    const expected = Object.entries(CALLS).map(([route, [, status]]) => [route, status]);
    expect((await each(ctx, ctx.sue)).map(([route, status]) => [route, status])).toEqual(expected);
  });

  test('an export that was begun with a code goes on for an hour', async () => {
    const ctx = await createContext(onClock());
    const { sue } = ctx;
    await addFactor(ctx, sue);
    expect((await sue.call('POST', '/api/exports/hoa')).status).toBe(201);
    await goBy(ctx);
    for (const page of ['records?entity=user', 'files'])
      expect((await sue.call('GET', `/api/exports/hoa/${page}`)).status).toBe(200);
    await goBy(ctx, 60 * 60_000 + 1);
    for (const page of ['records?entity=user', 'files'])
      expect((await sue.call('GET', `/api/exports/hoa/${page}`)).body).toMatchObject({ second_factor: true });
  });
});
