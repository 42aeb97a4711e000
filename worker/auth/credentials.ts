import type { InStatement } from '@libsql/client';
import type { Changes } from '../../schema/activity.ts';
import type { ChangePassword, NewAccount, ResetPassword } from '../../schema/auth.ts';
import { INVALID_ACTIVATION, INVALID_RESET } from '../../schema/auth.ts';
import type { User } from '../../schema/tables/users.ts';
import { followRulesEffect } from '../../sync/dues/rules.ts';
import { clearFailedJobs } from '../../sync/failed-jobs/entity.ts';
import { guard } from '../../sync/server/queue.ts';
import { ConflictError } from '../../sync/server/write.ts';
import { type Actor, Refusal, type Tx } from '../../sync/tx.ts';
import { isInvited } from '../../sync/users/entity.ts';
import type { Deps } from '../deps.ts';
import { queryOne } from '../queries/query.ts';
import { ownAct, recordActivity, transactAsSystem } from '../transact.ts';
import { forgetDevices } from './known-devices.ts';
import { countAttempt, type Limit, releaseAttempt } from './limits.ts';
import { consumeLink, findLink, type LinkedUser, type Purpose } from './links.ts';
import { requireStrongPassword } from './password-strength.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { closeSockets, revokeUserStatement } from './revoke.ts';
import { hashToken } from './secrets.ts';

const WINDOW = 15 * 60;

export const verifyReset = async (deps: Deps, caller: string, token: string): Promise<LinkedUser> => {
  await countLinkUse(deps, caller, 'reset', token);
  return requireLink(await findLink(deps, 'reset', token), INVALID_RESET);
};

/** Also ends all sign-ins of the user. Of concurrent calls with one link, exactly one succeeds. */
export const resetPassword = async (
  deps: Deps,
  caller: string,
  { token, password, endCalendar = false }: ResetPassword,
): Promise<void> => {
  const user = await verifyReset(deps, caller, token);
  requireStrongPassword(password, user);
  const stored = storePassword(deps, user, await hashPassword(password));
  const calendar = endCalendar ? [endFeedStatement(user)] : [];
  const ended = [revokeUserStatement(deps, user.hoa_id, user.id), forgetDevices(user), ...calendar];
  const all = [...consumeLink(deps, 'reset', user), stored, ...ended];
  const act = ownAct('resetPassword', user, endCalendar ? CALENDAR_ENDED : {});
  if (!(await guarded(recordActivity(deps, user.hoa_id, act, { statementsBefore: all }))))
    throw new Refusal('invalid', INVALID_RESET);
  closeSockets(deps, user.hoa_id, { user_id: user.id });
};

export const activate = async (
  deps: Deps,
  caller: string,
  { token, name, password }: NewAccount,
): Promise<LinkedUser> => {
  await countLinkUse(deps, caller, 'activation', token);
  const user = requireLink(await findLink(deps, 'activation', token), INVALID_ACTIVATION);
  requireStrongPassword(password, { ...user, name });
  const stored = storePassword(deps, user, await hashPassword(password));
  const run = async (tx: Tx) => {
    // Read again on each retry: once another call has used the link, the guards below always fail.
    requireLink(await findLink(deps, 'activation', token), INVALID_ACTIVATION);
    await activateUser(tx, user.id, name);
  };
  const statementsBefore = [...consumeLink(deps, 'activation', user), stored];
  const by = { id: user.id, name, role: user.role };
  await transactAsSystem(deps, user.hoa_id, run, { action: 'acceptInvitation', by, statementsBefore });
  return user;
};

const activateUser = async (tx: Tx, id: string, name: string): Promise<void> => {
  const user = await tx.get('user', id);
  if (!user || !isInvited(user)) throw new Refusal('invalid', INVALID_ACTIVATION);
  await tx.put('user', { ...user, name, status: 'active', last_login: tx.now, epoch: user.epoch + 1 });
  await clearFailedJobs(tx, id);
  tx.after(followRulesEffect(tx));
};

const CALENDAR_ENDED: Changes = { calendar_address: [null, 'ended'] };

const WRONG_PASSWORD = 'Current password is incorrect';

