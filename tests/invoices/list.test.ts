import type { InStatement } from '@libsql/client';
import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { beforeAll, expect, test } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import { INVOICE_STATUSES, STORED_INVOICE_STATUSES } from '../../schema/invoices.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';
import { todayOf } from '../../sync/dues/entity.ts';
import * as rules from '../../sync/invoices/entity.ts';
import { invoiceSort } from '../../sync/invoices/sort.ts';
import { createApp } from '../../worker/app.ts';
import { create, invoices, setZone, storeInvoices } from '../support/dues.ts';
import { call, createContext, type TestContext } from '../support/fixtures.ts';
import { LETTERS, searchText } from '../support/lists.ts';
import { nth } from '../support/required.ts';

const NOW = new Date().toISOString();
const settledAt = (status: string) => ({
  paid_at: status === 'paid' ? NOW : null,
  canceled_at: status === 'canceled' ? NOW : null,
});

let full: TestContext;
beforeAll(async () => {
  full = await createContext();
  const { _id } = await create(full.bea, [full.rex]);
  await storeInvoices(
    full,
    _id,
    Array.from({ length: 12 }, (_, at) => {
      const status = nth(STORED_INVOICE_STATUSES, at % 3);
      return {
        recipient_id: full.rex.id,
        title: `Invoice ${at + 1}`,
        amount_cents: 1000 - at,
        due_date: `20${at < 6 ? 20 : 90}-01-${10 + at}`,
        status,
        ...settledAt(status),
      };
    }),
  );
  await storeInvoices(full, _id, [
    { recipient_id: full.bea.id, title: 'Hers', due_date: '2090-01-01', period: '2002-01-01' },
  ]);
});
const titles = async (query: string, person = full.rex) =>
  (await invoices(person, query)).docs.map(({ dues_id }: { dues_id: { title: string } }) => dues_id.title);

test('[INV-03] [API-08] [LIST-03] pages of ten, the latest due date first', async () => {
  const { docs, ...paging } = await invoices(full.rex);
  const more = { hasNextPage: true, next: expect.any(String) };
  expect(paging).toEqual({ page: 1, limit: 10, totalPages: 2, totalDocs: 12, ...more });
  expect(docs).toHaveLength(10);
  expect(await titles('?page=2')).toEqual(['Invoice 2', 'Invoice 1']);
  expect(await titles('?sortOrder=asc&limit=3')).toEqual(['Invoice 1', 'Invoice 2', 'Invoice 3']);
  expect(await titles('?sortBy=amountCents&limit=2')).toEqual(['Invoice 1', 'Invoice 2']);
  expect(await invoices(full.rex, '?limit=1000&page=zero')).toMatchObject({ page: 1, limit: 100 });
});

test('[INV-01] [INV-05] [INV-12] the title is trimmed and ignored if blank; a status is the one it reads as', async () => {
  expect(await titles('?title=%20VOICE%2011%20')).toEqual(['Invoice 11']);
  expect((await invoices(full.rex, '?title=%20%20')).totalDocs).toBe(12);
  expect(await titles('?status=pending')).toEqual(['Invoice 10', 'Invoice 7']);
  expect(await titles('?status=overdue')).toEqual(['Invoice 4', 'Invoice 1']);
  expect((await invoices(full.rex, '?status=overdue')).docs[0].status).toBe('overdue');
  expect((await invoices(full.rex, '?status=paid&status=canceled')).totalDocs).toBe(8);
  expect((await invoices(full.rex, '?status=paid,canceled,overdue')).totalDocs).toBe(10);
  expect((await invoices(full.rex, '?status=lost')).code).toBe('invalid_input');
  for (const title of ['%25', '_', "'", '"; DROP TABLE invoices; --'])
    expect((await invoices(full.rex, `?title=${encodeURIComponent(title)}`)).totalDocs).toBe(0);
  expect((await full.rex.call('GET', `/api/invoices?title=${'x'.repeat(201)}`)).status).toBe(400);
});

