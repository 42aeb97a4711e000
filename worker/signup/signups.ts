import type { Signup } from '../../schema/tables/signup.ts';
import type { Deps } from '../deps.ts';
import { queryAll, queryOne } from '../queries/query.ts';

export type SignupRecord = Signup & {
  stripe_customer_id: string;
  stripe_subscription_id: string;
  email: string;
  name: string;
  hoa_name: string;
  password_hash: string;
};

type Reader = Pick<Deps, 'db'>;

export const signupByIds = (deps: Reader, hoa_id: string, user_id: string) =>
  find(deps, 's.hoa_id = ? AND s.user_id = ?', [hoa_id, user_id]);
export const signupById = (deps: Reader, hoa_id: string, id: string) =>
  find(deps, 's.hoa_id = ? AND s.id = ?', [hoa_id, id]);
/** The newest that is not complete. */
export const openSignupByEmail = (deps: Reader, email: string) =>
  find(deps, `u.email = ? AND s.status <> 'complete' ORDER BY s.created_at DESC LIMIT 1`, [email]);
export const signupByHoaName = (deps: Reader, name_key: string) => find(deps, 'h.name_key = ?', [name_key]);
export const signupBySetupIntent = (deps: Reader, id: string) => find(deps, 's.setup_intent_id = ?', [id]);

export const expiredSignups = async ({ db }: Reader, now: Date, limit: number): Promise<SignupRecord[]> => {
  const sql = `${SELECT} WHERE s.status <> 'complete' AND s.expires_at <= ? ORDER BY s.expires_at LIMIT ?`;
  return queryAll<SignupRecord>(db, sql, [now.toISOString(), limit]);
};

export const isExpired = ({ status, expires_at }: Pick<Signup, 'status' | 'expires_at'>, now: Date): boolean =>
  status !== 'complete' && expires_at <= now.toISOString();

/** Nothing stands behind it yet: no card, or no confirmed address. Once expired it is removed and reserves nothing. */
export const ABANDONABLE = `(s.status = 'pending'
  OR (s.status = 'secured' AND s.verified_at IS NULL AND s.verification_sent_at IS NOT NULL))`;

/** Within this window a signup may be resumed, and its completion may set HOA details and sign in. */
export const isWithinWindow = ({ expires_at }: Pick<Signup, 'expires_at'>, now: Date): boolean =>
  expires_at > now.toISOString();

const SELECT = `SELECT s.*, b.stripe_customer_id, b.stripe_subscription_id, u.email, u.name, h.name AS hoa_name,
    c.password_hash
  FROM signups s JOIN subscriptions b ON b.hoa_id = s.hoa_id JOIN users u ON u.hoa_id = s.hoa_id AND u.id = s.user_id
  JOIN hoas h ON h.id = s.hoa_id JOIN credentials c ON c.user_id = s.user_id`;

const find = ({ db }: Reader, where: string, args: string[]): Promise<SignupRecord | undefined> =>
  queryOne<SignupRecord>(db, `${SELECT} WHERE ${where}`, args);
