import type { User } from '../../schema/tables/users.ts';
import type { Deps } from '../deps.ts';
import { queryAll } from '../queries/query.ts';
import { verifyPassword } from './passwords.ts';

export type Account = User & {
  hoa_name: string;
  password_hash: string | null;
  has_second_factor: number;
  is_paused: number;
};
type Scope = Pick<Deps, 'db'>;
type Credentials = { email: string; password: string; hoa_id?: string | undefined };

/** Each costs one password check, so that their number bounds the work of a request. */
const MOST_ACCOUNTS = 5;

/** The accounts with this email and password, one for each HOA: at most five, the ones used last. An unknown email
 * takes as long as one account. */
export const findAccounts = async (deps: Scope, { password, ...who }: Credentials): Promise<Account[]> => {
  const accounts = (await readAccounts(deps, who)).sort(byUse).slice(0, MOST_ACCOUNTS);
  if (accounts.length === 0) await verifyPassword(password, undefined);
  const matching: Account[] = [];
  // One after the other, because each check takes 16 MB.
  for (const account of accounts) if (await verifyPassword(password, account.password_hash)) matching.push(account);
  return matching;
};

/** As the statement below orders those of one database. */
const byUse = (a: Account, b: Account): number =>
  Number(b.status === 'active') - Number(a.status === 'active') ||
  (b.last_login ?? '').localeCompare(a.last_login ?? '');

const readAccounts = ({ db }: Scope, { email, hoa_id }: Omit<Credentials, 'password'>) => {
  const sql = `SELECT u.*, c.password_hash, h.name AS hoa_name, f.confirmed_at IS NOT NULL AS has_second_factor,
      EXISTS (SELECT 1 FROM paused_hoas p WHERE p.hoa_id = u.hoa_id) AS is_paused
    FROM users u JOIN hoas h ON h.id = u.hoa_id LEFT JOIN credentials c ON c.user_id = u.id
      LEFT JOIN second_factors f ON f.user_id = u.id
    WHERE u.email = ? AND u.deleted_at IS NULL AND u.status <> 'invited' ${hoa_id === undefined ? '' : 'AND u.hoa_id = ?'}
    ORDER BY u.status = 'active' DESC, u.last_login DESC LIMIT ?`;
  return queryAll<Account>(db, sql, [email, ...(hoa_id === undefined ? [] : [hoa_id]), MOST_ACCOUNTS]);
};
