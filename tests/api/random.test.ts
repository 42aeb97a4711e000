import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { SCOPES } from '../../schema/api-tokens.ts';
import { type CallMaker, callMaker, type DescribedRoute, describedRoutes } from '../support/api-calls.ts';
import { answerFaults, readDocument } from '../support/document.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { markOf, type Records, storeRecords, wordsOf } from '../support/isolation-records.ts';
import { CELLS, type RouteCell } from '../support/isolation-routes.ts';
import { type Random, randomOf } from '../support/random.ts';
import { required } from '../support/required.ts';
import { runs } from '../support/runs.ts';

/** Another seed: API_SEED=7 npm run test:unit -- tests/api/random.test.ts */
const FIRST = Number(process.env.API_SEED ?? 1);
const SEEDS = Array.from({ length: runs(1, 20) }, (_, at) => FIRST + at);
const CALLS = 300;

/** They need a service that is not there, end the HOA, or answer no document. */
const isLeftOut = (route: string): boolean =>
  Object.values(CELLS[route]?.statuses ?? {}).some((status) => status >= 500) || route === 'POST /api/hoa/leave';

const NO_PAYMENT_SERVICE = 'The payment service could not be reached.';

type World = {
  ctx: TestContext;
  mine: Records;
  theirs: Records;
  callers: Record<string, string>;
  random: Random;
  make: CallMaker;
};

const createWorld = async (seed: number): Promise<World> => {
  const ctx = await createContext({ waitUntil: (work) => void work.catch(() => undefined) });
  const [mine, theirs] = [
    await storeRecords(ctx, { board: ctx.bea, resident: ctx.rex }),
    await storeRecords(ctx, { board: ctx.olga, resident: ctx.otto }),
  ];
  const { body } = await ctx.sue.call('POST', '/api/tokens', { name: 'Random', scopes: [...SCOPES] });
  const callers = {
    resident: ctx.rex.token,
    board: ctx.bea.token,
    superadmin: ctx.sue.token,
    token: body.token,
  };
  const random = randomOf(seed);
  const [own, others] = [[...wordsOf(mine).values()], [...wordsOf(theirs).values()]];
  const ids = () => (random.chance(0.85) ? own : random.chance(0.6) ? others : [uuidv7()]);
  return { ctx, mine, theirs, callers, random, make: callMaker(random, ids) };
};

type Made = {
  route: string;
  caller: keyof World['callers'];
  path: string;
  isForeign: boolean;
  body?: string;
  type?: string;
};

/** The call that the operation describes, by whoever may, and the same with a part of it spoilt. */
const describedCalls = ({ mine, random, make }: World, { route, path, operation }: DescribedRoute): Made[] => {
  const cell: RouteCell | undefined = CELLS[route];
  const caller = random.pick((['superadmin', 'resident', 'token'] as const).filter((one) => mayCall(one, cell)));
  const to = path.replace(/\{\w+\}/g, cell?.id?.(mine) ?? uuidv7());
  const valid = { route, caller, path: to + (cell?.query ?? ''), isForeign: false };
  const body = cell?.body?.(mine);
  return [
    { ...valid, ...(body && { body: JSON.stringify(body), type: 'application/json' }) },
    { ...valid, path: to + make.queryOf(operation), ...make.spoiltBodyOf(operation, body) },
  ];
};

const mayCall = (caller: string, cell: RouteCell | undefined): boolean =>
  caller === 'superadmin' || (cell?.statuses[caller as 'resident'] ?? 403) < 400;

const makeCall = ({ mine, theirs, random, make, callers }: World, { route, path, operation }: DescribedRoute): Made => {
  const cell: RouteCell | undefined = CELLS[route];
  const kind = random.next();
  const isForeign = kind >= 0.6 && kind < 0.8 && cell?.id !== undefined;
  const named = cell?.id?.(isForeign ? theirs : mine);
  const id = kind < 0.8 && named ? named : make.hostilePath();
  return {
    route,
    caller: random.chance(0.05) ? 'anonymous' : random.pick(Object.keys(callers)),
    path: path.replace(/\{\w+\}/g, String(id)) + make.queryOf(operation),
    isForeign,
    ...make.bodyOf(operation, cell?.body?.(mine)),
  };
};