/** Also ends the caller's other sign-ins and reset links; `family_id` is the sign-in to keep. */
export const changePassword = async (
  deps: Deps,
  caller: string,
  { actor, family_id }: { actor: Actor; family_id: string },
  { currentPassword, newPassword, endCalendar = false }: ChangePassword,
): Promise<void> => {
  const { password_hash: current, hoa_name } = await checkPassword(deps, caller, actor, currentPassword);
  requireStrongPassword(newPassword, { ...actor, hoa_name }, 'newPassword');
  const stored = storePassword(deps, actor, await hashPassword(newPassword));
  const others = revokeUserStatement(deps, actor.hoa_id, actor.id, family_id);
  const calendar = endCalendar ? [endFeedStatement(actor)] : [];
  const ended = [others, forgetDevices(actor, family_id), expireResetLinks(deps, actor), ...calendar];
  const all = [guardPasswordUnchanged(actor, current), stored, ...ended];
  const act = ownAct('changePassword', actor, endCalendar ? CALENDAR_ENDED : {});
  if (!(await guarded(recordActivity(deps, actor.hoa_id, act, { statementsBefore: all })))) throw wrongPassword();
  closeSockets(deps, actor.hoa_id, { user_id: actor.id, except: family_id });
};

/** Throws Refusal for a wrong password, HttpError 429. */
export const requirePassword = async (deps: Deps, caller: string, actor: Actor, password: string): Promise<void> => {
  await checkPassword(deps, caller, actor, password, 'password');
};

const checkPassword = async (deps: Deps, caller: string, actor: Actor, password: string, path?: string) => {
  const limit = { key: `password:${actor.id}|${caller}`, max: 10, seconds: WINDOW };
  const attempt = await countAttempt(deps, [limit]);
  const stored = await readPassword(deps, actor);
  if (!(await verifyPassword(password, stored.password_hash))) throw wrongPassword(path);
  await releaseAttempt(deps, attempt, [limit.key]);
  return stored;
};

const wrongPassword = (path = 'currentPassword') =>
  new Refusal('invalid', WRONG_PASSWORD, [{ path, msg: WRONG_PASSWORD }]);

type PasswordOwner = Pick<User, 'id' | 'hoa_id'>;

type StoredPassword = { password_hash: string | null; hoa_name: string };

const readPassword = async ({ db }: Deps, { id, hoa_id }: PasswordOwner): Promise<StoredPassword> => {
  const sql = `SELECT c.password_hash, h.name AS hoa_name
    FROM hoas h LEFT JOIN credentials c ON c.hoa_id = h.id AND c.user_id = ? WHERE h.id = ?`;
  const row = await queryOne<StoredPassword>(db, sql, [id, hoa_id]);
  return row ?? { password_hash: null, hoa_name: '' };
};

const guardPasswordUnchanged = ({ id }: PasswordOwner, hash: string | null): InStatement =>
  guard('coalesce((SELECT password_hash = ? FROM credentials WHERE user_id = ?), 0)', [hash, id]);

const endFeedStatement = ({ id, hoa_id }: PasswordOwner): InStatement => ({
  sql: 'DELETE FROM calendar_feeds WHERE hoa_id = ? AND user_id = ?',
  args: [hoa_id, id],
});

const expireResetLinks = (deps: Deps, { id, hoa_id }: PasswordOwner): InStatement => ({
  sql: `UPDATE user_tokens SET used_at = ? WHERE hoa_id = ? AND user_id = ? AND purpose = 'reset' AND used_at IS NULL`,
  args: [deps.now().toISOString(), hoa_id, id],
});

const storePassword = (deps: Deps, { id, hoa_id }: PasswordOwner, hash: string): InStatement => ({
  sql: `INSERT INTO credentials (user_id, hoa_id, password_hash, changed_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (user_id) DO UPDATE SET password_hash = excluded.password_hash, changed_at = excluded.changed_at`,
  args: [id, hoa_id, hash, deps.now().toISOString()],
});

/** False if a guard has failed. */
const guarded = async (commit: Promise<void>): Promise<boolean> => {
  try {
    await commit;
    return true;
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
};

const TRIES_PER_LINK = 10;
const TRIES_PER_ADDRESS = 100;

const countLinkUse = async (deps: Deps, caller: string, purpose: Purpose, token: string) => {
  const limit = (key: string, most: number): Limit => ({ key: `${purpose}:${key}`, max: most, seconds: WINDOW });
  await countAttempt(deps, [
    limit(`${await hashToken(token)}|${caller}`, TRIES_PER_LINK),
    limit(caller, TRIES_PER_ADDRESS),
  ]);
};

const requireLink = (user: LinkedUser | undefined, message: string): LinkedUser => {
  if (!user) throw new Refusal('invalid', message);
  return user;
};
