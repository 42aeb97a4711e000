import { type Client, createClient } from '@libsql/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../local/migrate.ts';
import { seed } from '../../local/seed.ts';
import { ANNOUNCEMENT_STATUSES, AUDIENCE_TYPES } from '../../schema/announcements.ts';
import { DOCUMENT_CATEGORIES } from '../../schema/documents.ts';
import { DUE_FREQUENCIES, DUE_STATUSES } from '../../schema/dues.ts';
import { PAYMENT_STATUSES, STORED_INVOICE_STATUSES } from '../../schema/invoices.ts';
import { REQUEST_CATEGORIES, REQUEST_STATUSES } from '../../schema/requests.ts';
import { ROLES, USER_STATUSES } from '../../schema/users.ts';
import { VIOLATION_STATUSES } from '../../schema/violations.ts';
import { nth } from '../support/required.ts';

const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'];

const NOW = new Date('2026-11-20T18:00:00Z');

const demo = async (now: Date, keys: string[] = []): Promise<Client> => {
  const db = createClient({ url: ':memory:' });
  await migrate(db);
  await seed({ db, now, size: 'demo', files: { put: async (key) => void keys.push(key) } });
  return db;
};

const column = async (db: Client, sql: string, args: string[] = []) =>
  (await db.execute({ sql, args })).rows.map((row) => String(row[0]));

describe('the demo', () => {
  let db: Client;
  const keys: string[] = [];
  beforeAll(async () => {
    db = await demo(NOW, keys);
  });

  test('has two HOAs with their four accounts each', async () => {
    expect(await column(db, 'select name from hoas order by name')).toEqual(['Maple Ridge HOA', 'Willow Creek HOA']);
    for (const slug of ['willowcreek', 'mapleridge'])
      for (const name of ['superadmin', 'board', 'resident', 'resident2'])
        expect(
          await column(db, "select email from users where email = ? and status = 'active'", [`${name}@${slug}.test`]),
        ).toHaveLength(1);
  });

  test.each([
    ['requests', 'status', REQUEST_STATUSES],
    ['requests', 'category', REQUEST_CATEGORIES],
    ['announcements', 'status', ANNOUNCEMENT_STATUSES],
    ['announcements', 'audience_type', AUDIENCE_TYPES],
    ['documents', 'category', DOCUMENT_CATEGORIES],
    ['documents', 'is_public', ['0', '1']],
    ['violations', 'status', VIOLATION_STATUSES],
    ['dues', 'status', DUE_STATUSES],
    ['dues', 'frequency', DUE_FREQUENCIES],
    ['invoices', 'status', STORED_INVOICE_STATUSES],
    ['payments', 'status', PAYMENT_STATUSES],
    ['users', 'status', USER_STATUSES],
    ['users', 'role', ROLES],
  ])('has every value of %s.%s in both HOAs', async (table, name, values) => {
    for (const hoa of ['Willow Creek HOA', 'Maple Ridge HOA']) {
      const sql = `select distinct ${name} from ${table} join hoas h on h.id = ${table}.hoa_id where h.name = ?`;
      expect((await column(db, sql, [hoa])).sort(), hoa).toEqual([...values].sort());
    }
  });

  test('has every status of a delivery in both HOAs', async () => {
    const sql = `select distinct r.value ->> 3 from announcement_recipients t, json_each(t.recipients) r
      join hoas h on h.id = t.hoa_id where h.name = ?`;
    for (const hoa of ['Willow Creek HOA', 'Maple Ridge HOA'])
      expect((await column(db, sql, [hoa])).sort(), hoa).toEqual([...DELIVERY_STATUSES].sort());
  });

  test('the resident has a pending, an overdue, a paid and a canceled invoice', async () => {
    const sql = `select distinct case when i.status = 'pending' and i.due_date < '2026-11-20' then 'overdue' else i.status end
      from invoices i join users u on u.id = i.recipient_id where u.email = 'resident@willowcreek.test'`;
    expect((await column(db, sql)).sort()).toEqual(['canceled', 'overdue', 'paid', 'pending']);
  });

  test('[13.9] has an undecided dispute and a won one in Willow Creek, and a lost one in Maple Ridge', async () => {
    const sql = `select d.status || ' ' || i.status from disputes d join invoices i on i.id = d.invoice_id
      join hoas h on h.id = d.hoa_id where h.name = ? order by d.status`;
    expect(await column(db, sql, ['Willow Creek HOA'])).toEqual(['needs_response pending', 'won paid']);
    expect(await column(db, sql, ['Maple Ridge HOA'])).toEqual(['lost pending']);
  });

  test('[13.5] has a trail of some weeks in both HOAs, whose places follow time', async () => {
    for (const hoa of ['Willow Creek HOA', 'Maple Ridge HOA']) {
      const sql = 'select a.at from activity a join hoas h on h.id = a.hoa_id where h.name = ? order by a.seq';
      const times = await column(db, sql, [hoa]);
      expect(times).toEqual([...times].sort());
      expect(times.length, hoa).toBeGreaterThan(60);
      expect(Date.parse(nth(times, -1)) - Date.parse(nth(times, 0)), hoa).toBeGreaterThan(14 * 86_400_000);
    }
    const acts = await column(db, 'select distinct action from activity');
    expect(acts).toEqual(expect.arrayContaining(['createRequest', 'updateRequest', 'recordPayment', 'signIn']));
    expect(await column(db, "select id from activity where actor_id is not null and actor_name = ''")).toEqual([]);
  });

  test('every file that a record names was stored', async () => {
    const named = await column(
      db,
      `select photo_url from requests where photo_url is not null union select photo_url from violations
       where photo_url is not null union select s3_key from documents
       union select attachment ->> '$.s3_key' from announcements where attachment is not null`,
    );
    expect(named.sort()).toEqual([...keys].sort());
    expect((await column(db, 'select final_key from uploads')).sort()).toEqual([...keys].sort());
  });

  test('nothing lies in the future', async () => {
    for (const [table, name] of [
      ['requests', 'created_at'],
      ['request_comments', 'created_at'],
      ['violation_messages', 'sent_at'],
      ['invoices', 'sent'],
      ['payments', 'created_at'],
      ['disputes', 'opened_at'],
      ['activity', 'at'],
    ])
      expect(await column(db, `select ${name} from ${table} where ${name} > ?`, [NOW.toISOString()])).toEqual([]);
  });

  test('the log of requests follows their age, so that a first sync gives the newest first', async () => {
    const sql = `select r.created_at from sync_log l join requests r on r.id = l.entity_id
      where l.entity = 'request' and l.audience = 'board' order by l.seq`;
    const ages = await column(db, sql);
    expect(ages).toEqual([...ages].sort());
    expect(ages.length).toBeGreaterThan(40);
  });
});

test('the same ids on any day, and nothing doubled by a second run', async () => {
  const ids =
    'select id from requests union select id from users union select id from dues union select id from announcements';
  const today = await demo(NOW);
  const another = await demo(new Date('2027-03-01T03:00:00Z'));
  const first = await column(today, ids);
  expect(await column(another, ids)).toEqual(first);
  const count =
    'select (select count(*) from sync_log) || (select count(*) from invoices) || (select count(*) from activity)';
  const before = await column(today, count);
  await seed({ db: today, now: NOW, size: 'demo', files: { put: async () => {} } });
  expect(await column(today, count)).toEqual(before);
  expect(await column(today, ids)).toEqual(first);
});
