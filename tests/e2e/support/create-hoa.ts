import type { InStatement, InValue } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import type { Role } from '../../../schema/users.ts';
import { searchTextOf } from '../../../sync/server/tables.ts';
import { nth, required } from '../../support/required.ts';
import type { Email } from './app.ts';
import { inDatabase } from './server.ts';

type Person = { email: Email; name: string; role: Role };

/** Creates an HOA with these people, who sign in with the demo password. Idempotent by name. */
export const createHoa = (name: string, people: readonly Person[]): Promise<void> =>
  inDatabase(async (db) => {
    const { rows } = await db.execute({ sql: 'SELECT id FROM hoas WHERE name = ?', args: [name] });
    if (rows.length > 0) return;
    const known = await db.execute('SELECT password_hash FROM credentials LIMIT 1');
    const password_hash = required(nth(known.rows, 0).password_hash);
    const hoa_id = uuidv7();
    const created_at = new Date().toISOString();
    await db.batch(
      [
        insert('hoas', {
          id: hoa_id,
          hoa_id,
          name,
          name_key: name.toLowerCase(),
          created_at,
          ledger_opened_at: created_at,
        }),
        insert('subscriptions', { id: uuidv7(), hoa_id, plan: 'pro', status: 'active', created_at }),
        log(hoa_id, 'all', 'hoa', hoa_id),
        ...people.flatMap((person) => {
          const id = uuidv7();
          return [
            insert('users', {
              id,
              hoa_id,
              ...person,
              status: 'active',
              search_text: searchTextOf('user', person),
              created_at,
              last_login: created_at,
            }),
            insert('credentials', { user_id: id, hoa_id, password_hash, changed_at: created_at }),
            log(hoa_id, 'board', 'user', id),
            log(hoa_id, id, 'user', id),
          ];
        }),
      ],
      'write',
    );
  });

const insert = (table: string, row: Record<string, InValue>): InStatement => {
  const names = Object.keys(row);
  const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  return { sql, args: Object.values(row) };
};

const log = (hoa_id: string, audience: string, entity: string, entity_id: string): InStatement =>
  insert('sync_log', { hoa_id, audience, entity, entity_id });
