import type { InStatement } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import type { Role, UserStatus } from '../../schema/users.ts';
import { searchTextOf } from '../../sync/server/tables.ts';
import type { Actor } from '../../sync/tx.ts';

export const insertHoa = (id: string, name: string): InStatement[] => [
  {
    sql: `INSERT INTO hoas (id, hoa_id, name, name_key, created_at, ledger_opened_at)
      VALUES (?1, ?1, ?2, ?3, ?4, ?4)`,
    args: [id, `${name} ${id}`, `${name.toLowerCase()} ${id}`, new Date().toISOString()],
  },
  ...insertLog(id, 'hoa', id, ['all']),
];

export const newUser = (hoa_id: string, name: string, role: Role): Actor & { address_id: string } => {
  const id = uuidv7();
  return {
    id,
    hoa_id,
    role,
    name,
    email: `${name.split(' ')[0]?.toLowerCase()}-${id}@example.test`,
    address_id: uuidv7(),
  };
};

export const insertUser = (user: ReturnType<typeof newUser>, status: UserStatus): InStatement[] => {
  const { id, hoa_id, name, email, role, address_id } = user;
  const street = `${id.slice(-4)} Willow Lane ${id}`;
  const now = new Date().toISOString();
  return [
    {
      sql: 'INSERT INTO addresses (id, hoa_id, street, resident_ids, search_text, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      args: [address_id, hoa_id, street, JSON.stringify([id]), searchTextOf('address', { street }), now],
    },
    {
      sql: `INSERT INTO users (id, hoa_id, name, email, role, status, address_id, search_text, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      args: [id, hoa_id, name, email, role, status, address_id, searchTextOf('user', { name, email }), now],
    },
    ...insertLog(hoa_id, 'address', address_id, ['board', id]),
    ...insertLog(hoa_id, 'user', id, ['board', id]),
  ];
};

const insertLog = (hoa_id: string, entity: string, id: string, audiences: string[]): InStatement[] =>
  audiences.map((audience) => ({
    sql: 'INSERT OR REPLACE INTO sync_log (hoa_id, audience, entity, entity_id) VALUES (?, ?, ?, ?)',
    args: [hoa_id, audience, entity, id],
  }));