const send = async ({ ctx, callers }: World, { route, caller, path, body, type }: Made) => {
  const [method = ''] = route.split(' ');
  const token = callers[caller] ?? '';
  const answer = await ctx.app.request(path, {
    method,
    headers: { ...(type && { 'Content-Type': type }), ...(token && { Authorization: `Bearer ${token}` }) },
    ...(body !== undefined && method !== 'GET' && { body }),
  });
  const got = { status: answer.status, headers: answer.headers, text: await answer.text() };
  return { ...got, faults: answerFaults(DOCUMENT, operationOf(route), got) };
};

const DOCUMENT = readDocument();
const operationOf = (route: string) => {
  const [method = '', path = ''] = route.split(' ');
  return required(DOCUMENT.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]);
};

/** Whoever was signed out or removed by a call is replaced, so that the calls go on reaching what is behind the sign-in. */
const replace = async ({ ctx, callers }: World, caller: string) => {
  const roles = { resident: 'resident', board: 'board', superadmin: 'superadmin' } as const;
  if (!(caller in roles)) return;
  const person: Person = await ctx.join(ctx.hoa_id, 'Next Neumann', roles[caller as keyof typeof roles]);
  callers[caller] = person.token;
};

test.each(SEEDS)(
  '[SEC-12] [SEC-13] seed %i: no call is a 5xx, each answer fits the document, and another HOA stays hidden',
  async (seed) => {
    const world = await createWorld(seed);
    const { ctx, theirs, random } = world;
    const routes = describedRoutes().filter(({ route }) => !isLeftOut(route));
    const secrets = [markOf(theirs.hoa), ctx.olga.email, ctx.otto.email];
    const before = await rowsOf(ctx, theirs.hoa);
    const statuses = new Map<number, number>();
    const faults: string[] = [];
    const every = () => shuffled(random, routes).flatMap((route) => describedCalls(world, route));
    const calls = [...every(), ...Array.from({ length: CALLS }, () => makeCall(world, random.pick(routes)))];
    for (const [at, made] of calls.entries()) {
      const what = `call ${at}: ${made.caller} ${made.route} ${made.path.slice(0, 300)} ${made.body?.slice(0, 1500) ?? ''}`;
      const { status, text, faults: wrong } = await send(world, made).catch(asFailure);
      if (wrong.length > 0) faults.push(`${what}\n${status}: ${wrong.join('\n')}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status >= 500 && !text.includes(NO_PAYMENT_SERVICE)) faults.push(`${what}\n${text}`);
      if (secrets.some((secret) => text.includes(secret))) faults.push(`${what}\ntells of the other HOA: ${text}`);
      if (made.isForeign && status < 300) faults.push(`${what}\nanswers ${status} about a record of the other HOA`);
      if (status === 401) await replace(world, made.caller);
    }
    expect(faults).toEqual([]);
    expect(await rowsOf(ctx, theirs.hoa)).toEqual(before);
    // Else the calls would say nothing of what lies behind the checks.
    expect([...statuses].filter(([status]) => status < 300).reduce((sum, [, count]) => sum + count, 0)).toBeGreaterThan(
      CALLS / 10,
    );
  },
  600_000,
);

const asFailure = ({ message }: Error) => ({ status: 500, text: message, faults: [message] });

const shuffled = <T>(random: Random, list: readonly T[]): T[] =>
  list
    .map((one) => ({ one, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);

/** How many rows of an HOA each table has, and how often they were written. */
const rowsOf = async ({ db }: TestContext, hoa_id: string): Promise<unknown> => {
  const tables = [
    'users',
    'addresses',
    'requests',
    'violations',
    'documents',
    'dues',
    'invoices',
    'accounts',
    'entries',
    'payments',
    'meetings',
    'motions',
    'announcements',
  ];
  const answers = await db.batch(
    tables.map((name) => ({
      sql: `SELECT count(*) AS n, total(rev) AS revs FROM ${name} WHERE hoa_id = ?`,
      args: [hoa_id],
    })),
    'read',
  );
  return answers.map(({ rows }, at) => [tables[at], { ...rows[0] }]);
};
