import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../worker/rest/routes.ts';
import { contextForAll, createContext, type Person } from '../support/fixtures.ts';
import { type Records, storeRecords } from '../support/isolation-records.ts';
import { CELLS } from '../support/isolation-routes.ts';
import { type Random, randomOf } from '../support/random.ts';
import { required } from '../support/required.ts';
import { runs } from '../support/runs.ts';

type Doc = { _id: string; [field: string]: unknown };
type Page = { docs: Doc[]; totalDocs: number; hasNextPage: boolean; next: string | null };

const LONG_AGO = '2001-01-01T00:00:00Z';

const asked = async (person: Person, path: string, query: Record<string, string> = {}): Promise<Page> => {
  const all = new URLSearchParams(query);
  const { status, body } = await person.call('GET', `${path}${path.includes('?') ? '&' : '?'}${all}`);
  expect([path, query, status, body.message]).toEqual([path, query, 200, undefined]);
  return body;
};

/** All that follows a page, by cursors. `between` happens before each further page. */
const followed = async (
  person: Person,
  path: string,
  query: Record<string, string> = {},
  between: () => unknown = () => undefined,
): Promise<{ docs: Doc[]; next: string | null }> => {
  const docs: Doc[] = [];
  let { cursor } = query;
  for (;;) {
    const page = await asked(person, path, { ...query, ...(cursor && { cursor }) });
    docs.push(...page.docs);
    if (!page.hasNextPage) return { docs, next: page.next };
    cursor = required(page.next);
    await between();
  }
};

const idsOf = (docs: readonly Doc[]) => docs.map(({ _id }) => _id);

const LISTS = ROUTES.filter(({ answers }) => Array.isArray(answers[200])).map(({ route }) => route);

describe('[14.8] every list', () => {
  const ctx = contextForAll();
  let records: Records;
  beforeAll(async () => {
    records = await storeRecords(ctx, { board: ctx.sue, resident: ctx.rex });
    const paid = await ctx.sue.call('PUT', `/api/invoices/${records.invoice}/status`, { status: 'paid' });
    expect(paid.status).toBe(200);
  });
  const pathOf = (route: string) =>
    required(route.split(' ')[1]).replace(':id', CELLS[route]?.id?.(records) ?? '') +
    (route === 'GET /api/invoices' ? '?of=all' : '');

  test('there are', () => {
    expect(LISTS.length).toBeGreaterThan(16);
  });

  test.each(LISTS)('%s has the same rows by cursors, by pages and by changes', async (route) => {
    const path = pathOf(route);
    const whole = await asked(ctx.sue, path, { limit: '100' });
    expect(whole.docs.length).toBeGreaterThan(0);
    expect([whole.hasNextPage, whole.next]).toEqual([false, null]);
    const byCursor = await followed(ctx.sue, path, { limit: '1' });
    expect(idsOf(byCursor.docs)).toEqual(idsOf(whole.docs));
    expect(byCursor.next).toBeNull();
    if (whole.docs.length > 1) {
      const second = await asked(ctx.sue, path, { limit: '1', page: '2' });
      expect(idsOf(second.docs)).toEqual(idsOf(whole.docs.slice(1, 2)));
    }
    const byChange = await followed(ctx.sue, path, { limit: '2', updated_since: LONG_AGO });
    expect(idsOf(byChange.docs).sort()).toEqual(idsOf(whole.docs).sort());
    const then = { updated_since: LONG_AGO, limit: '2', cursor: required(byChange.next) };
    expect((await asked(ctx.sue, path, then)).docs).toEqual([]);
  });

  test.each(LISTS)('%s refuses cursors that it did not make for this query', async (route) => {
    const path = pathOf(route);
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const { next } = await asked(ctx.sue, path, { limit: '1', updated_since: LONG_AGO });
    const own = JSON.parse(Buffer.from(required(next), 'base64url').toString());
    const hostile: Record<string, string>[] = [
      ...['', 'x', '%00', 'e30', encoded(null), encoded({ ...own, keys: [] })].map((cursor) => ({ cursor })),
      { cursor: required(next) },
      ...[
        { ...own, instance: uuidv7() },
        { ...own, keys: ["1' OR 1=1"] },
        { ...own, keys: [0.5] },
        { ...own, keys: [{}] },
        { ...own, keys: ['\ud800'] },
        { ...own, page: -1 },
      ].map((forged) => ({ updated_since: LONG_AGO, cursor: encoded(forged) })),
    ];
    for (const query of hostile) {
      const { status, body } = await ctx.sue.call(
        'GET',
        `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ limit: '1', ...query })}`,
      );
      expect([query, status, body.code]).toEqual([query, 400, 'invalid_cursor']);
    }
  });

  test('refuses a time that is none, and keeps its limit', async () => {
    expect((await ctx.sue.call('GET', '/api/requests?updated_since=yesterday')).body.errors[0].path).toBe(
      'updated_since',
    );
    const limits = (await ctx.sue.call('GET', '/api/requests?limit=9999')).body.limit;
    expect(limits).toBe(100);
  });
});

const SEEDS = Array.from({ length: runs(2, 30) }, (_, at) => at + 1);

const MOST_ADDED = 30;

const newRequest = (random: Random) => ({
  title: `${random.pick(['Lamp', 'Gate', 'Pool'])} ${random.below(20)}`,
  description: '<p>x</p>',
  category: 'Other',
});

