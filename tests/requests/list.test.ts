import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import { REQUEST_CATEGORIES, REQUEST_STATUSES } from '../../schema/requests.ts';
import { fold } from '../../sync/list.ts';
import { searchTextOf } from '../../sync/server/tables.ts';
import { createContext, type TestContext } from '../support/fixtures.ts';
import { explainList } from '../support/lists.ts';
import { create, list, update } from '../support/requests.ts';
import { onDevice } from '../support/rows-on-device.ts';
import { runs } from '../support/runs.ts';

describe('the list', () => {
  let full: TestContext;
  beforeAll(async () => {
    full = await createContext();
    for (let at = 1; at <= 12; at += 1) {
      const category = REQUEST_CATEGORIES[at % REQUEST_CATEGORIES.length];
      const { _id } = await create(at % 3 ? full.rex : full.rita, { title: `Request ${at}`, category });
      if (at > 6) await update(full.bea, _id, { status: 'resolved' });
    }
  });
  const titles = async (query: string, person = full.bea) =>
    (await list(person, query)).docs.map(({ title }: { title: string }) => title);

  test('[REQ-35] [API-08] [LIST-03] pages of ten, newest first', async () => {
    const { docs, ...paging } = await list(full.bea);
    const more = { hasNextPage: true, next: expect.any(String) };
    expect(paging).toEqual({ page: 1, limit: 10, totalPages: 2, totalDocs: 12, ...more });
    expect(docs).toHaveLength(10);
    expect(docs[0].title).toBe('Request 12');
    const last = await list(full.bea, '?page=2');
    expect(last).toMatchObject({ page: 2, hasNextPage: false, totalDocs: 12 });
    expect(last.docs.map(({ title }: { title: string }) => title)).toEqual(['Request 2', 'Request 1']);
    expect(await list(full.bea, '?page=3')).toMatchObject({ docs: [], page: 3, hasNextPage: false });
  });

  test.each([
    ['?limit=101', 1, 100],
    ['?limit=100000', 1, 100],
    ['?limit=0&page=0', 1, 10],
    ['?limit=-5&page=-1', 1, 10],
    ['?limit=ten&page=one', 1, 10],
    ['?limit=2.5&page=1e999', 1, 10],
    ['?limit=&page=', 1, 10],
    ['?page=99999999999', 1_000_000, 10],
  ])('[API-08] %s reads as page %i of %i', async (query, page, limit) => {
    expect(await list(full.bea, query)).toMatchObject({ page, limit, totalDocs: 12 });
  });

  test('[REQ-35] sort, category and status', async () => {
    expect((await titles('?sort=createdAt'))[0]).toBe('Request 1');
    expect((await titles('?sort=-createdAt'))[0]).toBe('Request 12');
    expect(await titles('?category=Inquiry')).toEqual(['Request 10', 'Request 6', 'Request 2']);
    expect(await titles('?category=Inquiry,Maintenance&status=open&sort=createdAt')).toEqual([
      'Request 2',
      'Request 4',
      'Request 6',
    ]);
    expect(await titles('?category=Inquiry&category=Maintenance&status=open')).toHaveLength(3);
    expect((await list(full.bea, '?status=open,resolved')).totalDocs).toBe(12);
    expect((await list(full.bea, '?status=closed')).totalDocs).toBe(0);
    expect((await list(full.bea, '?status=no_such,open')).code).toBe('invalid_input');
    expect((await list(full.bea, '?category=,&status=')).totalDocs).toBe(12);
    expect(await titles('?status=open', full.rita)).toEqual(['Request 6', 'Request 3']);
  });

  test('[LIST-06] search is a case-insensitive part of the trimmed title, and nothing more than that', async () => {
    expect(await titles('?search=%20QUEST%2011%20')).toEqual(['Request 11']);
    expect((await list(full.bea, '?search=%20%20')).totalDocs).toBe(12);
    for (const search of ['%25', '_', '*', "'", '"; DROP TABLE requests; --', 'Stuck'])
      expect((await list(full.bea, `?search=${encodeURIComponent(search)}`)).totalDocs).toBe(0);
    expect((await full.bea.call('GET', `/api/requests?search=${'x'.repeat(201)}`)).status).toBe(400);
  });

  test('[REQ-33] paging counts only what the resident may see', async () => {
    expect(await list(full.rita, '?limit=3')).toMatchObject({ totalDocs: 4, totalPages: 2, hasNextPage: true });
  });

  test('[REQ-35] it asks the database through its indexes, in one round trip', async () => {
    for (const [person, index] of [
      [full.bea, 'requests_newest'],
      [full.rex, 'requests_owner'],
    ] as const) {
      const plans = (
        await explainList(full, person, '/api/requests?search=q&status=open,resolved&category=Inquiry')
      ).map(({ plan }) => plan);
      expect(plans.flat().filter((step) => /^SCAN (?!t$|r$|json_each)/.test(step))).toEqual([]);
      for (const plan of plans.slice(1)) expect(plan).toContainEqual(expect.stringContaining(`USING INDEX ${index} `));
    }
  });
});

/** Letters whose two cases are a trap: of one byte and three, of one letter and two, of no case, of four bytes. */
const LETTERS = [...'aAbBiIkKsSéÉßẞåÅÅKİıжЖǆǅǄ𐐀𐐨日e\u0301Σσς %_\'"\\.'];

/** Terms that are found by the person or the home. */
const HOMES = ['Rex Okafor', 'okafor rex', 'RITA', 'willow', 'Willow Lane, Unit', 'lane rita', 'unit'];

