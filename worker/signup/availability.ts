import { hoaNameKey } from '../../schema/hoas.ts';
import { Refusal } from '../../sync/tx.ts';
import { findAccounts } from '../auth/accounts.ts';
import { countAttempt } from '../auth/limits.ts';
import type { Deps } from '../deps.ts';
import { drainOutbox } from '../jobs/outbox.ts';
import { queryOne } from '../queries/query.ts';
import { withStripe } from '../stripe/client.ts';
import { settleExpired } from './abandoned.ts';
import { ABANDONABLE, isExpired, openSignupByEmail, type SignupRecord, signupByHoaName } from './signups.ts';

export const EMAIL_REGISTERED = 'This email is already registered';
const HOA_EXISTS = 'An HOA with this name already exists';

/** Taken is an email with which somebody can sign in, or is signing up. What others invite takes nothing. */
export const isEmailFree = async (deps: Deps, email: string): Promise<boolean> => {
  const sql = `SELECT 1 FROM users u LEFT JOIN signups s ON s.hoa_id = u.hoa_id AND s.user_id = u.id
    WHERE u.email = ? AND u.deleted_at IS NULL
      AND (u.status = 'active' OR (s.status <> 'complete' AND NOT (s.expires_at <= ? AND ${ABANDONABLE})))`;
  const args = [email, deps.now().toISOString()];
  return (await queryOne(deps.db, sql, args)) === undefined;
};

export const isHoaNameFree = async (deps: Deps, name: string): Promise<boolean> => {
  const sql = `SELECT 1 FROM hoas h WHERE h.name_key = ? AND NOT EXISTS
    (SELECT 1 FROM signups s WHERE s.hoa_id = h.id AND s.expires_at <= ? AND ${ABANDONABLE})`;
  const args = [hoaNameKey(name), deps.now().toISOString()];
  return (await queryOne(deps.db, sql, args)) === undefined;
};

/** Removes an expired signup that holds the name. Throws Refusal('conflict') if an HOA other than `hoa_id` holds it. */
export const requireFreeHoaName = async (deps: Deps, name: string, hoa_id?: string): Promise<void> => {
  const name_key = hoaNameKey(name);
  await removeIfExpired(deps, await signupByHoaName(deps, name_key));
  const sql = 'SELECT id FROM hoas WHERE name_key = ?';
  const holder = await queryOne<{ id: string }>(deps.db, sql, [name_key]);
  if (holder && holder.id !== hoa_id) throw new Refusal('conflict', HOA_EXISTS);
};

/** Removes an expired signup that holds the email and returns one that is under way. */
export const findOpenSignup = async (deps: Deps, email: string): Promise<SignupRecord | undefined> => {
  await removeIfExpired(deps, await openSignupByEmail(deps, email));
  return openSignupByEmail(deps, email);
};

const TRIES = { max: 10, seconds: 15 * 60 };

/** A user of another HOA may sign up one more with that password. Throws Refusal('conflict') otherwise. */
export const requireOwnEmail = async (
  deps: Deps,
  { email, password, hoa_name }: { email: string; password: string; hoa_name: string },
): Promise<void> => {
  if (await isEmailFree(deps, email)) return;
  await countAttempt(deps, [{ key: `trial-account:${email}`, ...TRIES }]);
  const accounts = await findAccounts(deps, { email, password });
  const names = accounts.filter(({ status }) => status === 'active').map((account) => hoaNameKey(account.hoa_name));
  if (names.length === 0 || names.includes(hoaNameKey(hoa_name))) throw new Refusal('conflict', EMAIL_REGISTERED);
};

const removeIfExpired = async (deps: Deps, signup: SignupRecord | undefined): Promise<void> => {
  if (!signup || !isExpired(signup, deps.now())) return;
  await withStripe(deps, (stripe) => settleExpired(deps, stripe, signup));
  deps.waitUntil(drainOutbox(deps, { hoa_id: signup.hoa_id }));
};
