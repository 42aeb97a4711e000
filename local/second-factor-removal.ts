import type { Client } from '@libsql/client';
import type { User } from '../schema/tables/users.ts';
import { newActivity } from '../sync/server/activity.ts';
import { ReadSet } from '../sync/server/read-set.ts';
import { WriteBuffer } from '../sync/server/tx.ts';
import { commitBuffer } from '../sync/server/write.ts';
import { removalStatements } from '../worker/auth/second-factor.ts';
import { UserError } from './user-error.ts';

type Owner = Pick<User, 'id' | 'hoa_id' | 'name' | 'email'> & { hoa_name: string };

/** Removes the second factor of whoever has this email, and records it in the HOA's trail of activity. `hoa` is a part of
 * the HOA's name, needed where the email has several. Throws a UserError. */
export const removeAsOperator = async (db: Client, at: Date, email: string, hoa = ''): Promise<Owner> => {
  const owners = await findOwners(db, email, hoa);
  const [owner, ...others] = owners;
  if (!owner) throw new UserError(`Nobody with the email ${email} has a second factor.`);
  if (others.length > 0)
    throw new UserError(`Add --hoa NAME, one of: ${owners.map(({ hoa_name }) => hoa_name).join('; ')}.`);
  const { id, hoa_id, name } = owner;
  const buffer = new WriteBuffer(new ReadSet(db, hoa_id));
  const about = { entity: 'user' as const, entity_id: id, title: name || email };
  buffer.activities.push(newActivity({ action: 'removeSecondFactor', actor: null, at: at.toISOString() }, about));
  await commitBuffer(db, buffer, at.toISOString(), { statementsBefore: removalStatements(id) });
  return owner;
};

const findOwners = async (db: Client, email: string, hoa: string): Promise<Owner[]> => {
  const sql = `SELECT u.id, u.hoa_id, u.name, u.email, h.name AS hoa_name FROM users u JOIN hoas h ON h.id = u.hoa_id
    JOIN second_factors f ON f.user_id = u.id
    WHERE u.email = ? AND u.deleted_at IS NULL AND instr(lower(h.name), lower(?)) > 0`;
  const { rows } = await db.execute({ sql, args: [email.trim().toLowerCase(), hoa] });
  return rows as unknown as Owner[];
};
