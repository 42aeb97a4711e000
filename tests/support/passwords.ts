import type { Client } from '@libsql/client';
import { hashPassword } from '../../worker/auth/passwords.ts';

export const PASSWORD = 'porchlight-test-1';
let hashed: Promise<string> | undefined;

/** Gives people of the cast, who have none, the password that signs them in. */
export const givePassword = async (db: Client, ...people: { id: string; hoa_id: string }[]): Promise<void> => {
  hashed ??= hashPassword(PASSWORD);
  const hash = await hashed;
  await db.batch(
    people.map(({ id, hoa_id }) => ({
      sql: 'INSERT INTO credentials (user_id, hoa_id, password_hash, changed_at) VALUES (?, ?, ?, ?)',
      args: [id, hoa_id, hash, new Date().toISOString()],
    })),
    'write',
  );
};
