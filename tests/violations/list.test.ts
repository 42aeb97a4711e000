import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Violation } from '../../schema/tables/violations.ts';
import { VIOLATION_CATEGORIES, VIOLATION_STATUSES } from '../../schema/violations.ts';
import { tally } from '../../sync/list.ts';
import { searchTextOf } from '../../sync/server/tables.ts';
import * as rules from '../../sync/violations/entity.ts';
import { createContext, type TestContext } from '../support/fixtures.ts';
import { explainList } from '../support/lists.ts';
import { onDevice } from '../support/rows-on-device.ts';
import { runs } from '../support/runs.ts';
import { addMessage, issue, list, setStatus } from '../support/violations.ts';

describe('[API-08] the list', () => {
  let full: TestContext;
  beforeAll(async () => {
    full = await createContext();
    for (let at = 1; at <= 12; at += 1) {
      const category = VIOLATION_CATEGORIES[at % VIOLATION_CATEGORIES.length];
      const { _id } = await issue(full.bea, at % 3 ? full.rex : full.rita, { title: `Violation ${at}`, category });
      if (at > 6) await setStatus(full.bea, _id, 'resolved');
    }
  });
  const titles = async (query: string, person = full.bea) =>
    (await list(person, query)).docs.map(({ title }: { title: string }) => title);

  test('[VIO-42] [VIO-07] [LIST-03] pages of ten, newest first', async () => {
    const { docs, ...paging } = await list(full.bea);
    const more = { hasNextPage: true, next: expect.any(String) };
    expect(paging).toEqual({ page: 1, limit: 10, totalPages: 2, totalDocs: 12, ...more });
    expect([docs.length, docs[0].title]).toEqual([10, 'Violation 12']);
    expect(await list(full.bea, '?page=2')).toMatchObject({ page: 2, hasNextPage: false });
    expect(await titles('?page=2')).toEqual(['Violation 2', 'Violation 1']);
    expect(await list(full.bea, '?page=3')).toMatchObject({ docs: [], page: 3, hasNextPage: false });
    expect(await list(full.bea, '?limit=1000&page=0')).toMatchObject({ limit: 100, page: 1, totalPages: 1 });
  });

  test('[VIO-42] status and category are comma lists; words outside them are refused', async () => {
    expect(await titles('?category=Parking')).toEqual(['Violation 8', 'Violation 1']);
    expect(await titles('?category=Parking,Lawn%20Maintenance&status=open')).toEqual(['Violation 1']);
    expect((await list(full.bea, '?status=open,resolved')).totalDocs).toBe(12);
    expect((await list(full.bea, '?status=escalated')).totalDocs).toBe(0);
    expect((await list(full.bea, '?status=no_such,open')).code).toBe('invalid_input');
    expect((await list(full.bea, '?category=,&status=')).totalDocs).toBe(12);
    expect((await list(full.bea, "?category=x'%20OR%201=1")).code).toBe('invalid_input');
    expect(await titles('?status=open', full.rita)).toEqual(['Violation 6', 'Violation 3']);
    expect(await list(full.rita, '?limit=3')).toMatchObject({ totalDocs: 4, totalPages: 2, hasNextPage: true });
  });

  test('[VIO-42] it asks the database through its indexes, in one round trip', async () => {
    for (const [person, index] of [
      [full.bea, 'violations_newest'],
      [full.rex, 'violations_owner'],
    ] as const) {
      const plans = (await explainList(full, person, '/api/violations?status=open,resolved&category=Pet')).map(
        ({ plan }) => plan,
      );
      expect(plans.flat().filter((step) => /^SCAN (?!t$|v$|json_each)/.test(step))).toEqual([]);
      for (const plan of plans.slice(1)) expect(plan).toContainEqual(expect.stringContaining(`USING INDEX ${index} `));
    }
  });

  test('[VIO-12] [VIO-41] each record brings its own thread, oldest first', async () => {
    const [{ _id }] = (await list(full.rex)).docs;
    for (const text of ['one', 'two', 'three']) await addMessage(full.rex, _id, text);
    const threads = (await list(full.bea)).docs.map(({ messages }: { messages: { message: string }[] }) =>
      messages.map(({ message }) => message),
    );
    expect(threads.filter((thread: string[]) => thread.length > 0)).toEqual([['one', 'two', 'three']]);
  });
});