/** The bodies that make a row of a list, and the queries of that list. */
const GROWING: Record<string, { queries: Record<string, string>[]; make(random: Random): object }> = {
  '/api/requests': { queries: [{}, { sort: 'createdAt' }, { search: 'gate' }], make: newRequest },
  '/api/addresses': {
    queries: [{}],
    make: (random) => ({
      street: `${random.below(30)} Oak Street`,
      unit_number: random.chance(0.5) ? `${random.below(1000)}` : undefined,
    }),
  },
  '/api/action-items': {
    queries: [{}],
    make: (random) => ({
      title: 'Do it',
      owner_name: 'Ann',
      due_on: random.chance(0.4) ? null : `2030-01-0${1 + random.below(5)}`,
    }),
  },
};

describe('[14.8] paging by cursor', () => {
  test.each(SEEDS.flatMap((seed) => Object.keys(GROWING).map((path) => [path, seed] as const)))(
    '%s, seed %i: misses and doubles nothing that was there, whatever is added meanwhile',
    async (path, seed) => {
      const ctx = await createContext();
      const random = randomOf(seed);
      const { queries, make } = required(GROWING[path]);
      const add = async () => {
        const { status, body } = await ctx.sue.call('POST', path, make(random));
        expect([201, 409]).toContain(status);
        return body;
      };
      let added = 0;
      for (let n = 0; n < 12; n += 1) await add();
      for (const query of queries) {
        const before = idsOf((await asked(ctx.sue, path, { ...query, limit: '100' })).docs);
        const { docs } = await followed(ctx.sue, path, { ...query, limit: String(1 + random.below(4)) }, async () => {
          added += 1;
          if (added < MOST_ADDED && random.chance(0.7)) await add();
        });
        const found = idsOf(docs);
        expect(new Set(found).size).toBe(found.length);
        expect(found.filter((id) => before.includes(id))).toEqual(before);
      }
    },
  );
});

describe('[14.8] updated_since', () => {
  test.each(SEEDS)('seed %i: who follows a list has each record as it is in the end', async (seed) => {
    const ctx = await createContext();
    const random = randomOf(seed);
    const ids: string[] = [];
    const change = async () => {
      const kind = random.below(3);
      const id = random.pickIfAny(ids);
      if (kind === 0 || !id) ids.push((await ctx.rex.call('POST', '/api/requests', newRequest(random))).body._id);
      else if (kind === 1)
        await ctx.bea.call('PUT', `/api/requests/${id}`, { status: random.pick(['open', 'in_progress', 'resolved']) });
      else await ctx.rex.call('POST', `/api/requests/${id}/comments`, { message: '<p>And?</p>' });
    };
    const mirror = new Map<string, Doc>();
    const query: Record<string, string> = { updated_since: LONG_AGO, limit: '2' };
    for (let round = 0; round < 4; round += 1) {
      for (let n = 0; n < 4; n += 1) await change();
      const { docs, next } = await followed(ctx.bea, '/api/requests', query, () => random.chance(0.5) && change());
      for (const doc of docs) mirror.set(doc._id, doc);
      query.cursor = required(next);
    }
    const { docs } = await followed(ctx.bea, '/api/requests', query);
    for (const doc of docs) mirror.set(doc._id, doc);
    const all = (await asked(ctx.bea, '/api/requests', { limit: '100' })).docs;
    expect([...mirror.values()].sort((a, b) => (a._id < b._id ? 1 : -1))).toEqual(
      all.sort((a, b) => (a._id < b._id ? 1 : -1)),
    );
  });

  test('has what has changed since a time, and nothing from before', async () => {
    const ctx = await createContext();
    const minute = 80_000_000 + Number.parseInt(ctx.hoa_id.slice(-5), 16);
    const early = (await ctx.rex.call('POST', '/api/requests', newRequest(randomOf(1)))).body._id;
    await ctx.db.execute({
      sql: "INSERT INTO sync_log_minutes SELECT ?, seq FROM sqlite_sequence WHERE name = 'sync_log'",
      args: [minute],
    });
    const updated_since = new Date((minute + 5) * 60_000).toISOString();
    const since = async () => idsOf((await asked(ctx.bea, '/api/requests', { updated_since })).docs);
    expect(await since()).toEqual([]);
    const late = (await ctx.rex.call('POST', '/api/requests', newRequest(randomOf(2)))).body._id;
    expect(await since()).toEqual([late]);
    await ctx.bea.call('PUT', `/api/requests/${early}`, { status: 'in_progress' });
    expect(await since()).toEqual([late, early]);
    await ctx.db.execute({ sql: 'DELETE FROM sync_log_minutes WHERE minute = ?', args: [minute] });
  });

  test('finds a minute that each commit notes', async () => {
    const ctx = await createContext();
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const made = (await ctx.rex.call('POST', '/api/requests', newRequest(randomOf(1)))).body._id;
    expect(idsOf((await asked(ctx.bea, '/api/requests', { updated_since: hourAgo })).docs)).toEqual([made]);
    const { rows } = await ctx.db.execute(
      'SELECT count(*) AS n FROM sync_log_minutes WHERE minute >= unixepoch() / 60 - 1',
    );
    expect(Number(required(rows[0]).n)).toBeGreaterThan(0);
  });

  test('tells residents nothing of what the board writes among itself', async () => {
    const ctx = await createContext();
    const id = (await ctx.rex.call('POST', '/api/requests', newRequest(randomOf(1)))).body._id;
    const query: Record<string, string> = { updated_since: LONG_AGO };
    query.cursor = required((await followed(ctx.rex, '/api/requests', query)).next);
    const reply = (is_public: boolean) =>
      ctx.bea.call('POST', `/api/requests/${id}/comments`, { message: '<p>Hm</p>', is_public });
    expect((await reply(false)).status).toBe(201);
    expect((await asked(ctx.rex, '/api/requests', query)).docs).toEqual([]);
    expect((await reply(true)).status).toBe(201);
    expect(idsOf((await asked(ctx.rex, '/api/requests', query)).docs)).toEqual([id]);
  });
});