test('[INV-26] [INV-27] it is the caller’s own, whatever their role', async () => {
  expect(await titles('', full.bea)).toEqual(['Hers']);
  for (const person of [full.sue, full.rita, full.olga]) expect((await invoices(person)).totalDocs).toBe(0);
});

test('[INV-22] it asks the database through its index', async () => {
  const asked: InStatement[][] = [];
  const batch = (statements: InStatement[]) => {
    asked.push(statements);
    return full.db.batch(statements, 'read');
  };
  const db = new Proxy(full.db, { get: (it, name) => (name === 'batch' ? batch : Reflect.get(it, name, it)) });
  const app = createApp({ ...full.deps, db });
  await call(app, 'GET', '/api/invoices?title=q&status=overdue', undefined, full.rex.token);
  const [, { sql, args }] = asked.at(-1) as [unknown, { sql: string; args: string[] }];
  const { rows } = await full.db.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args });
  const plan = rows.map((row) => String(row.detail));
  expect(plan).toContainEqual(expect.stringContaining('USING INDEX invoices_mine (hoa_id=? AND recipient_id=?)'));
  expect(plan.filter((step) => /^SCAN invoices/.test(step))).toEqual([]);
});

const query = fc.record({
  search: searchText,
  status: fc.subarray([...INVOICE_STATUSES]),
  sortBy: fc.constantFrom('due_date' as const, 'sent' as const, 'amount_cents' as const, 'title' as const),
  sortOrder: fc.constantFrom('asc' as const, 'desc' as const),
  sort: fc.constantFrom('due', '-due', 'amount', '-amount', 'title', '-title', undefined),
});

type Asked = typeof query extends fc.Arbitrary<infer T> ? T : never;

test.each(['Pacific/Auckland', 'America/Chicago', 'Pacific/Honolulu'])(
  '[INV-01] [INV-12] [INV-22] REST answers every query as the device does, in %s',
  async (zone) => {
    const now = new Date();
    const ctx = await createContext({ now: () => now });
    await setZone(ctx.db, ctx.hoa_id, zone);
    const today = todayOf({ time_zone: zone }, now);
    const { _id: due_id } = await create(ctx.bea, [ctx.rex]);
    const stored = fc
      .record({
        id: fc.constant('').map(() => uuidv7()),
        title: fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 8 }),
        status: fc.constantFrom(...STORED_INVOICE_STATUSES),
        due_date: fc.integer({ min: -2, max: 2 }).map((days) => addDays(today, days)),
        sent: fc.integer({ min: 1, max: 5 }).map((day) => `2030-01-0${day}T00:00:00.000Z`),
        amount_cents: fc.integer({ min: 1, max: 5 }),
      })
      .map((row) => ({ ...row, recipient_id: ctx.rex.id, ...settledAt(row.status) }));
    const rows = fc.sample(stored, { seed: 26, numRuns: 60 });
    await storeInvoices(ctx, due_id, rows);
    const answered = async ({ search, status, sortBy, sortOrder, sort }: Asked) => {
      const asked: string[][] = (status ?? []).map((one) => ['status', one]);
      const by = sortBy === 'amount_cents' ? 'amountCents' : sortBy;
      asked.push(['title', search ?? ''], ['sortBy', `${by}`], ['sortOrder', `${sortOrder}`], ['limit', '100']);
      if (sort) asked.push(['sort', sort]);
      return invoices(ctx.rex, `?${new URLSearchParams(asked)}`);
    };
    await fc.assert(
      fc.asyncProperty(query, async (asked) => {
        const { docs } = await answered(asked);
        const expected = rules.list.rows(rows as unknown as Invoice[], {
          ...asked,
          ...(asked.sort && invoiceSort(asked.sort)),
          today,
        });
        expect(docs.map(({ _id }: { _id: string }) => _id)).toEqual(expected.map(({ id }) => id));
        expect(docs.map(({ status }: { status: string }) => status)).toEqual(
          expected.map((row) => rules.statusOf(row, today)),
        );
      }),
      { seed: 6, numRuns: 60 },
    );
  },
);
