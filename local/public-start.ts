import type { Client } from '@libsql/client';
import { demoPasswordHash } from './seed/password.ts';
import { UserError } from './user-error.ts';

/** Behind a public address what is for development is refused, before anything is touched. Throws a UserError. */
export const refuseDevelopment = (address: string, { fresh, watch }: { fresh?: boolean; watch?: boolean }): void => {
  if (fresh) {
    throw new UserError(
      `--fresh deletes everything, and people use ${address}: start without it. To start over, stop the stack, move its data folder away and start with --seed none.`,
    );
  }
  if (watch) {
    throw new UserError(
      `npm run dev is for development, and people use ${address}: use npm start, or take PUBLIC_URL out of .dev.vars.`,
    );
  }
};

export const refuseSeed = (address: string): never => {
  throw new UserError(
    `The database is empty, and demo accounts, whose password everyone knows, do not belong at ${address}: start with --seed none, or name the folder that has your data in DATA_DIR.`,
  );
};

const NAMED = 3;

/** Throws a UserError where an account, of the demo or of a person, has the demo's password as it was seeded. */
export const refuseDemoAccounts = async (address: string, db: Client): Promise<void> => {
  const sql = `SELECT u.email FROM credentials c JOIN users u ON u.id = c.user_id
    WHERE c.password_hash = ? AND u.deleted_at IS NULL ORDER BY u.email`;
  const { rows } = await db.execute({ sql, args: [demoPasswordHash()] });
  if (rows.length === 0) return;
  const emails = rows.slice(0, NAMED).map(({ email }) => email);
  const others = rows.length > NAMED ? ` and ${rows.length - NAMED} more` : '';
  throw new UserError(
    `Everyone knows the password of the demo accounts in this database (${emails.join(', ')}${others}), which do not belong at ${address}: name another folder in DATA_DIR and start with --seed none, or take PUBLIC_URL out of .dev.vars and give those accounts new passwords first.`,
  );
};
