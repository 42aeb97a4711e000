import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type * as z from 'zod/mini';
import { mutators } from '../../sync/mutators.ts';
import { app } from '../../worker/app.ts';
import { ROUTES } from '../../worker/rest/routes.ts';
import { currentTrace } from '../../worker/services/trace.ts';
import { copiesOf } from '../support/copies.ts';
import { fingerprintsOf } from '../support/fingerprints.ts';
import { type Answer, call, createContext, type Person, type TestContext } from '../support/fixtures.ts';
import type { MutatorCell } from '../support/isolation-cells.ts';
import { MUTATORS, pushBody } from '../support/isolation-mutators.ts';
import { markOf, type Records, storeRecords, wordsOf } from '../support/isolation-records.ts';
import { CELLS, type RouteCell } from '../support/isolation-routes.ts';
import { type Call, substitutions } from '../support/isolation-substitutions.ts';

/** All callers are of one HOA, but for who signed out; `theirs` are the records of another, which no call may touch.
 * After a change the callers are those of a fresh HOA. */
let ctx: TestContext;
let theirs: Records;
let theirCookie: object;
let before: Map<string, string>;
/** Records of the HOA of who signed out, where nobody else calls. */
let left: Records;
let leftBefore: Map<string, string>;
let callers: Record<'anonymous' | 'signedOut' | 'resident' | 'board' | 'superadmin', Person | undefined>;

beforeAll(async () => {
  ctx = await createContext({ waitUntil: (work) => void work.catch(() => undefined) });
  const signedOutFrom = await createContext();
  const { sue: signedOut } = signedOutFrom;
  await ctx.db.execute({
    sql: 'UPDATE refresh_tokens SET revoked_at = created_at WHERE user_id = ?',
    args: [signedOut.id],
  });
  callers = { anonymous: undefined, signedOut, resident: ctx.rex, board: ctx.bea, superadmin: ctx.sue };
  theirs = await storeRecords(ctx, { board: ctx.olga, resident: ctx.otto });
  theirCookie = (await pull(ctx.olga, uuidv7())).body.cookie;
  before = await fingerprintsOf(ctx.db, theirs.hoa);
  left = await copyRecords(signedOutFrom);
  leftBefore = await fingerprintsOf(ctx.db, left.hoa);
});

const pull = (person: Person, clientGroupID: string, cookie: unknown = null) =>
  person.call('POST', '/api/replicache/pull', {
    pullVersion: 1,
    clientGroupID,
    cookie,
    profileID: '',
    schemaVersion: '1',
  });

test('[SEC-12] the matrix knows every route of the API and every mutator of the register, with all its arguments', () => {
  const routes = app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
    .map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(CELLS).sort()).toEqual([...new Set(routes)].sort());
  expect(Object.keys(MUTATORS).sort()).toEqual(Object.keys(mutators).sort());
  for (const [name, { input }] of Object.entries(mutators)) {
    const named = Object.keys(MUTATORS[name as keyof typeof MUTATORS].args(theirs));
    const known = Object.keys((input as unknown as z.ZodMiniObject).shape).filter((key) => key !== 'written_at');
    expect([name, named.sort()]).toEqual([name, known.sort()]);
  }
});

test('[SEC-12] a route says of access what its mutators hold', () => {
  for (const { route, access, mutators } of ROUTES.filter(({ mutators }) => mutators.length > 0)) {
    const cells = mutators.map((name) => MUTATORS[name]);
    const residentsMay = cells.some(({ resident }) => resident === 'ok');
    const boardMay = cells.some(({ board = 'ok' }) => board === 'ok');
    // An item that a resident owns is theirs to finish, which the verdict over another one does not say.
    const said = route === 'PUT /api/action-items/:id' ? 'board' : access;
    const photosOfBoard = route.startsWith('POST /api/violations/:id/photos');
    expect([route, said]).toEqual([
      route,
      residentsMay && !photosOfBoard ? 'person' : boardMay ? 'board' : 'superadmin',
    ]);
  }
});

const needsSignIn = ([, { statuses }]: [string, RouteCell]) => statuses.anonymous === 401 && statuses.resident !== 401;

test.for(Object.entries(CELLS).filter(needsSignIn))(
  '[SEC-12] %s: a sign-in that has ended gets 401, and no service is asked for it',
  async ([route, cell]) => {
    // The database's client took its fetch before. Jobs of other requests may call meanwhile.
    const { fetch } = globalThis;
    const askedFor: (string | undefined)[] = [];
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((...args) => {
      askedFor.push(currentTrace()?.id);
      return fetch(...args);
    });
    const { status, headers } = await send(route, 'signedOut', callOf(cell, left));
    spy.mockRestore();
    expect(status).toBe(401);
    expect(askedFor).not.toContain(headers.get('X-Request-Id'));
  },
);

test.for(Object.entries(CELLS))(
  '[SEC-12] [SEC-13] [SEC-14] %s: who may, and never in another HOA',
  async ([route, cell]) => {
    for (const role of ['anonymous', 'resident', 'board', 'superadmin'] as const) {
      const mine = await ownRecords();
      if (route.startsWith('GET /api/exports/hoa/')) await beginExport();
      for (const change of substitutions(callOf(cell, mine), mine, theirs)) {
        const [foreign, absent] = [await send(route, role, change.theirs), await send(route, role, change.absent)];
        const isAllowed = ![401, 403].includes(cell.statuses[role]);
        const what = `${role} naming another HOA's ${change.where}`;
        expect([what, foreign.status, foreign.body]).toEqual([what, absent.status, absent.body]);
        if (isAllowed) expect([what, foreign.status]).toEqual([what, 404]);
        expectNoLeak(what, foreign);
      }
      const answer = await send(route, role, callOf(cell, mine));
      if (!route.startsWith('GET') && answer.status < 300) own = undefined;
      expect([role, answer.status, answer.body?.message]).toEqual([role, cell.statuses[role], answer.body?.message]);
      expectNoLeak(role, answer);
    }
  },
);