describe('the same list, asked of SQL and of rows', () => {
  const query = fc.record({
    search: fc.constantFrom('', 'bin', 'BINS', 'fence ', 'rex', 'Okafor, Rex', 'Willow Lane, Unit', 'x'),
    category: fc.subarray([...VIOLATION_CATEGORIES]),
    status: fc.subarray([...VIOLATION_STATUSES]),
  });
  const stored = fc.record({
    category: fc.constantFrom(...VIOLATION_CATEGORIES),
    status: fc.constantFrom(...VIOLATION_STATUSES),
    created_at: fc.integer({ min: 1, max: 9 }).map((day) => `2030-01-0${day}T00:00:00.000Z`),
    mine: fc.boolean(),
    title: fc.constantFrom('Bins', 'Fence', 'A fence and bins'),
  });

  test('[VIO-42] [LIST-05] REST answers every query as the device does, for the board and for residents', async () => {
    const ctx = await createContext();
    const { rex, rita, bea, db, hoa_id } = ctx;
    const rows = fc.sample(stored, { seed: 42, numRuns: 120 }).map(({ mine, ...row }) => ({
      ...row,
      id: uuidv7(),
      user_id: mine ? rex.id : rita.id,
      address_id: null,
      due_date: '2031-01-01',
    }));
    const insert = `INSERT INTO violations (id, hoa_id, user_id, issued_by, issued_by_name, issued_by_email, title, message,
      due_date, category, status, created_at, search_text) VALUES (?, ?, ?, ?, 'Bea', 'b', ?, 'x', '2031-01-01', ?, ?, ?, ?)`;
    await db.batch(
      rows.map((row) => ({
        sql: insert,
        args: [
          ...[row.id, hoa_id, row.user_id, bea.id, row.title, row.category, row.status, row.created_at],
          searchTextOf('violation', row),
        ],
      })),
      'write',
    );
    const answered = async (
      asked: { search: string; category: string[]; status: string[] },
      person: typeof rex,
      limit: number,
    ) => {
      const ids: string[] = [];
      for (let page = 1; ; page += 1) {
        const params = { search: asked.search, category: asked.category.join(','), status: asked.status.join(',') };
        const address = new URLSearchParams({ ...params, page: String(page), limit: String(limit) });
        const body = await list(person, `?${address}`);
        ids.push(...body.docs.map(({ _id }: { _id: string }) => _id));
        if (!body.hasNextPage) return { ids, total: body.totalDocs };
      }
    };
    const devices = new Map([
      [bea, await onDevice(ctx, bea, 'violation', rows)],
      [
        rex,
        await onDevice(
          ctx,
          rex,
          'violation',
          rows.filter((row) => row.user_id === rex.id),
        ),
      ],
    ]);
    await fc.assert(
      fc.asyncProperty(query, fc.constantFrom(bea, rex), fc.constantFrom(7, 100), async (asked, person, limit) => {
        const ids = devices.get(person)?.(asked) ?? [];
        expect(await answered(asked, person, limit)).toEqual({ ids, total: ids.length });
      }),
      { seed: 7, numRuns: runs(40, 80) },
    );
  });

  test('[VIO-03] [VIO-04] [LIST-05] counts are over everything given, and the newest come first, whatever its order', () => {
    const row = (n: number, status: string, category: string) =>
      ({ id: String(n), status, category, created_at: `2030-01-0${n}` }) as Violation;
    const rows = [
      row(2, 'open', 'Pet'),
      row(4, 'escalated', 'Noise'),
      row(1, 'open', 'Pet'),
      row(3, 'resolved', 'Other'),
    ];
    const { byStatus, byCategory } = tally(rules.figures, rows);
    expect(byStatus).toEqual({ open: 2, under_review: 0, resolved: 1, escalated: 1, dismissed: 0 });
    expect(byCategory).toMatchObject({ Pet: 2, Noise: 1, Other: 1, Parking: 0 });
    expect(rules.entities.violation.list.rows(rows, {}).map(({ id }) => id)).toEqual(['4', '3', '2', '1']);
  });
});
