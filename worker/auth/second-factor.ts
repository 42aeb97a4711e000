import type { InStatement } from '@libsql/client';
import type { User } from '../../schema/tables/users.ts';
import { guard } from '../../sync/server/queue.ts';
import { batch } from '../../sync/server/retry.ts';
import { signInState, signInStatement } from '../../sync/server/step-up.ts';
import { type Actor, Refusal } from '../../sync/tx.ts';
import { ENTER_CODE, requireFreshCode } from '../../sync/users/step-up.ts';
import type { Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { queryBatch, queryOne } from '../queries/query.ts';
import { ownAct, recordActivity } from '../transact.ts';
import { countAttempt, releaseAttempt } from './limits.ts';
import { hashToken } from './secrets.ts';
import { sealSecret, stepOf, unsealSecret } from './totp.ts';

type Owner = Pick<User, 'id' | 'hoa_id'>;
type Named = Pick<Actor, 'id' | 'hoa_id' | 'name' | 'role' | 'email'>;

/** Only who knows the password comes so far, so that this is no way to lock somebody out. */
const limitOf = ({ id }: Owner) => ({ key: `code:${id}`, max: 10, seconds: 60 * 60 });

/** `recovery_codes` counts those that are left. */
export const readSecondFactor = async (
  { db }: Deps,
  { id, hoa_id }: Owner,
): Promise<{ confirmed_at: string | null; recovery_codes: number }> => {
  const sql = `SELECT f.confirmed_at, (SELECT count(*) FROM recovery_codes r WHERE r.user_id = f.user_id) AS recovery_codes
    FROM second_factors f WHERE f.user_id = ? AND f.hoa_id = ?`;
  return (await queryOne(db, sql, [id, hoa_id])) ?? { confirmed_at: null, recovery_codes: 0 };
};

/** Replaces a secret that was never confirmed. Throws Refusal if there is a second factor. */
export const storeSecret = async (deps: Deps, { id, hoa_id }: Owner, secret: string): Promise<void> => {
  const insert = {
    sql: `INSERT INTO second_factors (user_id, hoa_id, sealed_secret, created_at) VALUES (?, ?, ?, ?)
      ON CONFLICT (user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
      WHERE confirmed_at IS NULL`,
    args: [id, hoa_id, await sealSecret(deps.config, secret), deps.now().toISOString()],
  };
  const [result] = await batch(deps.db, [insert], 'write');
  if (result?.rowsAffected === 0)
    throw new Refusal('conflict', 'Two-step verification is already on for your account.');
};

/** From here on the second factor counts. Returns the recovery codes, which nobody can read again. */
export const confirmSecret = async (deps: Deps, actor: Named, family_id: string, code: string): Promise<string[]> => {
  const attempt = await countAttempt(deps, [limitOf(actor)]);
  const accepted = await acceptedCode(deps, actor, code, 'IS NULL');
  if (!accepted) throw wrongCode();
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
  const hashes = await Promise.all(codes.map(hashToken));
  const confirm = guard('count(*) = 1 FROM second_factors WHERE user_id = ? AND confirmed_at IS NULL', [actor.id]);
  const update = {
    sql: 'UPDATE second_factors SET confirmed_at = ?, last_step = ? WHERE user_id = ?',
    args: [deps.now().toISOString(), accepted.step, actor.id],
  };
  const insert = {
    sql: `INSERT INTO recovery_codes (user_id, code_hash, hoa_id, created_at)
      SELECT ?, value, ?, ? FROM json_each(?)`,
    args: [actor.id, actor.hoa_id, deps.now().toISOString(), JSON.stringify(hashes)],
  };
  const statementsBefore = [confirm, update, insert, checkedStatement(deps, actor, family_id)];
  await recordActivity(deps, actor.hoa_id, ownAct('addSecondFactor', actor), { statementsBefore });
  await releaseAttempt(deps, attempt, [limitOf(actor).key]);
  return codes;
};

/** Accepts a code of the app or a recovery code, each once. Throws Refusal, HttpError 429. */
export const verifyCode = async (deps: Deps, user: Named, code: string): Promise<void> => {
  const attempt = await countAttempt(deps, [limitOf(user)]);
  const isRight = (await consumeStep(deps, user, code)) || (await consumeRecoveryCode(deps, user, code));
  if (!isRight) throw wrongCode();
  await releaseAttempt(deps, attempt, [limitOf(user).key]);
};

const WRONG_CODE = 'This code is wrong or was already used. Please enter the next one.';
const wrongCode = () => new Refusal('invalid', WRONG_CODE, [{ path: 'code', msg: WRONG_CODE }]);

/** Requires the code of a sign-in with the right password. Throws HttpError 401 with `second_factor` where a code is
 * still needed. */
export const requireCode = async (deps: Deps, user: Named, code: string | undefined): Promise<void> => {
  const refuse = (message: string) =>
    new HttpError(401, message, {}, { code: 'second_factor_required', second_factor: true });
  if (code === undefined) throw refuse(ENTER_CODE);
  await verifyCode(deps, user, code).catch((error: unknown) => {
    throw error instanceof Refusal ? refuse(error.message) : error;
  });
};

/** Statements that note the code which the sign-in `family_id` has just entered. */
export const checkedStatement = (deps: Deps, { id, hoa_id }: Owner, family_id: string): InStatement => ({
  sql: `INSERT INTO second_factor_checks (family_id, hoa_id, user_id, checked_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (family_id) DO UPDATE SET checked_at = excluded.checked_at`,
  args: [family_id, hoa_id, id, deps.now().toISOString()],
});

/** Asks the rule of sync/users/step-up.ts where no record is changed. Throws Refusal. */
export const checkFreshCode = async (
  deps: Deps,
  { id, hoa_id }: Owner,
  family_id: string,
  fresh_ms?: number,
): Promise<void> => {
  const [result] = await batch(deps.db, [signInStatement(hoa_id, id, family_id)], 'read');
  requireFreshCode(signInState(result?.rows ?? []), deps.now(), fresh_ms);
};

/** Throws Refusal for a wrong code. */
export const removeSecondFactor = async (deps: Deps, actor: Named, code: string): Promise<void> => {
  await verifyCode(deps, actor, code);
  const statementsBefore = removalStatements(actor.id);
  await recordActivity(deps, actor.hoa_id, ownAct('removeSecondFactor', actor), { statementsBefore });
};

export const removalStatements = (user_id: string): InStatement[] =>
  ['second_factors', 'recovery_codes', 'second_factor_checks'].map((table) => ({
    sql: `DELETE FROM ${table} WHERE user_id = ?`,
    args: [user_id],
  }));

type Accepted = { step: number; secret: string };

const acceptedCode = async (
  deps: Deps,
  { id, hoa_id }: Owner,
  code: string,
  confirmed: 'IS NULL' | 'IS NOT NULL',
): Promise<Accepted | undefined> => {
  const sql = `SELECT sealed_secret FROM second_factors WHERE user_id = ? AND hoa_id = ? AND confirmed_at ${confirmed}`;
  const row = await queryOne<{ sealed_secret: string }>(deps.db, sql, [id, hoa_id]);
  const digits = code.replace(/\s/g, '');
  if (!row || !/^\d{6}$/.test(digits)) return undefined;
  const secret = await unsealSecret(deps.config, row.sealed_secret);
  const step = stepOf(secret, digits, deps.now());
  return step === undefined ? undefined : { step, secret };
};

const consumeStep = async (deps: Deps, user: Owner, code: string): Promise<boolean> => {
  const accepted = await acceptedCode(deps, user, code, 'IS NOT NULL');
  if (!accepted) return false;
  // Sealed anew, so that a rotated JWT_SECRET is left behind.
  const sealed = await sealSecret(deps.config, accepted.secret);
  const sql = 'UPDATE second_factors SET last_step = ?1, sealed_secret = ?2 WHERE user_id = ?3 AND last_step < ?1';
  const [result] = await batch(deps.db, [{ sql, args: [accepted.step, sealed, user.id] }], 'write');
  return result?.rowsAffected === 1;
};

const RECOVERY_CODES = 10;

const consumeRecoveryCode = async (deps: Deps, user: Named, code: string): Promise<boolean> => {
  const consume = {
    sql: 'DELETE FROM recovery_codes WHERE user_id = ? AND hoa_id = ? AND code_hash = ? RETURNING user_id',
    args: [user.id, user.hoa_id, await hashToken(normalizeRecoveryCode(code))],
  };
  const [spent] = await queryBatch(deps.db, [consume], 'write');
  if (spent?.length !== 1) return false;
  await recordActivity(deps, user.hoa_id, ownAct('useRecoveryCode', user));
  return true;
};

/** 80 bits in base 32 without letters that look alike: "abcd-efgh-jkmn-pqrs". */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const newRecoveryCode = (): string => {
  const letters = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => ALPHABET[byte % ALPHABET.length]);
  return letters.join('').replace(/(.{4})(?=.)/g, '$1-');
};

const normalizeRecoveryCode = (code: string): string =>
  code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/(.{4})(?=.)/g, '$1-');
