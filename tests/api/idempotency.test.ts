import type { Client } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import { describe, expect, inject, test } from 'vitest';
import { SCOPES } from '../../schema/api-tokens.ts';
import { createApp } from '../../worker/app.ts';
import type { Deps } from '../../worker/deps.ts';
import { takesKey } from '../../worker/rest/idempotent.ts';
import { ROUTES } from '../../worker/rest/routes.ts';
import { sweep } from '../../worker/retention/sweep.ts';
import { call, contextForAll, createContext, type Person, withClock } from '../support/fixtures.ts';
import { storeRecords } from '../support/isolation-records.ts';
import { CELLS } from '../support/isolation-routes.ts';
import { randomOf } from '../support/random.ts';
import { required } from '../support/required.ts';
import { runs } from '../support/runs.ts';

const ctx = contextForAll();
const street = () => `${uuidv7().slice(-8)} Elm Way`;
const once = (key: string, body: unknown, token = ctx.bea.token, path = '/api/addresses', app = ctx.app) =>
  call(app, 'POST', path, body, token, { 'Idempotency-Key': key });
const countOf = async (street: string, { db } = ctx) =>
  (await db.execute({ sql: 'SELECT 1 FROM addresses WHERE street = ?', args: [street] })).rows.length;

describe('[14.8] a POST with an Idempotency-Key', () => {
  test('that is repeated is carried out once, and answered alike', async () => {
    const [key, body] = [uuidv7(), { street: street() }];
    const first = await once(key, body);
    const again = await once(`"${key}"`, body);
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
    expect([first.headers.get('Idempotent-Replayed'), again.headers.get('Idempotent-Replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(await countOf(body.street)).toBe(1);
  });

  test('that comes several times at once is carried out once', async () => {
    const [key, body] = [uuidv7(), { street: street() }];
    const answers = await Promise.all(Array.from({ length: 6 }, () => once(key, body)));
    const made = answers.filter(({ status }) => status === 201);
    expect(made.length).toBeGreaterThan(0);
    for (const answer of made) expect(answer.body).toEqual(made[0]?.body);
    for (const { status, body: refused } of answers)
      if (status !== 201) expect([status, refused.code]).toEqual([409, 'idempotency_key_in_use']);
    expect(await countOf(body.street)).toBe(1);
  });

  test('with another body or path under the key is refused', async () => {
    const [key, body] = [uuidv7(), { street: street() }];
    expect((await once(key, body)).status).toBe(201);
    for (const refused of [
      await once(key, { street: street() }),
      await once(key, body, ctx.bea.token, '/api/users/invite'),
    ])
      expect([refused.status, refused.body.code]).toEqual([409, 'idempotency_key_reused']);
  });

  test('has the key for itself: another person, token or HOA has its own', async () => {
    const key = uuidv7();
    const made = await ctx.sue.call('POST', '/api/tokens', { name: 'x', scopes: [...SCOPES] });
    for (const token of [ctx.bea.token, ctx.sue.token, made.body.token, ctx.olga.token]) {
      const { status, headers } = await once(key, { street: street() }, token);
      expect([status, headers.get('Idempotent-Replayed')]).toEqual([201, null]);
    }
  });

  test('that is refused leaves the key free', async () => {
    const key = uuidv7();
    expect((await once(key, { street: '' })).status).toBe(400);
    expect((await once(key, { street: street() })).status).toBe(201);
    const taken = uuidv7();
    expect((await once(taken, { street: street() }, ctx.rex.token)).status).toBe(403);
    const { rows } = await ctx.db.execute({ sql: 'SELECT 1 FROM idempotency_keys WHERE key = ?', args: [taken] });
    expect(rows).toEqual([]);
  });

  test.each(['', ' ', '"', '""', '"half', 'two words', 'k'.repeat(256), 'é', 'a"b'])(
    'of %j is refused',
    async (key) => {
      const { status, body } = await once(key, { street: street() });
      expect([status, body.code]).toEqual([400, 'invalid_idempotency_key']);
    },
  );

  test('is forgotten after 24 hours, and swept', async () => {
    const [key, body] = [uuidv7(), { street: street() }];
    await once(key, body);
    const later = withClock(ctx.deps, () => new Date(Date.now() + 24 * 3_600_000 + 1000));
    const { token } = (await ctx.sue.call('POST', '/api/tokens', { name: 'x', scopes: [...SCOPES], days: 30 })).body;
    const byToken = (deps: Deps) => once(key, { street: street() }, token, '/api/addresses', createApp(deps));
    await byToken(ctx.deps);
    expect((await byToken(later)).status).toBe(201);
    await sweep(later);
    const { rows } = await ctx.db.execute({
      sql: 'SELECT created_at FROM idempotency_keys WHERE key = ?',
      args: [key],
    });
    expect(rows.length).toBe(1);
  });

  test('keeps its answer where nobody reads it: a token that was shown once', async () => {
    const key = uuidv7();
    const body = { name: 'x', scopes: ['read'] };
    const { token } = (await once(key, body, ctx.sue.token, '/api/tokens')).body;
    expect((await once(key, body, ctx.sue.token, '/api/tokens')).body.token).toBe(token);
    const { rows } = await ctx.db.execute({ sql: 'SELECT * FROM idempotency_keys WHERE key = ?', args: [key] });
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
  });
});

describe('[14.8] a call that was cut off', () => {
  /** A database that is gone for this worker from the commit of the call on. */
  const cutAfterCommit = (db: Client): Client => {
    let isCut = false;
    return Object.assign(Object.create(db) as Client, {
      batch: async (...[statements, mode]: Parameters<Client['batch']>) => {
        if (isCut) throw new Error('cut off');
        const results = await db.batch(statements, mode);
        isCut = JSON.stringify(statements).includes('SET commits = commits + 1');
        return results;
      },
    });
  };
  const cutOff = async (key: string, body: unknown, path: string, person: Person) => {
    const app = createApp({ ...ctx.deps, db: cutAfterCommit(ctx.deps.db), log: () => {} });
    return (await call(app, 'POST', path, body, person.token, { 'Idempotency-Key': key })).status;
  };
  const aMinuteLater = () => createApp(withClock(ctx.deps, () => new Date(Date.now() + 61_000)));

  test('after its commit is answered by the next one, which commits nothing', async () => {
    const [key, body] = [uuidv7(), { street: street() }];
    expect(await cutOff(key, body, '/api/addresses', ctx.bea)).toBe(500);
    expect((await once(key, body)).body.code).toBe('idempotency_key_in_use');
    const { status, body: made } = await once(key, body, ctx.bea.token, '/api/addresses', aMinuteLater());
    expect([status, made.street]).toEqual([201, body.street]);
    expect(await countOf(body.street)).toBe(1);
  });

  test('after its commit says that the answer is lost, where it cannot be made again', async () => {
    const place = street();
    const person = { resident_name: 'Ann Lee', resident_email: `${uuidv7()}@example.test`, role: 'resident' };
    const [key, body] = [uuidv7(), { users: [{ ...person, street: place, is_rented: false }] }];
    await cutOff(key, body, '/api/users/bulk', ctx.bea);
    const { status, body: refused } = await once(key, body, ctx.bea.token, '/api/users/bulk', aMinuteLater());
    expect([status, refused.code]).toEqual([409, 'idempotency_answer_lost']);
    expect(await countOf(place)).toBe(1);
  });

  test('before its commit is carried out by the next one', async () => {
    const [key, body] = [uuidv7(), { street: street() }];
    let isDown = false;
    const db = Object.assign(Object.create(ctx.deps.db) as Client, {
      batch: async (...[statements, mode]: Parameters<Client['batch']>) => {
        if (isDown) throw new Error('cut off');
        const results = await ctx.deps.db.batch(statements, mode);
        isDown = JSON.stringify(statements).includes('INSERT INTO idempotency_keys');
        return results;
      },
    });
    const app = createApp({ ...ctx.deps, db, log: () => {} });
    expect((await once(key, body, ctx.bea.token, '/api/addresses', app)).status).toBe(500);
    expect((await once(key, body, ctx.bea.token, '/api/addresses', aMinuteLater())).status).toBe(201);
    expect(await countOf(body.street)).toBe(1);
  });
});

describe('[14.8] each POST that takes an Idempotency-Key', () => {
  const keyed = ROUTES.filter(takesKey);

  test('is most of them: the others have no owner of a key, a form of bytes, or numbers of their own', () => {
    const others = ROUTES.filter((route) => route.route.startsWith('POST') && !takesKey(route));
    for (const { access, body, tag } of others)
      expect(access === 'anyone' || body === 'file' || tag === 'Sync' || access === 'person').toBe(true);
    expect(keyed.length).toBeGreaterThan(80);
  });

  /** Some in each run, by the seed of the suite; all of them in `npm run test:long`. */
  const random = randomOf(inject('seed'));
  const sample = Array.from({ length: runs(10, 0) }, () => random.pick(keyed));

  test.each([...new Set(runs(0, 1) ? keyed : sample)].map(({ route }) => route))(
    '%s: repeated, it is answered alike',
    async (route) => {
      const cell = CELLS[route];
      if (!cell) return;
      const where = await createContext({ waitUntil: (work) => void work.catch(() => undefined) });
      const records = await storeRecords(where, { board: where.bea, resident: where.rex });
      const path = required(route.split(' ')[1]).replace(/:\w+/g, String(cell.id?.(records)));
      const body = cell.body?.(records) ?? {};
      for (const person of [where.rex, where.bea, where.sue]) {
        const key = uuidv7();
        const first = await once(key, body, person.token, path, where.app);
        if (first.status >= 400) continue;
        const again = await once(key, body, person.token, path, where.app);
        expect([again.status, again.headers.get('Idempotent-Replayed'), again.body]).toEqual([
          first.status,
          'true',
          first.body,
        ]);
        return;
      }
    },
  );
});
