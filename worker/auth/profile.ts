import type { User } from '../../schema/tables/users.ts';
import type { Deps } from '../deps.ts';
import type { Profile } from '../http/rest-shapes.ts';
import { queryOne } from '../queries/query.ts';

export const findProfile = async (deps: Deps, { hoa_id, id }: Pick<User, 'hoa_id' | 'id'>): Promise<Profile> => {
  const sql = `SELECT u.id, u.hoa_id, u.name, u.email, u.role, u.status, u.address_id, u.account_ids, u.phone, u.created_at,
      u.last_login, a.street, a.unit_number
    FROM users u LEFT JOIN addresses a ON a.hoa_id = u.hoa_id AND a.id = u.address_id WHERE u.hoa_id = ? AND u.id = ?`;
  return (await queryOne<Profile>(deps.db, sql, [hoa_id, id]))!;
};
