import { hoaNameKey } from '../../schema/hoas.ts';
import { Refusal } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { drainOutbox } from '../jobs/outbox.ts';
import { queryOne } from '../queries/query.ts';
import { withStripe } from '../stripe/client.ts';
import { settleExpired } from './abandoned.ts';
import { isExpired, type SignupRecord, signupByEmail, signupByHoaName } from './signups.ts';

export const EMAIL_REGISTERED = 'This email is already registered';
export const HOA_EXISTS = 'An HOA with this name already exists';

export const isEmailFree = (deps: Deps, email: string): Promise<boolean> =>
  isFree(deps, 'SELECT hoa_id FROM users WHERE email = ?', email);

export const isHoaNameFree = (deps: Deps, name: string): Promise<boolean> =>
  isFree(deps, 'SELECT id AS hoa_id FROM hoas WHERE name_key = ?', hoaNameKey(name));

const isFree = async ({ db, now }: Deps, holder: string, value: string): Promise<boolean> => {
  const sql = `SELECT 1 FROM (${holder}) h WHERE NOT EXISTS (SELECT 1 FROM signups s
    WHERE s.hoa_id = h.hoa_id AND s.status = 'pending' AND s.expires_at <= ?)`;
  return (await queryOne(db, sql, [value, now().toISOString()])) === undefined;
};

/** Removes an expired signup that holds the name. Throws Refusal('conflict') if an HOA other than `hoa_id` holds it. */
export const requireFreeHoaName = async (deps: Deps, name: string, hoa_id?: string): Promise<void> => {
  const name_key = hoaNameKey(name);
  await removeIfExpired(deps, await signupByHoaName(deps, name_key));
  const holder = await queryOne<{ id: string }>(deps.db, 'SELECT id FROM hoas WHERE name_key = ?', [name_key]);
  if (holder && holder.id !== hoa_id) throw new Refusal('conflict', HOA_EXISTS);
};

/** Removes an expired signup that holds the email and returns a resumable one. Throws Refusal('conflict') for any other
 * holder. */
export const findEmailHolder = async (deps: Deps, email: string): Promise<SignupRecord | undefined> => {
  await removeIfExpired(deps, await signupByEmail(deps, email));
  const holder = await signupByEmail(deps, email);
  if (holder && holder.status !== 'complete') return holder;
  if (!(await isEmailFree(deps, email))) throw new Refusal('conflict', EMAIL_REGISTERED);
  return undefined;
};

const removeIfExpired = async (deps: Deps, signup: SignupRecord | undefined): Promise<void> => {
  if (!signup || !isExpired(signup, deps.now())) return;
  await withStripe(deps, (stripe) => settleExpired(deps, stripe, signup));
  deps.waitUntil(drainOutbox(deps, { hoa_id: signup.hoa_id }));
};