test.for(Object.entries(MUTATORS))(
  '[SYNC-09] [SEC-12] [SEC-14] push %s: who may, and never in another HOA',
  async ([name, cell]) => {
    for (const role of ['resident', 'board', 'superadmin'] as const) {
      const mine = await ownRecords();
      const verdict = cell[role] ?? 'ok';
      for (const change of substitutions(cell.args(mine), mine, theirs)) {
        const [foreign, absent] = [await push(role, name, change.theirs), await push(role, name, change.absent)];
        const what = `${role} naming another HOA's ${change.where}`;
        expect([what, foreign]).toEqual([what, absent]);
        const isKept = verdict === 'ok' && cell.passesOver?.includes(change.where);
        if (isKept) for (const secret of secretsIn(JSON.stringify(change.theirs))) sentByCallers.add(secret);
        else if (verdict === 'ok') expect([what, foreign.code]).toEqual([what, 'not_found']);
      }
      await expectTaken(cell, role, name, mine);
      expect([role, await push(role, name, cell.args(mine))]).toMatchObject([role, { code: verdict }]);
      if (verdict === 'ok') own = undefined;
    }
  },
);

let own: Records | undefined;

/** Records of the callers' HOA that no change has touched yet. */
const ownRecords = async () => {
  if (own) return own;
  const fresh = await createContext({ waitUntil: (work) => void work.catch(() => undefined) });
  own = await copyRecords(fresh);
  Object.assign(callers, { resident: fresh.rex, board: fresh.bea, superadmin: fresh.sue });
  return own;
};

const copyRecords = copiesOf((ctx) => storeRecords(ctx, { board: ctx.bea, resident: ctx.rex }));

/** Its files are read once it has begun. */
const beginExport = async () =>
  expect((await callers.superadmin?.call('POST', '/api/exports/hoa', {}))?.status).toBe(201);

/** An id that another HOA uses answers as taken, without saying by whom. */
const expectTaken = async (cell: MutatorCell, role: Role, name: string, mine: Records) => {
  if (!cell.creates || (role !== 'anonymous' && role !== 'signedOut' && (cell[role] ?? 'ok') !== 'ok')) return;
  const answer = await push(role, name, { ...cell.args(mine), id: theirs[cell.creates] });
  expect([role, answer]).toEqual([role, { code: 'conflict', message: 'This id is already in use' }]);
};

test('[SEC-13] a device with the place in the log, the client group or the client id of another HOA gets nothing of it', async () => {
  for (const role of ['resident', 'board', 'superadmin'] as const) {
    const person = callers[role] as Person;
    expect((await pull(person, theirs.group)).status).toBe(403);
    expect(
      (
        await person.call(
          'POST',
          '/api/replicache/push',
          pushBody(theirs.group, 'dismissRefusal', { id: theirs.refusal }),
        )
      ).status,
    ).toBe(403);
    for (const cookie of [theirCookie, { ...theirCookie, seq: 0, acks: 0 }]) {
      const answer = await pull(person, uuidv7(), cookie);
      expect(answer.status).toBe(200);
      expectNoLeak(role, answer);
    }
  }
});

afterAll(async () => {
  // [SEC-13] After all of this every row of the other HOA is as it was.
  expect(await fingerprintsOf(ctx.db, theirs.hoa)).toEqual(before);
  // [SEC-12] And of the one of who signed out.
  expect(await fingerprintsOf(ctx.db, left.hoa)).toEqual(leftBefore);
});

type Role = keyof typeof callers;

const callOf = (cell: RouteCell, mine: Records): Call => ({
  ...(cell.id && { ':id': cell.id(mine) }),
  ...(cell.body && { body: cell.body(mine) }),
});

const send = async (route: string, role: Role, { ':id': id, body }: Call): Promise<Answer> => {
  const [method = '', path = ''] = route.split(' ');
  const { app } = ctx;
  return call(
    app,
    method,
    path.replace(':id', String(id)) + (CELLS[route]?.query ?? ''),
    body ?? (method === 'GET' ? undefined : {}),
    callers[role]?.token,
  );
};

/** Pushes one mutation from a new client group and returns its refusal code, or ok. */
const push = async (role: Role, name: string, args: object): Promise<{ code: string; message?: string }> => {
  const group = uuidv7();
  const { status } = await (callers[role] as Person).call('POST', '/api/replicache/push', pushBody(group, name, args));
  expect([name, status]).toEqual([name, 200]);
  const { rows } = await ctx.db.execute({
    sql: 'SELECT code, message FROM refusals WHERE client_group_id = ?',
    args: [group],
  });
  return rows[0] ? { code: String(rows[0].code), message: String(rows[0].message) } : { code: 'ok' };
};

const expectNoLeak = (what: string, { body }: Answer) => {
  const secrets = secretsIn(JSON.stringify(body) ?? '').filter((secret) => !sentByCallers.has(secret));
  expect([what, secrets]).toEqual([what, []]);
};

/** Ids that a record of the callers' own HOA keeps, as they named them. */
const sentByCallers = new Set<string>();

const secretsIn = (text: string): string[] =>
  [...wordsOf(theirs).values(), markOf(theirs.hoa), ctx.olga.email, ctx.otto.email].filter((one) => text.includes(one));
