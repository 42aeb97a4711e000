import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import { ANNOUNCEMENT_CATEGORIES, ANNOUNCEMENT_STATUSES, AUDIENCE_TYPES } from '../../schema/announcements.ts';
import type { Announcement } from '../../schema/tables/announcements.ts';
import * as rules from '../../sync/announcements/entity.ts';
import { searchTextOf } from '../../sync/server/tables.ts';
import { isVisible } from '../../sync/tx.ts';
import { create, list, read, titles } from '../support/announcements.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { explainList } from '../support/lists.ts';
import { nth } from '../support/required.ts';
import { runs } from '../support/runs.ts';

type Stored = Pick<
  Announcement,
  'id' | 'title' | 'category' | 'status' | 'audience_type' | 'custom_recipients' | 'created_at' | 'sent_at'
>;

const insert = ({ db, hoa_id, bea }: TestContext, rows: Stored[]) =>
  db.batch(
    rows.map((row) => ({
      sql: `INSERT INTO announcements (id, hoa_id, title, message, category, status, audience_type, custom_recipients,
        created_by, created_by_name, created_at, sent_at, search_text)
        VALUES (?, ?, ?, '<p>x</p>', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      args: [
        row.id,
        hoa_id,
        row.title,
        row.category,
        row.status,
        row.audience_type,
        JSON.stringify(row.custom_recipients),
        bea.id,
        bea.name,
        row.created_at,
        row.sent_at,
        searchTextOf('announcement', row),
      ],
    })),
    'write',
  );

const day = (n: number) => `2030-01-${String(n).padStart(2, '0')}T00:00:00.000Z`;

describe('[API-08] the list', () => {
  let full: TestContext;
  beforeAll(async () => {
    full = await createContext();
    await insert(
      full,
      Array.from({ length: 12 }, (_, at) => ({
        id: uuidv7(),
        title: `Notice ${at + 1}`,
        category: nth(ANNOUNCEMENT_CATEGORIES, at % 5),
        status: at % 3 ? 'sent' : 'draft',
        audience_type: 'all',
        custom_recipients: [],
        created_at: day(at + 1),
        sent_at: at === 1 ? day(28) : at % 3 ? day(at + 1) : null,
      })),
    );
  });

  test('[ANN-10] [ANN-11] [ANN-80] pages of ten, latest first by when it was sent or else written', async () => {
    const { docs, ...paging } = await list(full.bea);
    const more = { hasNextPage: true, next: expect.any(String) };
    expect(paging).toEqual({ page: 1, limit: 10, totalPages: 2, totalDocs: 12, ...more });
    expect(docs.map(({ title }: { title: string }) => title)).toEqual(
      [2, 12, 11, 10, 9, 8, 7, 6, 5, 4].map((n) => `Notice ${n}`),
    );
    const last = await list(full.bea, '?page=2');
    expect(last).toMatchObject({ page: 2, hasNextPage: false, totalDocs: 12 });
    expect(last.docs.map(({ title }: { title: string }) => title)).toEqual(['Notice 3', 'Notice 1']);
    expect(await list(full.bea, '?page=3')).toMatchObject({ docs: [], page: 3, hasNextPage: false });
  });

  test.each([
    ['?limit=101', 1, 100],
    ['?limit=0&page=0', 1, 10],
    ['?limit=ten&page=one', 1, 10],
    ['?page=99999999999', 1_000_000, 10],
  ])('[API-08] %s reads as page %i of %i', async (query, page, limit) => {
    expect(await list(full.bea, query)).toMatchObject({ page, limit, totalDocs: 12 });
  });

  test('[LIST-06] search, category and status narrow it', async () => {
    expect(await titles(full.bea, '?search=%20TICE%2011%20')).toEqual(['Notice 11']);
    expect(await titles(full.bea, '?category=general&status=sent')).toEqual(['Notice 11', 'Notice 6']);
    expect((await list(full.bea, '?status=draft,sent')).totalDocs).toBe(12);
    for (const search of ['%25', '_', "'", '"; DROP TABLE announcements; --'])
      expect((await list(full.bea, `?search=${encodeURIComponent(search)}`)).totalDocs).toBe(0);
    expect((await full.bea.call('GET', `/api/announcements?search=${'x'.repeat(201)}`)).status).toBe(400);
  });

  test('[ANN-100] paging counts only what the resident may see', async () => {
    expect(await list(full.rex, '?limit=3')).toMatchObject({ totalDocs: 8, totalPages: 3, hasNextPage: true });
  });

  test('[ANN-49] a list’s record is the detail’s, without whom it went to', async () => {
    const ctx = await createContext();
    const { _id } = await create(ctx.bea);
    const { recipients: _people, delivery_stats: _stats, ...rest } = await read(ctx.bea, _id);
    expect((await list(ctx.bea)).docs).toEqual([rest]);
  });

  test('[ANN-80] it asks the database through its indexes, in one round trip, and for no deliveries', async () => {
    for (const person of [full.bea, full.rex]) {
      const statements = await explainList(full, person, '/api/announcements?search=q&status=sent&category=event');
      for (const { sql } of statements) expect(sql).not.toContain('deliveries');
      const plans = statements.map(({ plan }) => plan);
      expect(plans.flat().filter((step) => /^SCAN (?!json_each|j\b)|B-TREE/.test(step))).toEqual([]);
      expect(plans[1]).toContainEqual(expect.stringContaining('USING INDEX announcements_newest '));
    }
  });
});

describe('[LIST-05] the list, asked of SQL and of rows alike', () => {
  const query = fc.record({
    search: fc.string({ unit: fc.constantFrom(...'aAsSéÉΣσς %_'), maxLength: 2 }),
    category: fc.subarray([...ANNOUNCEMENT_CATEGORIES]),
    status: fc.subarray([...ANNOUNCEMENT_STATUSES]),
  });
  type Query = typeof query extends fc.Arbitrary<infer Q> ? Q : never;

  const stored = fc.record({
    title: fc.string({ unit: fc.constantFrom(...'aAsSéÉΣσς %_'), minLength: 1, maxLength: 6 }),
    category: fc.constantFrom(...ANNOUNCEMENT_CATEGORIES),
    status: fc.constantFrom(...ANNOUNCEMENT_STATUSES),
    audience_type: fc.constantFrom(...AUDIENCE_TYPES),
    mine: fc.boolean(),
    created_at: fc.integer({ min: 1, max: 9 }).map(day),
    sent_at: fc.option(fc.integer({ min: 1, max: 9 }).map(day)),
  });

  const addressOf = ({ search, category, status }: Query, page: number, limit: number) =>
    `?${new URLSearchParams({
      search,
      category: category.join(','),
      status: status.join(','),
      page: String(page),
      limit: String(limit),
    })}`;

  const answered = async (asked: Query, person: Person, limit: number) => {
    const ids: string[] = [];
    for (let page = 1; ; page += 1) {
      const body = await list(person, addressOf(asked, page, limit));
      ids.push(...body.docs.map(({ _id }: { _id: string }) => _id));
      if (!body.hasNextPage) return { ids, total: body.totalDocs };
    }
  };

  test('[ANN-11] [ANN-100] [LIST-06] REST answers every query as the device does, for the board and for residents', async () => {
    const ctx = await createContext();
    const { bea, rex, rita } = ctx;
    const rows: Stored[] = fc.sample(stored, { seed: 11, numRuns: 120 }).map(({ mine, ...row }) => ({
      ...row,
      id: uuidv7(),
      custom_recipients: row.audience_type === 'custom' ? [mine ? rex.id : rita.id] : [],
    }));
    await insert(ctx, rows);
    await fc.assert(
      fc.asyncProperty(query, fc.constantFrom(bea, rex), fc.constantFrom(9, 100), async (asked, person, limit) => {
        const visible = rows.filter((row) => isVisible(rules.entities.announcement, row as Announcement, person));
        const ids = rules.entities.announcement.list.rows(visible, asked).map(({ id }) => id);
        expect(await answered(asked, person, limit)).toEqual({ ids, total: ids.length });
      }),
      { seed: 6, numRuns: runs(40, 80) },
    );
  });
});
