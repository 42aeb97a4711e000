import { getTableColumns, getTableName } from 'drizzle-orm';

import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import * as tables from '../../schema/index.ts';
import {
  addressRow,
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
let theirs: Home;

beforeAll(async () => {
  ours = await settle();
  theirs = await settle();
});

describe('the tenant', () => {
  /** Tables of no HOA: rate-limit counters, and those about the database itself. */
  const SHARED = [
    'cron_runs',
    'operator_mails',
    'rate_limits',
    'sync_guard',
    'sync_instance',
    'sync_log_days',
    'sync_log_minutes',
  ];

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
    await refused(tables.announcements, { ...announcementRow(ours), created_by: theirs.user_id }, /FOREIGN KEY/);
    await refused(tables.violations, { ...violationRow(ours), user_id: theirs.user_id }, /FOREIGN KEY/);
    await refused(tables.documents, { ...documentRow(ours), uploaded_by: theirs.user_id }, /FOREIGN KEY/);
    const due = await insert(tables.dues, dueRow(ours));
    await refused(tables.invoices, { ...invoiceRow(ours, due.id), recipient_id: theirs.user_id }, /FOREIGN KEY/);
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

describe('what must be unique', () => {
  test('[AUTH-11] an email stands once in an HOA, trimmed and lower-cased', async () => {
    const user = await insert(tables.users, userRow(ours.hoa_id));
    await refused(tables.users, { ...userRow(ours.hoa_id), email: user.email }, /UNIQUE.*users\.email/);
    await insert(tables.users, { ...userRow(theirs.hoa_id), email: user.email });
    await insert(tables.users, { ...userRow(ours.hoa_id), email: user.email, deleted_at: NOW });
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
    const due = await insert(tables.dues, dueRow(ours));
    await insert(tables.invoices, invoiceRow(ours, due.id));
    await refused(tables.invoices, invoiceRow(ours, due.id), /UNIQUE/);
    await insert(tables.invoices, { ...invoiceRow(ours, due.id), period: '2027-01-01', due_date: '2027-01-08' });
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
