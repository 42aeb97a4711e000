import { describe, expect, test } from 'vitest';
import { covers, SCOPES, type Scope, TOKEN_CALLS_PER_MINUTE } from '../../schema/api-tokens.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { ROUTES } from '../../worker/rest/routes.ts';
import { call, contextForAll, createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { create } from '../support/requests.ts';
import { email } from '../support/users.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const clock = { ahead: 0 };
// A minute into a rate window, so that none ends during a test.
const start = Math.floor(Date.now() / 60_000) * 60_000 + 1000;
const ctx = contextForAll(() => createContext({ now: () => new Date(start + clock.ahead) }));

type Made = { _id: string; token: string };
const make = async (scopes: string[], over: object = {}, person: Person = ctx.sue): Promise<Made> => {
  const { status, body } = await person.call('POST', '/api/tokens', { name: 'Accounting', scopes, ...over });
  expect([status, body.message]).toEqual([201, undefined]);
  return body as Made;
};
const ask = (token: string, method: string, path: string, body?: unknown, where: Pick<TestContext, 'app'> = ctx) =>
  call(where.app, method, path, body, token);
const listed = async () => (await ctx.sue.call('GET', '/api/tokens')).body.tokens as Record<string, unknown>[];

describe('[14.8] making a token', () => {
  test('it is shown once, and only its hash is stored', async () => {
    const { _id, token } = await make(['requests:read'], { days: 30 });
    expect(token).toMatch(/^plt_[\w-]{43}$/);
    const { rows } = await ctx.db.execute({ sql: 'SELECT * FROM api_tokens WHERE id = ?', args: [_id] });
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
    const list = JSON.stringify(await listed());
    expect(list).toContain(_id);
    expect(list).not.toContain(token.slice(4));
    expect((await listed()).find((one) => one._id === _id)).toMatchObject({
      name: 'Accounting',
      ending: token.slice(-4),
      scopes: ['requests:read'],
      owner: ctx.sue.name,
      expiresAt: new Date(start + 30 * DAY_MS).toISOString(),
      lastUsedAt: null,
    });
  });

  test.each([
    [{ name: ' ' }, 'name', 'Please enter a name for the token'],
    [{ scopes: [] }, 'scopes', 'Please choose what the token can do'],
    [{ scopes: ['passwords:write'] }, 'scopes.0', 'Unknown scope'],
    [{ days: 4000 }, 'days', 'Please choose when it expires'],
  ])('%j is refused', async (over, path, msg) => {
    const { status, body } = await ctx.sue.call('POST', '/api/tokens', { name: 'x', scopes: ['read'], ...over });
    expect([status, body.errors]).toEqual([400, [{ path, msg }]]);
  });

  test('the trail says who made and who revoked it', async () => {
    const { _id } = await make(['read']);
    expect((await ctx.sue.call('DELETE', `/api/tokens/${_id}`)).status).toBe(204);
    const { docs } = (await ctx.sue.call('GET', `/api/activity?entity_id=${_id}`)).body;
    expect(docs.map(({ action, actor_id, title }: Record<string, unknown>) => [action, actor_id, title])).toEqual([
      ['revokeApiToken', ctx.sue.id, 'Accounting'],
      ['createApiToken', ctx.sue.id, 'Accounting'],
    ]);
  });
});

describe('[14.8] calling with a token', () => {
  test('it acts as its person, as far as its scopes reach', async () => {
    const { token } = await make(['requests:write']);
    const { _id } = await create(ctx.rex);
    const reply = await ask(token, 'POST', `/api/requests/${_id}/comments`, { message: '<p>On its way</p>' });
    expect([reply.status, reply.body.comments[0].user_id]).toMatchObject([201, { _id: ctx.sue.id }]);
    expect((await ask(token, 'GET', '/api/requests')).body.docs.length).toBeGreaterThan(0);
    const refused = await ask(token, 'GET', '/api/invoices');
    expect([refused.status, refused.body.message]).toEqual([403, 'This API token lacks the scope invoices:read.']);
    const { docs } = (await ctx.sue.call('GET', `/api/activity?entity_id=${_id}&action=addRequestComment`)).body;
    expect(docs[0]).toMatchObject({ actor_id: ctx.sue.id, device: 'API token “Accounting”' });
  });

  test('to write is to read; `read` and `write` stand for all features', () => {
    const granted: [string[], Scope, boolean][] = [
      [['requests:read'], 'requests:write', false],
      [['requests:write'], 'requests:read', true],
      [['requests:write'], 'documents:read', false],
      [['read'], 'activity:read', true],
      [['read'], 'dues:write', false],
      [['write'], 'dues:read', true],
      [['write'], 'people:write', true],
      [[], 'dues:read', false],
    ];
    for (const [scopes, needed, expected] of granted)
      expect([scopes, needed, covers(scopes, needed)]).toEqual([scopes, needed, expected]);
  });

  test('what no scope names, no token may call, whatever it was granted', async () => {
    const where = await createContext();
    const tokens = await Promise.all([0, 1].map(() => make([...SCOPES], {}, where.sue)));
    const closed = ROUTES.filter(({ scope, needsActor }) => needsActor && !scope);
    expect(closed.length).toBeGreaterThan(25);
    for (const [at, { route }] of closed.entries()) {
      const [method = '', path = ''] = route.split(' ');
      const { token } = tokens[at % 2] as Made;
      const { status } = await ask(
        token,
        method,
        path.replace(/:\w+/, where.rex.id),
        method === 'GET' ? undefined : {},
        where,
      );
      expect([route, status]).toEqual([route, 403]);
    }
    const socket = { upgrade: 'websocket', 'sec-websocket-protocol': `porchlight, ${tokens[0]?.token}` };
    expect((await call(where.app, 'GET', '/api/realtime', undefined, undefined, socket)).status).toBe(401);
  });

  test('it invites residents, and decides nobody’s role or status', async () => {
    const { token } = await make(['people:write']);
    const invite = (role: string) => ask(token, 'POST', '/api/users/invite', { email: email(), role });
    expect((await invite('resident')).status).toBe(201);
    expect((await invite('superadmin')).status).toBe(403);
    expect((await invite('board')).status).toBe(403);
    const change = (body: object) => ask(token, 'PUT', `/api/users/${ctx.rita.id}`, body);
    expect((await change({ name: 'Rita Alvarez-Kim' })).status).toBe(200);
    expect((await change({ role: 'superadmin' })).status).toBe(403);
    expect((await change({ status: 'inactive' })).status).toBe(403);
    expect((await ask(token, 'DELETE', `/api/users/${ctx.rita.id}`)).status).toBe(403);
  });

  test('a board member’s acts as the board, however much it was granted; theirs alone are listed, and revoked by them', async () => {
    const bens = await make(['read', 'write'], {}, ctx.bea);
    const sues = await make(['read']);
    expect((await ask(bens.token, 'GET', '/api/accounts')).status).toBe(200);
    expect((await ask(bens.token, 'GET', '/api/activity')).status).toBe(403);
    const { tokens } = (await ctx.bea.call('GET', '/api/tokens')).body;
    expect(tokens.map(({ _id }: Made) => _id)).toContain(bens._id);
    expect(tokens.every(({ owner }: { owner: string }) => owner === ctx.bea.name)).toBe(true);
    expect((await listed()).map(({ _id }) => _id)).toEqual(expect.arrayContaining([bens._id, sues._id]));
    expect((await ctx.bea.call('DELETE', `/api/tokens/${sues._id}`)).status).toBe(404);
    expect((await ctx.bea.call('DELETE', `/api/tokens/${bens._id}`)).status).toBe(204);
    expect((await ask(bens.token, 'GET', '/api/accounts')).status).toBe(401);
    expect((await ctx.rex.call('POST', '/api/tokens', { name: 'x', scopes: ['read'] })).status).toBe(403);
  });

  test('it imports residents with their homes at once, and nobody else', async () => {
    const { token } = await make(['people:write'], {}, ctx.bea);
    const row = (role: string) => ({ resident_name: 'Ann Lee', resident_email: email(), role });
    const home = { street: '1 Import Way', unit: '4', is_rented: false };
    const mixed = await ask(token, 'POST', '/api/users/bulk', { users: [row('resident'), row('board')] });
    expect([mixed.status, mixed.body.code]).toEqual([403, 'token_not_allowed']);
    const done = await ask(token, 'POST', '/api/users/bulk', {
      users: [{ ...row('resident'), ...home }, row('resident')],
    });
    expect([done.status, done.body.summary]).toMatchObject([201, { usersCreated: 2, addressesCreated: 1 }]);
  });

  test('another HOA’s records are not there', async () => {
    const { token } = await make(['read', 'write']);
    const { _id } = await create(ctx.otto);
    expect((await ask(token, 'GET', `/api/requests/${_id}`)).status).toBe(404);
    expect((await ask(token, 'POST', `/api/requests/${_id}/comments`, { message: '<p>x</p>' })).status).toBe(404);
  });

  test('its last use is noted to the minute', async () => {
    const { _id, token } = await make(['read']);
    await ask(token, 'GET', '/api/requests');
    await expect
      .poll(async () => (await listed()).find((one) => one._id === _id)?.lastUsedAt)
      .toBe(new Date(start).toISOString());
  });

  test('beyond its calls of a minute it gets 429 with Retry-After, and others do not', async () => {
    const [one, other] = [await make(['read']), await make(['read'])];
    await ctx.db.execute({
      sql: 'INSERT INTO rate_limits (key, window_start, count) VALUES (?, ?, ?)',
      args: [`token:${one._id}`, Math.floor(start / 60_000) * 60, TOKEN_CALLS_PER_MINUTE - 1],
    });
    expect((await ask(one.token, 'GET', '/api/requests')).status).toBe(200);
    const { status, headers, body } = await ask(one.token, 'GET', '/api/requests');
    expect([status, body.retryAfter]).toEqual([429, Number(headers.get('Retry-After'))]);
    expect((await ask(other.token, 'GET', '/api/requests')).status).toBe(200);
  });
});

describe('[14.8] a token stops', () => {
  const works = async ({ token }: Made, where: TestContext = ctx) =>
    (await ask(token, 'GET', '/api/requests', undefined, where)).status;

  test('once revoked, and once expired', async () => {
    const [revoked, expired] = [await make(['read']), await make(['read'], { days: 7 })];
    expect(await works(revoked)).toBe(200);
    await ctx.sue.call('DELETE', `/api/tokens/${revoked._id}`);
    expect(await works(revoked)).toBe(401);
    clock.ahead = 7 * DAY_MS - 1000;
    expect(await works(expired)).toBe(200);
    clock.ahead = 7 * DAY_MS;
    expect(await works(expired)).toBe(401);
    clock.ahead = 0;
  });

  test('with its person: made a resident, deactivated, deleted; and does not come back with them', async () => {
    const where = await createContext();
    const sam = await where.join(where.hoa_id, 'Sam', 'superadmin');
    const made = await make(['read'], {}, sam);
    const set = (change: object) => where.sue.call('PUT', `/api/users/${sam.id}`, change);
    expect(await works(made, where)).toBe(200);
    const become = (role: string) =>
      where.db.execute({ sql: 'UPDATE users SET role = ? WHERE id = ?', args: [role, sam.id] });
    await become('board');
    expect(await works(made, where)).toBe(200);
    await become('resident');
    expect(await works(made, where)).toBe(401);
    await become('superadmin');
    expect((await set({ status: 'inactive' })).status).toBe(200);
    expect(await works(made, where)).toBe(401);
    await expect
      .poll(async () => {
        await drainOutbox(where.deps, { hoa_id: where.hoa_id, maxWaitMs: 0 });
        const sql = 'SELECT revoked_at FROM api_tokens WHERE id = ?';
        return (await where.db.execute({ sql, args: [made._id] })).rows[0]?.revoked_at;
      })
      .not.toBeNull();
    await where.db.execute({ sql: `UPDATE users SET status = 'active' WHERE id = ?`, args: [sam.id] });
    expect(await works(made, where)).toBe(401);
  });
});
