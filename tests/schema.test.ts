import { createClient } from '@libsql/client/web';
import { getTableColumns, getTableName } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/libsql/web';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import * as tables from '../schema/index.ts';
import { PLANS } from '../schema/plans.ts';
import { ROLES } from '../schema/users.ts';

const client = createClient({ url: inject('databaseUrl') });
const db = drizzle(client);
const NOW = '2026-11-20T15:00:00.000Z';
const all: SQLiteTable[] = Object.values(tables);

type Home = { hoa_id: string; user_id: string; address_id: string };
let ours: Home;
let theirs: Home;

const insert = async <T extends SQLiteTable>(table: T, row: T['$inferInsert']) => {
  await db.insert(table).values(row);
  return row;
};

/** The database's own words of refusal. */
const refused = async <T extends SQLiteTable>(table: T, row: T['$inferInsert'], words: RegExp) => {
  const error = await insert(table, row).catch((error: Error) => error);
  expect(error).toBeInstanceOf(Error);
  expect(String((error as Error).cause ?? error)).toMatch(words);
};

const settle = async (): Promise<Home> => {
  const hoa_id = uuidv7();
  await insert(tables.hoas, { id: hoa_id, hoa_id, name: hoa_id, name_key: hoa_id, created_at: NOW });
  const address = addressRow(hoa_id, '1 Elm Street');
  await insert(tables.addresses, address);
  const user = userRow(hoa_id);
  await insert(tables.users, user);
  return { hoa_id, user_id: user.id, address_id: address.id };
};

const addressRow = (hoa_id: string, street: string, unit_number: string | null = null) => ({
  id: uuidv7(),
  hoa_id,
  street,
  unit_number,
  created_at: NOW,
});

const userRow = (hoa_id: string) => {
  const id = uuidv7();
  return {
    id,
    hoa_id,
    name: 'Rita',
    email: `${id}@elm.test`,
    role: 'resident' as const,
    status: 'active' as const,
    created_at: NOW,
  };
};

const announcementRow = () => ({
  id: uuidv7(),
  hoa_id: ours.hoa_id,
  title: 'Pool opens',
  message: '<p>On Saturday</p>',
  category: 'general' as const,
  status: 'draft' as const,
  audience_type: 'all' as const,
  created_by: ours.user_id,
  created_by_name: 'Bea',
  created_at: NOW,
});

const violationRow = () => ({
  id: uuidv7(),
  hoa_id: ours.hoa_id,
  user_id: ours.user_id,
  issued_by: ours.user_id,
  issued_by_name: 'Bea',
  issued_by_email: 'bea@elm.test',
  category: 'Parking' as const,
  title: 'Trailer',
  message: '<p>Move it</p>',
  due_date: '2026-12-01',
  status: 'open' as const,
  created_at: NOW,
});

const documentRow = () => ({
  id: uuidv7(),
  hoa_id: ours.hoa_id,
  title: 'Bylaws',
  category: 'Bylaws' as const,
  file_type: 'pdf',
  file_size: 1000,
  s3_key: uuidv7(),
  uploaded_by: ours.user_id,
  uploaded_by_name: 'Bea',
  created_at: NOW,
});

const dueRow = () => ({
  id: uuidv7(),
  hoa_id: ours.hoa_id,
  title: 'Monthly dues',
  frequency: 'monthly' as const,
  recipients: [ours.user_id],
  amount_cents: 18_500,
  reason: 'dues' as const,
  anchor_date: '2026-12-01',
  send_date: '2026-12-01',
  due_date: '2026-12-08',
  status: 'active' as const,
  created_by: ours.user_id,
  created_by_name: 'Bea',
  created_at: NOW,
});

const invoiceRow = (due_id: string) => ({
  id: uuidv7(),
  hoa_id: ours.hoa_id,
  due_id,
  recipient_id: ours.user_id,
  period: '2026-12-01',
  title: 'Monthly dues',
  amount_cents: 18_500,
  sent: NOW,
  due_date: '2026-12-08',
});

beforeAll(async () => {
  ours = await settle();
  theirs = await settle();
});

