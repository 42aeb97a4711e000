import type { Client, InStatement } from '@libsql/client';
import type { ActivityKind } from '../schema/activity.ts';
import { emailAddress } from '../schema/inputs.ts';
import type { User } from '../schema/tables/users.ts';
import { type ActivityName, newActivity } from '../sync/server/activity.ts';
import { withoutEmails } from '../sync/server/limits.ts';
import { ReadSet } from '../sync/server/read-set.ts';
import { transact, type WriteDeps } from '../sync/server/transact.ts';
import { SYSTEM, WriteBuffer } from '../sync/server/tx.ts';
import { commitBuffer } from '../sync/server/write.ts';
import { find } from '../sync/tx.ts';
import { EMAIL_TAKEN, nameOf, USER_NOT_FOUND } from '../sync/users/entity.ts';
import { forgetDevices } from '../worker/auth/known-devices.ts';
import { saltOf } from '../worker/auth/limits.ts';
import { linkToken, storeLinks } from '../worker/auth/links.ts';
import { revokeUserStatement } from '../worker/auth/revoke.ts';
import { removalStatements } from '../worker/auth/second-factor.ts';
import type { Config } from '../worker/deps.ts';
import { UserError } from './user-error.ts';

type Deps = { db: Client; now(): Date };
type Account = Pick<User, 'id' | 'hoa_id' | 'name' | 'email'> & { hoa_name: string };
type Hoa = { id: string; name: string };

/** Names one account: `hoa` is a part of the HOA's name, needed where the email stands in several. */
type Wanted = { email: string; hoa?: string | undefined };

/** Removes the second factor of whoever has this email. Throws a UserError. */
export const removeSecondFactor = async (deps: Deps, wanted: Wanted): Promise<Account> => {
  const hasOne = 'EXISTS (SELECT 1 FROM second_factors f WHERE f.user_id = u.id)';
  const account = await findAccount(deps, wanted, { where: hasOne, but: 'has no second factor' });
  await record(deps, account.hoa_id, aboutUser('removeSecondFactor', account), removalStatements(account.id));
  return account;
};

/** Gives an account another email, and ends its sign-ins and its mailed links: both may be in other hands. The password
 * stays, to be reset by the new mailbox. Devices show the new email after their next sync. Throws a UserError. */
export const changeEmail = async (deps: Deps, wanted: Wanted, email: string): Promise<Account> => {
  const to = emailAddress('Name the new email.').safeParse(email);
  if (!to.success) throw new UserError(to.error.issues[0]!.message);
  const isActivated = "u.status <> 'invited'";
  const account = await findAccount(deps, wanted, {
    where: isActivated,
    but: 'is invited and has no account yet: delete the person in the app and invite the new email',
  });
  const { id, hoa_id } = account;
  const options = {
    action: 'changeEmail' as const,
    statementsBefore: [
      revokeUserStatement(deps, hoa_id, id),
      forgetDevices({ hoa_id, id }),
      { sql: 'DELETE FROM user_tokens WHERE hoa_id = ? AND user_id = ?', args: [hoa_id, id] },
    ],
  };
  await transact(
    writeDeps(deps),
    { id: SYSTEM, hoa_id, role: 'superadmin', name: 'Porchlight', email: '', address_id: null },
    async (tx) => {
      const user = await find(tx, 'user', id, USER_NOT_FOUND);
      const others = await tx.list('user', 'email', to.data);
      if (others.some((other) => !other.deleted_at)) throw new UserError(`${EMAIL_TAKEN} in ${account.hoa_name}.`);
      await tx.put('user', { ...user, email: to.data, email_bounced_at: null, epoch: user.epoch + 1 });
    },
    options,
  );
  return { ...account, email: to.data };
};

/** A link by which somebody chooses another password, for where no email can be sent. Throws a UserError. */
export const resetLink = async (
  deps: Deps,
  wanted: Wanted,
  config: Pick<Config, 'jwtSecret' | 'publicUrl'>,
): Promise<Account & { link: string }> => {
  const account = await findAccount(deps, wanted, {
    where: "u.status = 'active'",
    but: 'is not active: invite the person in the app, or set the account active',
  });
  const { id: user_id, hoa_id } = account;
  const at = deps.now().toISOString();
  const token = await linkToken({ config }, 'reset', user_id, at);
  await record(deps, hoa_id, aboutUser('requestPasswordReset', account), []);
  await storeLinks(deps, { purpose: 'reset', at }, [{ user_id, hoa_id, token }]);
  return { ...account, link: `${config.publicUrl}/reset-password?token=${token}` };
};

/** Ends the sign-ins of one account, of the HOAs whose name has the words `hoa`, or without either of all. Devices keep what they
 * hold. Returns whose sign-ins have ended. Throws a UserError. */