describe('search and order, asked of SQL and of rows alike', () => {
  const query = fc.record({
    search: fc.oneof(fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 3 }), fc.constantFrom(...HOMES)),
    category: fc.subarray([...REQUEST_CATEGORIES]),
    status: fc.subarray([...REQUEST_STATUSES]),
    sort: fc.constantFrom('newest', 'oldest', 'title', '-title', 'category', '-status'),
  });
  type Query = typeof query extends fc.Arbitrary<infer Q> ? Q : never;

  const stored = fc.record({
    title: fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 8 }),
    category: fc.constantFrom(...REQUEST_CATEGORIES),
    status: fc.constantFrom(...REQUEST_STATUSES),
    created_at: fc.integer({ min: 1, max: 9 }).map((day) => `2030-01-0${day}T00:00:00.000Z`),
    mine: fc.boolean(),
    atHome: fc.boolean(),
  });

  const addressOf = ({ search, category, status, sort }: Query, page: number, limit: number) =>
    `/api/requests?${new URLSearchParams({
      search,
      category: category.join(','),
      status: status.join(','),
      sort: sort === 'oldest' ? 'createdAt' : sort,
      page: String(page),
      limit: String(limit),
    })}`;

  test('[REQ-35] [LIST-05] [LIST-06] REST answers every query as the device does, for the board and for residents', async () => {
    const ctx = await createContext();
    const { rex, rita, bea, db, hoa_id } = ctx;
    const rows = fc.sample(stored, { seed: 35, numRuns: 150 }).map(({ mine, atHome, ...row }) => ({
      ...row,
      id: uuidv7(),
      user_id: mine ? rex.id : rita.id,
      address_id: atHome ? rita.address_id : null,
    }));
    const insert = `INSERT INTO requests (id, hoa_id, user_id, address_id, title, description, category, status, created_at, search_text)
      VALUES (?, ?, ?, ?, ?, 'x', ?, ?, ?, ?)`;
    await db.batch(
      rows.map((row) => ({
        sql: insert,
        args: [
          row.id,
          hoa_id,
          row.user_id,
          row.address_id,
          row.title,
          row.category,
          row.status,
          row.created_at,
          searchTextOf('request', row),
        ],
      })),
      'write',
    );
    const answered = async (asked: Query, person: typeof rex, limit: number) => {
      const ids: string[] = [];
      for (let page = 1; ; page += 1) {
        const { body } = await person.call('GET', addressOf(asked, page, limit));
        ids.push(...body.docs.map(({ _id }: { _id: string }) => _id));
        if (!body.hasNextPage) return { ids, total: body.totalDocs };
      }
    };
    const devices = new Map([
      [bea, await onDevice(ctx, bea, 'request', rows)],
      [
        rex,
        await onDevice(
          ctx,
          rex,
          'request',
          rows.filter((row) => row.user_id === rex.id),
        ),
      ],
    ]);
    await fc.assert(
      fc.asyncProperty(query, fc.constantFrom(bea, rex), fc.constantFrom(7, 100), async (asked, person, limit) => {
        const ids = devices.get(person)?.(asked) ?? [];
        expect(await answered(asked, person, limit)).toEqual({ ids, total: ids.length });
      }),
      { seed: 6, numRuns: runs(40, 150) },
    );
  });

  test('[LIST-06] a term of 40 different Greek or Cyrillic letters is searched for like any other', async () => {
    const { bea } = await createContext();
    const letters = [...'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИЙКЛМНОП'].join('');
    const { _id } = await create(bea, { title: `Lift ${letters}` });
    for (const search of [letters, letters.toLowerCase()]) {
      const { docs } = await list(bea, `?search=${encodeURIComponent(search)}`);
      expect(docs.map((doc: { _id: string }) => doc._id)).toEqual([_id]);
    }
  });

  test('[LIST-06] rows of an older database are searched like any other: the migration folds every letter as the device does', async () => {
    const { db, hoa_id, rex } = await createContext();
    const cased = Array.from({ length: 0x110000 }, (_, point) => point)
      .filter((point) => point < 0xd800 || point > 0xdfff)
      .map((point) => String.fromCodePoint(point))
      .filter((char) => fold(char) !== char || fold(char.toUpperCase()) !== fold(char));
    const titles = chunks([...cased, ...LETTERS, 'Σ', 'σ', 'ς'], 40).map((letters) => letters.join(''));
    const insert = `INSERT INTO requests (id, hoa_id, user_id, title, description, category, status, created_at)
      VALUES (?, ?, ?, ?, 'x', 'Inquiry', 'open', '2030-01-01T00:00:00.000Z')`;
    await db.batch(
      titles.map((title) => ({ sql: insert, args: [uuidv7(), hoa_id, rex.id, title] })),
      'write',
    );
    await db.batch(foldingOf('requests', hoa_id), 'write');
    const { rows } = await db.execute({
      sql: 'SELECT title, search_text FROM requests WHERE hoa_id = ?',
      args: [hoa_id],
    });
    expect(rows).toHaveLength(titles.length);
    for (const { title, search_text } of rows) expect(search_text).toBe(fold(String(title)));
  });
});

const chunks = <T>(all: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

/** The statements of the migration that fill a table's search text, for one HOA's rows alone. */
const foldingOf = (table: string, hoa_id: string): string[] => {
  const migration = readFileSync(join(import.meta.dirname, '../../migrations/0008_folded_search.sql'), 'utf8');
  const statements = migration.split('--> statement-breakpoint').map((sql) => sql.trim().replace(/;$/, ''));
  const ofHoa = (sql: string) => `${sql} ${sql.includes('WHERE `search_text`') ? 'AND' : 'WHERE'} hoa_id = '${hoa_id}'`;
  return statements.flatMap((sql) => {
    if (sql.startsWith(`UPDATE \`${table}\``)) return [ofHoa(sql)];
    return sql.includes('folded_letters') && !sql.startsWith('UPDATE') ? [sql] : [];
  });
};
