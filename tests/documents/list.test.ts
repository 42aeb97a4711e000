import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import { DOCUMENT_CATEGORIES } from '../../schema/documents.ts';
import type { Document } from '../../schema/tables/documents.ts';
import * as rules from '../../sync/documents/entity.ts';
import { tally } from '../../sync/list.ts';
import { searchTextOf } from '../../sync/server/tables.ts';
import { list } from '../support/documents.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { explainList, LETTERS, searchText } from '../support/lists.ts';
import { nth } from '../support/required.ts';
import { runs } from '../support/runs.ts';

type Stored = Pick<Document, 'id' | 'title' | 'notes' | 'category' | 'is_public' | 'created_at'>;

const store = ({ db, hoa_id, bea }: TestContext, rows: readonly Stored[]) =>
  db.batch(
    rows.map((row) => ({
      sql: `INSERT INTO documents (id, hoa_id, title, category, file_type, file_size, is_public, notes, tags, s3_key,
          uploaded_by, uploaded_by_name, created_at, search_text)
          VALUES (?, ?, ?, ?, 'pdf', 1, ?, ?, '[]', ?, ?, ?, ?, ?)`,
      args: [
        row.id,
        hoa_id,
        row.title,
        row.category,
        row.is_public,
        row.notes,
        `files/${row.id}`,
        bea.id,
        bea.name,
        row.created_at,
        searchTextOf('document', row),
      ],
    })),
    'write',
  );

describe('[API-08] the list', () => {
  let full: TestContext;
  beforeAll(async () => {
    full = await createContext();
    await store(
      full,
      Array.from({ length: 12 }, (_, at) => ({
        id: uuidv7(),
        title: `Document ${at + 1}`,
        category: nth(DOCUMENT_CATEGORIES, at % 3),
        notes: at === 4 ? 'Renewed each JULY' : null,
        is_public: at % 4 !== 0,
        created_at: new Date(Date.UTC(2030, 0, at + 1)).toISOString(),
      })),
    );
  });
  const titles = async (query: string, person = full.bea) =>
    (await list(person, query)).docs.map(({ title }: { title: string }) => title);

  test('[DOC-11] [DOC-23] [DOC-26] pages of ten, newest first', async () => {
    const { docs, ...paging } = await list(full.bea);
    const more = { hasNextPage: true, next: expect.any(String) };
    expect(paging).toEqual({ page: 1, limit: 10, totalPages: 2, totalDocs: 12, ...more });
    expect(docs).toHaveLength(10);
    expect(docs[0].title).toBe('Document 12');
    expect(await titles('?page=2')).toEqual(['Document 2', 'Document 1']);
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

  test('[DOC-23] one category, several, and words that are refused', async () => {
    expect(await titles('?category=Financials')).toEqual(['Document 11', 'Document 8', 'Document 5', 'Document 2']);
    expect((await list(full.bea, '?category=Bylaws,Meeting%20Minutes')).totalDocs).toBe(8);
    expect((await list(full.bea, '?category=Recipes')).code).toBe('invalid_input');
    expect((await list(full.bea, '?category=')).totalDocs).toBe(12);
    expect(await titles('?category=Financials&search=july')).toEqual(['Document 5']);
  });

  test('[DOC-26] [LIST-06] search is a case-insensitive part of title or notes, and nothing more than that', async () => {
    expect(await titles('?search=%20OCUMENT%2011%20')).toEqual(['Document 11']);
    expect(await titles('?search=each%20july')).toEqual(['Document 5']);
    expect((await list(full.bea, '?search=%20%20')).totalDocs).toBe(12);
    for (const search of ['%25', '_', '*', "'", '"; DROP TABLE documents; --', 'Bylaws', 'null', 'Bea'])
      expect((await list(full.bea, `?search=${encodeURIComponent(search)}`)).totalDocs).toBe(0);
    expect((await full.bea.call('GET', `/api/documents?search=${'x'.repeat(201)}`)).status).toBe(400);
  });

  test('[DOC-20] paging counts only what residents may see', async () => {
    expect(await list(full.rita, '?limit=4')).toMatchObject({ totalDocs: 9, totalPages: 3, hasNextPage: true });
    expect((await list(full.olga)).totalDocs).toBe(0);
  });

  test('[DOC-23] it asks the database through its indexes, in one round trip', async () => {
    for (const [person, index] of [
      [full.bea, 'documents_newest'],
      [full.rex, 'documents_public'],
    ] as const) {
      const plan = nth(await explainList(full, person, '/api/documents?search=q&category=Bylaws'), 1).plan;
      expect(plan).toContainEqual(expect.stringContaining(`USING INDEX ${index} `));
      expect(plan.filter((step) => /^SCAN t|TEMP B-TREE/.test(step))).toEqual([]);
    }
  });

  test('[DOC-06] [DOC-07] the figures are over all documents, whatever is filtered', () => {
    const rows = ['Bylaws', 'Legal', 'Legal', 'Other'].map((category, at) => ({
      id: String(at),
      category,
      is_public: at > 0,
      created_at: `2030-01-0${at + 1}`,
    })) as Document[];
    const { total, publicTotal, byCategory } = tally(rules.figures, rows);
    expect([total, publicTotal]).toEqual([4, 3]);
    expect(byCategory).toMatchObject({ Bylaws: 1, Legal: 2, Other: 1, Insurance: 0 });
  });
});

const text = (most: number) => fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: most });

const query = fc.record({
  search: searchText,
  category: fc.subarray([...DOCUMENT_CATEGORIES]),
  sort: fc.constantFrom('newest', 'oldest', 'title', '-title', '-category'),
});
const stored = fc.record({
  id: fc.constant('').map(() => uuidv7()),
  title: text(8),
  notes: fc.option(text(8)),
  category: fc.constantFrom(...DOCUMENT_CATEGORIES),
  is_public: fc.boolean(),
  file_size: fc.constant(10),
  created_at: fc.integer({ min: 1, max: 9 }).map((day) => `2030-01-0${day}T00:00:00.000Z`),
});

test('[DOC-23] [DOC-26] [LIST-06] REST answers every query as the device does, for the board and for residents', async () => {
  const ctx = await createContext();
  const rows = fc.sample(stored, { seed: 26, numRuns: 150 });
  await store(ctx, rows);
  const answered = async (
    person: Person,
    { search, category, sort }: { search: string; category: string[]; sort: string },
    limit: number,
  ) => {
    const ids: string[] = [];
    for (let page = 1; ; page += 1) {
      const asked = { search, category: category.join(','), sort, page: String(page), limit: String(limit) };
      const body = await list(person, `?${new URLSearchParams(asked)}`);
      ids.push(...body.docs.map(({ _id }: { _id: string }) => _id));
      if (!body.hasNextPage) return { ids, total: body.totalDocs };
    }
  };
  await fc.assert(
    fc.asyncProperty(
      query,
      fc.constantFrom(ctx.bea, ctx.rex),
      fc.constantFrom(7, 100),
      async (asked, person, limit) => {
        const visible = rows.filter((row) => row.is_public || person === ctx.bea);
        const ids = rules.entities.document.list.rows(visible, asked).map(({ id }) => id);
        expect(await answered(person, asked, limit)).toEqual({ ids, total: ids.length });
      },
    ),
    { seed: 6, numRuns: runs(40, 150) },
  );
});
