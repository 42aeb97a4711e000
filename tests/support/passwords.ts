import { randomBytes, scryptSync } from 'node:crypto';
import type { Client } from '@libsql/client';

export const PASSWORD = 'porchlight-test-1';

/** Stored as the app stores a password, and checked in no time: a hash names its own cost. */
export const quickHash = (password: string): string => {
  const [N, r, p, salt] = [16, 1, 1, randomBytes(16)];
  const key = scryptSync(password, salt, 32, { N, r, p });
  return ['scrypt', N, r, p, salt.toString('base64'), key.toString('base64')].join('$');
};

/** Gives people of the cast, who have none, the password that signs them in. */
export const givePassword = async (db: Client, ...people: { id: string; hoa_id: string }[]): Promise<void> => {
  for (const { id, hoa_id } of people)
    await db.execute({
      sql: 'INSERT INTO credentials (user_id, hoa_id, password_hash, changed_at) VALUES (?, ?, ?, ?)',
      args: [id, hoa_id, quickHash(PASSWORD), new Date().toISOString()],
    });
};