export const endSignIns = async (deps: Deps, { email, hoa }: Partial<Wanted>): Promise<string> => {
  if (email !== undefined) {
    const account = await findAccount(deps, { email, hoa });
    const { id, hoa_id } = account;
    const statements = [revokeUserStatement(deps, hoa_id, id), forgetDevices({ hoa_id, id })];
    await record(deps, hoa_id, aboutUser('endSession', account, ALL_DEVICES), statements);
    return `${nameOf(account)} (${account.hoa_name})`;
  }
  const hoas = await findHoas(deps, hoa);
  const [first] = hoas;
  if (!first) throw new UserError(`No association is called ${hoa}.`);
  for (const { id, name } of hoas) {
    const act = { action: 'endSession' as const, entity: 'hoa' as const, entity_id: id, title: name };
    await record(deps, id, { ...act, changes: ALL_DEVICES }, [revokeHoa(deps, id)]);
  }
  return hoas.length === 1 ? `everyone in ${first.name}` : `everyone in ${hoas.length} associations`;
};

/** Forgets what was counted against the limits of an email or of an HOA, and sends its waiting mails on. Throws a UserError. */
export const liftLimits = async (deps: Deps, { email, hoa }: Partial<Wanted>): Promise<string> => {
  if (email !== undefined) {
    const account = await findAccount(deps, { email, hoa });
    const [salt, { hoa_id }] = [await saltOf(deps.db), account];
    const names = [account.id, ...[salt, hoa_id].map((one) => withoutEmails(account.email, one))];
    await deps.db.batch(
      names.map((name) => ({ sql: `DELETE FROM rate_limits WHERE ${IS_OF}`, args: { name } })),
      'write',
    );
    return `${nameOf(account)} (${account.hoa_name})`;
  }
  const hoas = await findHoas(deps, hoa);
  const [first, ...others] = hoas;
  if (!first) throw new UserError(`No association is called ${hoa}.`);
  if (others.length > 0) throw new UserError(`Name one of: ${hoas.map(({ name }) => name).join('; ')}.`);
  const mails = `UPDATE outbox SET next_at = ? WHERE hoa_id = ? AND status = 'pending' AND kind LIKE 'mail%'`;
  const counters = 'DELETE FROM rate_limits WHERE instr(key, ?) > 0';
  await deps.db.batch(
    [
      { sql: counters, args: [`/hoa/${first.id}`] },
      { sql: mails, args: [deps.now().toISOString(), first.id] },
    ],
    'write',
  );
  return first.name;
};

/** A counter of a name is called `login:NAME`, `login:NAME|more`, or with the name at its end `uploads/user/NAME`. Other
 * names may end or begin like it. */
const IS_OF = `(substr(key || '|', instr(key, ':') + 1, length(:name) + 1) = :name || '|' AND instr(key, ':') > 0
  OR substr(key, -length(:name) - 1) = '/' || :name)`;

const ALL_DEVICES = { device: ['All devices', null] as [string, null] };

type Act = {
  action: ActivityName;
  entity: ActivityKind;
  entity_id: string;
  title: string;
  changes?: typeof ALL_DEVICES;
};

const aboutUser = (action: ActivityName, account: Account, changes?: typeof ALL_DEVICES): Act => ({
  action,
  entity: 'user',
  entity_id: account.id,
  title: nameOf(account),
  ...(changes && { changes }),
});

/** Nobody of the HOA did it, so the trail names Porchlight. */
const record = async (deps: Deps, hoa_id: string, { action, ...about }: Act, statementsBefore: InStatement[]) => {
  const at = deps.now().toISOString();
  const buffer = new WriteBuffer(new ReadSet(deps.db, hoa_id));
  buffer.activities.push(newActivity({ action, actor: null, at }, about));
  await commitBuffer(deps.db, buffer, at, { statementsBefore });
};

const writeDeps = ({ db, now }: Deps): WriteDeps => ({
  db,
  now,
  sanitize: (html) => html,
  claim: async () => new Map(),
});

const revokeHoa = ({ now }: Deps, hoa_id: string): InStatement => ({
  sql: 'UPDATE refresh_tokens SET revoked_at = ?, successor = NULL WHERE revoked_at IS NULL AND hoa_id = ?',
  args: [now().toISOString(), hoa_id],
});

/** `where` narrows it in SQL; whoever has the email and is not among those is `but`. */
const findAccount = async (
  { db }: Deps,
  { email, hoa = '' }: Wanted,
  { where, but }: { where: string; but: string } = { where: '1', but: '' },
) => {
  const sql = `SELECT u.id, u.hoa_id, u.name, u.email, h.name AS hoa_name, ${where} AS fits
    FROM users u JOIN hoas h ON h.id = u.hoa_id
    WHERE u.email = ? AND u.deleted_at IS NULL AND instr(lower(h.name), lower(?)) > 0`;
  const { rows } = await db.execute({ sql, args: [email.trim().toLowerCase(), hoa] });
  const found = rows as unknown as (Account & { fits: number })[];
  const [account, ...others] = found.filter(({ fits }) => fits);
  if (!account && found.length > 0) throw new UserError(`${email} ${but}.`);
  if (!account) throw new UserError(`No account${hoa && ` in an association called ${hoa}`} has the email ${email}.`);
  if (others.length > 0)
    throw new UserError(`Add --hoa NAME, one of: ${[account, ...others].map(({ hoa_name }) => hoa_name).join('; ')}.`);
  return account;
};

const findHoas = async ({ db }: Deps, name = ''): Promise<Hoa[]> => {
  const { rows } = await db.execute({
    sql: 'SELECT id, name FROM hoas WHERE instr(lower(name), lower(?)) > 0 ORDER BY name',
    args: [name],
  });
  return rows as unknown as Hoa[];
};