describe('the tenant', () => {
  /** What belongs to no HOA: counters of strangers' attempts, and the two rows about the database itself. */
  const SHARED = ['rate_limits', 'sync_guard', 'sync_instance'];

  test('[PROD-15] every table carries hoa_id', () => {
    const without = all.filter((table) => !('hoa_id' in getTableColumns(table))).map(getTableName);
    expect(without.sort()).toEqual(SHARED);
  });

  test('[PROD-15] hoa_id is required everywhere but on a webhook not yet understood', () => {
    const loose = all.filter((table) => {
      const column = (getTableColumns(table) as Record<string, { notNull: boolean }>).hoa_id;
      return column !== undefined && !column.notNull;
    });
    expect(loose.map(getTableName)).toEqual(['processor_events']);
  });

  test('[SEC-14] a link from one HOA into another is refused by the database', async () => {
    await refused(tables.users, { ...userRow(ours.hoa_id), address_id: theirs.address_id }, /FOREIGN KEY/);
    await refused(tables.announcements, { ...announcementRow(), created_by: theirs.user_id }, /FOREIGN KEY/);
    await refused(tables.violations, { ...violationRow(), user_id: theirs.user_id }, /FOREIGN KEY/);
    await refused(tables.documents, { ...documentRow(), uploaded_by: theirs.user_id }, /FOREIGN KEY/);
    const due = await insert(tables.dues, dueRow());
    await refused(tables.invoices, { ...invoiceRow(due.id), recipient_id: theirs.user_id }, /FOREIGN KEY/);
  });

  test('an HOA is its own tenant', () =>
    refused(
      tables.hoas,
      { id: uuidv7(), hoa_id: ours.hoa_id, name: 'x', name_key: uuidv7(), created_at: NOW },
      /CHECK.*hoas_own_tenant/,
    ));

  test('the database names itself once', async () => {
    const { rows } = await client.execute('select instance from sync_instance');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.instance).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe('lists of values', () => {
  const listed = all.flatMap((table) =>
    Object.values(getTableColumns(table))
      .filter((column) => column.enumValues?.length)
      .map((column) => ({ table, name: column.name })),
  );

  test.each(listed.map(({ table, name }) => [getTableName(table), name] as const))(
    '%s.%s has a CHECK',
    async (table, column) => {
      const { rows } = await client.execute({ sql: 'select sql from sqlite_master where name = ?', args: [table] });
      expect(String(rows[0]?.sql)).toContain(`"${column}" in (`);
    },
  );

  test('every table has an index on its tenant, or a key of its own', () => {
    const bare = all.filter((table) => {
      const { indexes, uniqueConstraints, primaryKeys, columns } = getTableConfig(table);
      return !indexes.length && !uniqueConstraints.length && !primaryKeys.length && !columns.some((c) => c.primary);
    });
    expect(bare.map(getTableName)).toEqual(['sync_guard']);
  });

  test('[ANN-52] [ANN-53] [ANN-54] an announcement outside the lists is refused', async () => {
    await refused(tables.announcements, { ...announcementRow(), category: 'gossip' as never }, /CHECK/);
    await refused(tables.announcements, { ...announcementRow(), audience_type: 'owners' as never }, /CHECK/);
    await refused(tables.announcements, { ...announcementRow(), status: 'lost' as never }, /CHECK/);
  });

  test('[VIO-21] [VIO-22] a violation outside the lists is refused', async () => {
    await refused(tables.violations, { ...violationRow(), category: 'Smoke' as never }, /CHECK/);
    await refused(tables.violations, { ...violationRow(), status: 'closed' as never }, /CHECK/);
  });

  test('[INV-12] overdue is never stored', async () => {
    const due = await insert(tables.dues, dueRow());
    await refused(tables.invoices, { ...invoiceRow(due.id), status: 'overdue' as never }, /CHECK.*invoices_status/);
  });
});

describe('what must be unique', () => {
  test('[AUTH-11] an email stands once in all HOAs, trimmed and lower-cased', async () => {
    const user = await insert(tables.users, userRow(ours.hoa_id));
    await refused(tables.users, { ...userRow(theirs.hoa_id), email: user.email }, /UNIQUE.*users\.email/);
    await refused(
      tables.users,
      { ...userRow(theirs.hoa_id), email: ` ${user.email.toUpperCase()}` },
      /users_email_form/,
    );
  });

  test('[ADDR-23] the same street and unit in one HOA is refused, case and outer spaces aside', async () => {
    await insert(tables.addresses, addressRow(ours.hoa_id, '14 Willow Lane', '3b'));
    await refused(tables.addresses, addressRow(ours.hoa_id, ' 14 WILLOW lane ', ' 3B '), /UNIQUE/);
    await insert(tables.addresses, addressRow(ours.hoa_id, '14 Willow Lane', '4'));
    await insert(tables.addresses, addressRow(theirs.hoa_id, '14 Willow Lane', '3b'));
  });

  test('[ADDR-23] a street without a unit stands once, whether the unit is absent or empty', async () => {
    await insert(tables.addresses, addressRow(ours.hoa_id, '9 Heron Court'));
    await refused(tables.addresses, addressRow(ours.hoa_id, '9 heron court', ''), /UNIQUE/);
  });

  test('[DUE-34] one invoice per due, recipient and period', async () => {
    const due = await insert(tables.dues, dueRow());
    await insert(tables.invoices, invoiceRow(due.id));
    await refused(tables.invoices, invoiceRow(due.id), /UNIQUE/);
    await insert(tables.invoices, { ...invoiceRow(due.id), period: '2027-01-01', due_date: '2027-01-08' });
  });

  test('[BILLING-26] a processor event is recorded once', async () => {
    const event = { id: `evt_${uuidv7()}`, type: 'invoice.paid', created_at: NOW, received_at: NOW };
    await insert(tables.processor_events, event);
    await refused(tables.processor_events, event, /UNIQUE/);
  });

  test('one subscription and one payment account an HOA', async () => {
    const subscription = { hoa_id: ours.hoa_id, plan: 'pro' as const, status: 'active' as const, created_at: NOW };
    await insert(tables.subscriptions, { ...subscription, id: uuidv7() });
    await refused(tables.subscriptions, { ...subscription, id: uuidv7() }, /UNIQUE/);
  });
});

describe('limits', () => {
  test('[ANN-75] a title ends at 200 characters and a message at 50,000', async () => {
    await refused(tables.announcements, { ...announcementRow(), title: 'x'.repeat(201) }, /announcements_title/);
    await refused(tables.announcements, { ...announcementRow(), message: 'x'.repeat(50_001) }, /announcements_message/);
    await insert(tables.announcements, { ...announcementRow(), title: 'x'.repeat(200) });
  });

  test('[DOC-18] [FILE-07] notes end at 500 characters and a file at 10,485,760 bytes', async () => {
    await refused(tables.documents, { ...documentRow(), notes: 'x'.repeat(501) }, /documents_notes/);
    await refused(tables.documents, { ...documentRow(), file_size: 10_485_761 }, /documents_file_size/);
    await insert(tables.documents, { ...documentRow(), file_size: 10_485_760 });
  });

  test('[DUE-16] [DUE-17] an amount is above nothing and an offset between 1 and 20 days', async () => {
    await refused(tables.dues, { ...dueRow(), amount_cents: 0 }, /dues_amount/);
    await refused(tables.dues, { ...dueRow(), due_date_offset: 21, due_date: '2026-12-22' }, /dues_offset/);
    await refused(tables.dues, { ...dueRow(), due_date_offset: 0, due_date: '2026-12-01' }, /dues_offset/);
  });

  test('[DUE-19] a due date is the send date plus the offset', async () => {
    await refused(tables.dues, { ...dueRow(), due_date: '2026-12-09' }, /CHECK.*dues_due/);
    await insert(tables.dues, { ...dueRow(), send_date: null, due_date: null });
  });

  test('calendar dates exist and are written as dates', async () => {
    await refused(tables.violations, { ...violationRow(), due_date: '2026-02-30' }, /violations_due_day/);
    await refused(tables.violations, { ...violationRow(), due_date: NOW }, /violations_due_day/);
  });

  test('[INV-29] an invoice is paid exactly when it says when', async () => {
    const due = await insert(tables.dues, dueRow());
    await refused(tables.invoices, { ...invoiceRow(due.id), status: 'paid' }, /invoices_paid/);
    await refused(tables.invoices, { ...invoiceRow(due.id), paid_at: NOW }, /invoices_paid/);
  });

  test('only a refund is negative', async () => {
    const payment = { hoa_id: ours.hoa_id, user_id: ours.user_id, status: 'succeeded' as const, created_at: NOW };
    await refused(tables.payments, { ...payment, id: uuidv7(), kind: 'charge', amount_cents: -1 }, /payments_amount/);
    await refused(tables.payments, { ...payment, id: uuidv7(), kind: 'refund', amount_cents: 1 }, /payments_amount/);
    await insert(tables.payments, { ...payment, id: uuidv7(), kind: 'refund', amount_cents: -1 });
  });
});

test('[BILLING-02] [BILLING-03] [BILLING-05] the plan catalogue', () => {
  const told = Object.values(PLANS).map(({ name, price_cents, max_units, rank }) => [
    name,
    price_cents,
    max_units,
    rank,
  ]);
  expect(told).toEqual([
    ['free', 0, null, 0],
    ['starter', 4900, 50, 1],
    ['growth', 9900, 150, 2],
    ['pro', 19900, 400, 3],
  ]);
});

test('[PROD-03] the roles are exactly three, also to the database', async () => {
  expect(ROLES).toEqual(['resident', 'board', 'superadmin']);
  const owner = { ...userRow(ours.hoa_id), role: 'owner' as 'board' };
  await refused(tables.users, owner, /users_role_one_of/);
});
