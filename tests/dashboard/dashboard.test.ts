import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import { REQUEST_STATUSES } from '../../schema/requests.ts';
import type { Document } from '../../schema/tables/documents.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';
import { communityInfo, metrics, recentActivity } from '../../sync/dashboard/figures.ts';
import { Device } from '../support/device.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';

/** A fixed clock, at a time when no sign-in of the fixtures has expired. */
const NOW = new Date();
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS).toISOString();

type Store = { requests?: object[]; announcements?: object[]; documents?: object[] };

/** Writes records and their log entries into the database, with chosen dates. */
const store = async (
  { db, hoa_id, bea, rex }: TestContext,
  { requests = [], announcements = [], documents = [] }: Store,
) => {
  const insert = async (table: string, entity: string, audience: string, row: object) => {
    const full = { id: uuidv7(), hoa_id, ...row };
    const names = Object.keys(full);
    const sql = `INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`;
    const log = 'INSERT INTO sync_log (hoa_id, audience, entity, entity_id) VALUES (?, ?, ?, ?)';
    const args = [hoa_id, audience, entity, full.id];
    await db.batch(
      [
        { sql, args: Object.values(full) as string[] },
        { sql: log, args },
      ],
      'write',
    );
  };
  for (const row of requests)
    await insert('requests', 'request', 'board', {
      title: 'A gate',
      description: '<p>It <b>sticks</b></p>',
      category: 'Maintenance',
      status: 'open',
      user_id: rex.id,
      address_id: rex.address_id,
      history: '[]',
      ...row,
    });
  for (const row of announcements)
    await insert('announcements', 'announcement', 'board', {
      title: 'Pool',
      message: '<p>Opens</p>',
      category: 'general',
      status: 'sent',
      audience_type: 'all',
      created_by: bea.id,
      created_by_name: bea.name,
      ...row,
    });
  for (const row of documents)
    await insert('documents', 'document', 'board', {
      title: 'Budget',
      category: 'Financials',
      file_type: 'pdf',
      file_size: 1,
      is_public: 0,
      tags: '[]',
      s3_key: uuidv7(),
      uploaded_by: bea.id,
      uploaded_by_name: bea.name,
      ...row,
    } satisfies Partial<Record<keyof Document, unknown>>);
};

const read = async (person: Person, what: string) => {
  const { status, body } = await person.call('GET', `/api/dashboard/${what}`);
  if (status !== 200) throw new Error(`${what} answered ${status}`);
  return body;
};

const shown = async (ctx: TestContext) => {
  const { store: local, close } = await new Device(ctx, ctx.bea).sync().then((device) => ({
    store: device.store,
    close: () => device.close(),
  }));
  const rows = {
    requests: local.rows('request').all,
    announcements: local.rows('announcement').all,
    documents: local.rows('document').all,
  };
  const figures = { metrics: metrics(rows, NOW), activity: recentActivity(rows, NOW) };
  await close();
  return figures;
};

describe('[DASH-17] the dashboard', () => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createContext({ now: () => NOW });
    await store(ctx, {
      requests: [
        { status: 'open', created_at: daysAgo(400) },
        { status: 'in_progress', created_at: daysAgo(40) },
        { status: 'awaiting_info', created_at: daysAgo(30) },
        { status: 'resolved', created_at: daysAgo(29) },
        { status: 'closed', created_at: daysAgo(90) },
        { status: 'open', created_at: daysAgo(6), title: 'Lamp' },
        { status: 'resolved', created_at: daysAgo(7), title: 'Just too old' },
      ],
      announcements: [
        { sent_at: daysAgo(1), created_at: daysAgo(70), title: 'Sent late' },
        { sent_at: daysAgo(29), created_at: daysAgo(45) },
        { sent_at: daysAgo(30), created_at: daysAgo(31) },
        { status: 'draft', sent_at: null, created_at: daysAgo(2) },
        { status: 'scheduled', sent_at: null, created_at: daysAgo(61) },
      ],
      documents: [{ created_at: daysAgo(500) }, { created_at: daysAgo(59) }, { created_at: daysAgo(3) }],
    });
  });

  test('[DASH-06] [DASH-08] [DASH-16] the metrics and how they changed in thirty days', async () => {
    const { maintenanceRequests, announcements, documents } = await read(ctx.bea, 'metrics');
    expect(maintenanceRequests).toEqual({
      title: 'Maintenance Requests',
      value: 4,
      change: 1,
      changeType: 'increase',
      icon: expect.any(String),
    });
    expect(announcements).toMatchObject({ title: 'Announcements', value: 2, change: 1, changeType: 'increase' });
    expect(documents).toMatchObject({ title: 'Documents', value: 3, change: 0, changeType: 'neutral' });
  });

  test('[DASH-07] [DASH-09] [DASH-18] the last seven days, newest first', async () => {
    const activity = await read(ctx.sue, 'recent-activity');
    expect(activity.map(({ title }: { title: string }) => title)).toEqual(['Sent late', 'Budget', 'Lamp']);
    expect(activity[2]).toEqual({
      id: expect.any(String),
      type: 'request',
      title: 'Lamp',
      description: 'It sticks',
      time: daysAgo(6),
    });
    expect(activity.map(({ type }: { type: string }) => type)).toEqual(['announcement', 'document', 'request']);
  });

  test('[DASH-19] a device computes the same from its rows', async () => {
    const { metrics: figures, activity } = await shown(ctx);
    expect(await read(ctx.bea, 'metrics')).toEqual(figures);
    expect(await read(ctx.bea, 'recent-activity')).toEqual(activity);
  });

  test('[DASH-01] [SEC-15] residents get 403, and another HOA its own figures', async () => {
    for (const what of ['metrics', 'recent-activity'])
      expect((await ctx.rex.call('GET', `/api/dashboard/${what}`)).status).toBe(403);
    expect(await read(ctx.olga, 'recent-activity')).toEqual([]);
    expect((await read(ctx.olga, 'metrics')).documents).toMatchObject({ value: 0, changeType: 'neutral' });
  });
});

