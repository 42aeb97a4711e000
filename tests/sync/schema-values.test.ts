import { getTableColumns, getTableName } from 'drizzle-orm';

import { getTableConfig } from 'drizzle-orm/sqlite-core';
import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import * as tables from '../../schema/index.ts';
import { PLANS } from '../../schema/plans.ts';
import { ROLES } from '../../schema/users.ts';
import {
  all,
  announcementRow,
  client,
  documentRow,
  dueRow,
  type Home,
  insert,
  invoiceRow,
  NOW,
  refused,
  settle,
  userRow,
  violationRow,
} from '../support/schema-rows.ts';

let ours: Home;

beforeAll(async () => {
  ours = await settle();
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
    await refused(tables.announcements, { ...announcementRow(ours), category: 'gossip' as never }, /CHECK/);
    await refused(tables.announcements, { ...announcementRow(ours), audience_type: 'owners' as never }, /CHECK/);
    await refused(tables.announcements, { ...announcementRow(ours), status: 'lost' as never }, /CHECK/);
  });

  test('[VIO-21] [VIO-22] a violation outside the lists is refused', async () => {
    await refused(tables.violations, { ...violationRow(ours), category: 'Smoke' as never }, /CHECK/);
    await refused(tables.violations, { ...violationRow(ours), status: 'closed' as never }, /CHECK/);
  });

  test('[INV-12] overdue is never stored', async () => {
    const due = await insert(tables.dues, dueRow(ours));
    await refused(
      tables.invoices,
      { ...invoiceRow(ours, due.id), status: 'overdue' as never },
      /CHECK.*invoices_status/,
    );
  });
});

describe('limits', () => {
  test('[ANN-75] a title ends at 200 characters and a message at 50,000', async () => {
    await refused(tables.announcements, { ...announcementRow(ours), title: 'x'.repeat(201) }, /announcements_title/);
    await refused(
      tables.announcements,
      { ...announcementRow(ours), message: 'x'.repeat(50_001) },
      /announcements_message/,
    );
    await insert(tables.announcements, { ...announcementRow(ours), title: 'x'.repeat(200) });
  });

  test('[DOC-18] [FILE-07] notes end at 500 characters and a file at 10,485,760 bytes', async () => {
    await refused(tables.documents, { ...documentRow(ours), notes: 'x'.repeat(501) }, /documents_notes/);
    await refused(tables.documents, { ...documentRow(ours), file_size: 10_485_761 }, /documents_file_size/);
    await insert(tables.documents, { ...documentRow(ours), file_size: 10_485_760 });
  });

  test('[DUE-16] [MOVE-07] an amount is above nothing and an offset between 0 and 90 days', async () => {
    await refused(tables.dues, { ...dueRow(ours), amount_cents: 0 }, /dues_amount/);
    await refused(tables.dues, { ...dueRow(ours), due_date_offset: 91, due_date: '2027-03-02' }, /dues_offset/);
    await refused(tables.dues, { ...dueRow(ours), due_date_offset: -1, due_date: '2026-11-30' }, /dues_offset/);
  });

  test('[DUE-19] a due date is the send date plus the offset', async () => {
    await refused(tables.dues, { ...dueRow(ours), due_date: '2026-12-09' }, /CHECK.*dues_due/);
    await insert(tables.dues, { ...dueRow(ours), send_date: null, due_date: null });
  });

  test('calendar dates exist and are written as dates', async () => {
    await refused(tables.violations, { ...violationRow(ours), due_date: '2026-02-30' }, /violations_due_day/);
    await refused(tables.violations, { ...violationRow(ours), due_date: NOW }, /violations_due_day/);
  });

  test('[INV-29] an invoice is paid exactly when it says when', async () => {
    const due = await insert(tables.dues, dueRow(ours));
    await refused(tables.invoices, { ...invoiceRow(ours, due.id), status: 'paid' }, /invoices_paid/);
    await refused(tables.invoices, { ...invoiceRow(ours, due.id), paid_at: NOW }, /invoices_paid/);
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
