import { drizzle } from 'drizzle-orm/libsql/web';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import * as tables from '../../schema/index.ts';
import { connect } from './database.ts';

export const client = connect();

const db = drizzle(client);

export const NOW = '2026-11-20T15:00:00.000Z';

export const all: SQLiteTable[] = Object.values(tables);

export type Home = { hoa_id: string; user_id: string; address_id: string };

export const insert = async <T extends SQLiteTable>(table: T, row: T['$inferInsert']) => {
  await db.insert(table).values(row);
  return row;
};

/** The database's own words of refusal. */
export const refused = async <T extends SQLiteTable>(table: T, row: T['$inferInsert'], words: RegExp) => {
  const error = await insert(table, row).catch((error: Error) => error);
  expect(error).toBeInstanceOf(Error);
  expect(String((error as Error).cause ?? error)).toMatch(words);
};

export const settle = async (): Promise<Home> => {
  const hoa_id = uuidv7();
  await insert(tables.hoas, { id: hoa_id, hoa_id, name: hoa_id, name_key: hoa_id, created_at: NOW });
  const address = addressRow(hoa_id, '1 Elm Street');
  await insert(tables.addresses, address);
  const user = userRow(hoa_id);
  await insert(tables.users, user);
  return { hoa_id, user_id: user.id, address_id: address.id };
};

export const addressRow = (hoa_id: string, street: string, unit_number: string | null = null) => ({
  id: uuidv7(),
  hoa_id,
  street,
  unit_number,
  created_at: NOW,
});

export const userRow = (hoa_id: string) => {
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

export const announcementRow = (home: Home) => ({
  id: uuidv7(),
  hoa_id: home.hoa_id,
  title: 'Pool opens',
  message: '<p>On Saturday</p>',
  category: 'general' as const,
  status: 'draft' as const,
  audience_type: 'all' as const,
  created_by: home.user_id,
  created_by_name: 'Bea',
  created_at: NOW,
});

export const violationRow = (home: Home) => ({
  id: uuidv7(),
  hoa_id: home.hoa_id,
  user_id: home.user_id,
  issued_by: home.user_id,
  issued_by_name: 'Bea',
  issued_by_email: 'bea@elm.test',
  category: 'Parking' as const,
  title: 'Trailer',
  message: '<p>Move it</p>',
  due_date: '2026-12-01',
  status: 'open' as const,
  created_at: NOW,
});

export const documentRow = (home: Home) => ({
  id: uuidv7(),
  hoa_id: home.hoa_id,
  title: 'Bylaws',
  category: 'Bylaws' as const,
  file_type: 'pdf',
  file_size: 1000,
  s3_key: uuidv7(),
  uploaded_by: home.user_id,
  uploaded_by_name: 'Bea',
  created_at: NOW,
});

export const dueRow = (home: Home) => ({
  id: uuidv7(),
  hoa_id: home.hoa_id,
  title: 'Monthly dues',
  frequency: 'monthly' as const,
  recipients: [home.user_id],
  amount_cents: 18_500,
  reason: 'dues' as const,
  anchor_date: '2026-12-01',
  send_date: '2026-12-01',
  due_date: '2026-12-08',
  status: 'active' as const,
  created_by: home.user_id,
  created_by_name: 'Bea',
  created_at: NOW,
});

export const invoiceRow = (home: Home, due_id: string) => ({
  id: uuidv7(),
  hoa_id: home.hoa_id,
  due_id,
  recipient_id: home.user_id,
  period: '2026-12-01',
  title: 'Monthly dues',
  amount_cents: 18_500,
  sent: NOW,
  due_date: '2026-12-08',
});
