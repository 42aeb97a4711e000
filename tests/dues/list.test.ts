import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import { DUE_FREQUENCIES, DUE_STATUSES } from '../../schema/dues.ts';
import type { Due } from '../../schema/tables/dues.ts';
import * as rules from '../../sync/dues/entity.ts';
import { searchTextOf } from '../../sync/server/tables.ts';
import { list } from '../support/dues.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { LETTERS, searchText } from '../support/lists.ts';
import { nth } from '../support/required.ts';
import { runs } from '../support/runs.ts';

type Stored = Pick<Due, 'id' | 'title' | 'frequency' | 'status' | 'created_at' | 'recipients' | 'amount_cents'>;

const store = ({ db, hoa_id, bea }: TestContext, rows: readonly Stored[]) =>
  db.batch(
    rows.map((row) => ({
      sql: `INSERT INTO dues (id, hoa_id, title, frequency, recipients, amount_cents, reason, anchor_date, status,
          created_by, created_by_name, created_at, search_text)
          VALUES (?, ?, ?, ?, ?, ?, 'dues', '2099-01-31', ?, ?, ?, ?, ?)`,
      args: [
        row.id,
        hoa_id,
        row.title,
        row.frequency,
        JSON.stringify(row.recipients),
        row.amount_cents,
        row.status,
        bea.id,
        bea.name,
        row.created_at,
        searchTextOf('due', row),
      ],
    })),
    'write',
  );

describe('the list', () => {
  let full: TestContext;
  beforeAll(async () => {
    full = await createContext();
    await store(
      full,
      Array.from({ length: 12 }, (_, at) => ({
        id: uuidv7(),
        title: `Due ${at + 1}`,
        frequency: nth(DUE_FREQUENCIES, at % 3),
        status: nth(DUE_STATUSES, at % 2),
        amount_cents: 100,
        recipients: at % 4 === 0 ? [full.rita.id] : [full.rita.id, full.rex.id],
        created_at: new Date(Date.UTC(2030, 0, at + 1)).toISOString(),
      })),
    );
  });
  const titles = async (query: string, person = full.bea) =>
    (await list(person, query)).docs.map(({ title }: { title: string }) => title);

  test('[DUE-25] [API-08] it is whole unless pages are asked for, newest first', async () => {
    const { docs, ...paging } = await list(full.bea);
    expect(paging).toEqual({ page: 1, limit: 100, totalPages: 1, totalDocs: 12, hasNextPage: false, next: null });
    expect([docs.length, docs[0].title, docs[11].title]).toEqual([12, 'Due 12', 'Due 1']);
    expect(await titles('?page=2&limit=10')).toEqual(['Due 2', 'Due 1']);
    expect(await list(full.bea, '?limit=9999&page=-1')).toMatchObject({ page: 1, limit: 100 });
  });

  test('[DUE-02] title, frequency and status narrow it, one value or several', async () => {
    expect(await titles('?title=due%201')).toEqual(['Due 12', 'Due 11', 'Due 10', 'Due 1']);
    expect(await titles('?search=%20DUE%2011%20')).toEqual(['Due 11']);
    expect(await titles('?frequency=one_time')).toEqual(['Due 10', 'Due 7', 'Due 4', 'Due 1']);
    expect(await titles('?frequency=one_time&status=inactive')).toEqual(['Due 10', 'Due 4']);
    expect((await list(full.bea, '?frequency=one_time,monthly')).totalDocs).toBe(8);
    expect((await list(full.bea, '?status=active&status=inactive')).totalDocs).toBe(12);
    expect((await list(full.bea, '?status=paused')).code).toBe('invalid_input');
    expect((await list(full.bea, '?title=&frequency=&status=')).totalDocs).toBe(12);
    expect((await full.bea.call('GET', `/api/dues?title=${'x'.repeat(201)}`)).status).toBe(400);
  });

  test('[DUE-23] paging counts only what a resident was assigned', async () => {
    expect(await list(full.rex, '?limit=4')).toMatchObject({ totalDocs: 9, totalPages: 3 });
    expect((await list(full.olga)).totalDocs).toBe(0);
  });
});

const query = fc.record({
  search: searchText,
  frequency: fc.subarray([...DUE_FREQUENCIES]),
  status: fc.subarray([...DUE_STATUSES]),
  sort: fc.constantFrom(
    'newest',
    'oldest',
    'title',
    '-title',
    'amount',
    '-amount',
    'frequency',
    '-frequency',
    '-status',
  ),
});

test('[DUE-02] [DUE-23] [DUE-25] REST answers every query as the device does, for the board and for residents', async () => {
  const ctx = await createContext();
  const { rex, rita, bea } = ctx;
  const stored = fc.record({
    id: fc.constant('').map(() => uuidv7()),
    title: fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 8 }),
    frequency: fc.constantFrom(...DUE_FREQUENCIES),
    status: fc.constantFrom(...DUE_STATUSES),
    amount_cents: fc.integer({ min: 1, max: 20 }),
    recipients: fc.subarray([rex.id, rita.id, bea.id], { minLength: 1 }),
    created_at: fc.integer({ min: 1, max: 9 }).map((day) => `2030-01-0${day}T00:00:00.000Z`),
  });
  const rows = fc.sample(stored, { seed: 26, numRuns: 120 });
  await store(ctx, rows);
  const answered = async (person: Person, asked: { [name: string]: string | string[] }, limit: number) => {
    const ids: string[] = [];
    for (let page = 1; ; page += 1) {
      const parameters = Object.entries(asked).map(([name, value]) => [name, [value].flat().join(',')]);
      const body = await list(
        person,
        `?${new URLSearchParams([...parameters, ['page', `${page}`], ['limit', `${limit}`]])}`,
      );
      ids.push(...body.docs.map(({ _id }: { _id: string }) => _id));
      if (!body.hasNextPage) return { ids, total: body.totalDocs };
    }
  };
  await fc.assert(
    fc.asyncProperty(query, fc.constantFrom(bea, rex), fc.constantFrom(7, 100), async (asked, person, limit) => {
      const visible = rows.filter((row) => person === bea || row.recipients.includes(person.id));
      const ids = rules.entities.due.list.rows(visible, asked).map(({ id }) => id);
      expect(await answered(person, asked, limit)).toEqual({ ids, total: ids.length });
    }),
    { seed: 6, numRuns: runs(40, 100) },
  );
});