test('[DASH-13] [DASH-14] the Community Info figures are true ones', () => {
  const people = [
    { role: 'board', status: 'active', deleted_at: null },
    { role: 'board', status: 'invited', deleted_at: null },
    { role: 'board', status: 'inactive', deleted_at: '2030-01-01T00:00:00.000Z' },
    { role: 'superadmin', status: 'active', deleted_at: null },
  ] as const;
  const invoices = [
    { status: 'pending', amount_cents: 1250 },
    { status: 'pending', amount_cents: 99 },
    { status: 'paid', amount_cents: 7777 },
    { status: 'canceled', amount_cents: 5555 },
  ] as Pick<Invoice, 'status' | 'amount_cents'>[];
  const figures = communityInfo({
    addresses: [{ resident_ids: ['a'] }, { resident_ids: [] }],
    users: people,
    invoices,
  } as Parameters<typeof communityInfo>[0]);
  expect(figures).toEqual({ units: 2, occupied: 1, boardMembers: 1, outstanding_cents: 1349 });
});

test('[DASH-18] [DASH-19] ten at most, in one order for server and device, also where instants are the same', async () => {
  const ctx = await createContext({ now: () => NOW });
  const at = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000).toISOString();
  await store(ctx, {
    requests: Array.from({ length: 9 }, (_, n) => ({ created_at: at(n % 3) })),
    announcements: Array.from({ length: 9 }, (_, n) => ({ sent_at: at(n % 3), created_at: at(100) })),
    documents: Array.from({ length: 9 }, (_, n) => ({ created_at: at(n % 4) })),
  });
  const activity = await read(ctx.bea, 'recent-activity');
  expect(activity).toHaveLength(10);
  expect(activity).toEqual((await shown(ctx)).activity);
});

/** Instants around the edges of what is counted, many of them shared. */
const edges = fc
  .tuple(fc.constantFrom(0, 1, 6, 7, 29, 30, 31, 59, 60, 61, 90), fc.constantFrom(-1, 0, 1))
  .map(([days, off]) => new Date(NOW.getTime() - days * DAY_MS + off).toISOString());
const records = fc.record({
  requests: fc.array(
    fc.record({ status: fc.constantFrom(...REQUEST_STATUSES), created_at: edges, title: fc.constantFrom('a', 'b') }),
    { minLength: 10, maxLength: 30 },
  ),
  announcements: fc.array(
    fc.tuple(fc.constantFrom('draft', 'sent', 'scheduled', 'failed'), edges, edges).map(([status, created_at, at]) => ({
      status,
      created_at,
      sent_at: status === 'sent' ? at : null,
    })),
    { minLength: 10, maxLength: 30 },
  ),
  documents: fc.array(fc.record({ created_at: edges }), { minLength: 10, maxLength: 30 }),
});

test('[DASH-19] [DASH-16] [DASH-17] whatever there is, server and device count the same', async () => {
  for (const some of fc.sample(records, { seed: 19, numRuns: 4 })) {
    const ctx = await createContext({ now: () => NOW });
    await store(ctx, some);
    const figures = await shown(ctx);
    expect(await read(ctx.bea, 'metrics')).toEqual(figures.metrics);
    expect(await read(ctx.bea, 'recent-activity')).toEqual(figures.activity);
    expect(figures.activity.length).toBeGreaterThan(3);
  }
});
