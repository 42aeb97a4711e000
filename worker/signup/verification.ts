import type * as z from 'zod/mini';
import type { verificationInput } from '../../schema/signup.ts';
import { Refusal, type Tx } from '../../sync/tx.ts';
import { countAttempt } from '../auth/limits.ts';
import { isEqual } from '../auth/secrets.ts';
import type { Deps } from '../deps.ts';
import { drainOutbox } from '../jobs/outbox.ts';
import { queryOne } from '../queries/query.ts';
import { ownAct, recordActivity, transactAsSystem } from '../transact.ts';
import { acceptedCodes, CODE_MS, codeEffect, isVerified, newCodeStatement, type Verification } from './code.ts';
import { findSignup } from './payment-method.ts';
import type { SignupRecord } from './signups.ts';

const MOST_TRIES = 5;
const MAILS_PER_HOUR = 5;

const UNVERIFIED = 'Please confirm your email address. We have mailed you a code.';
const WRONG = 'That isn’t the code from our latest email. Please check it.';
const USED_UP = 'This code has run out or was tried too often. Please ask for a new one.';

/** Throws Refusal('conflict') with an issue at the path 'code'. */
export const requireVerified = (signup: Verification): void => {
  if (!isVerified(signup)) throw codeRefusal('conflict', UNVERIFIED);
};

/** Each of several concurrent tries counts. Throws Refusal('invalid') for a wrong code and one that has run out. */
export const verifyEmail = async (deps: Deps, { code, ...ids }: z.infer<typeof verificationInput>): Promise<void> => {
  const signup = await findSignup(deps, ids);
  if (isVerified(signup)) return;
  await countTry(deps, signup);
  if (!acceptedCodes(deps.config, signup).some((accepted) => isEqual(accepted, code)))
    throw codeRefusal('invalid', WRONG);
  const sql = 'UPDATE signups SET verified_at = ?, rev = rev + 1 WHERE id = ? AND verification_sent_at = ?';
  const args = [deps.now().toISOString(), signup.id, signup.verification_sent_at];
  const act = ownAct('verifyEmail', { id: signup.user_id, name: signup.name, role: 'superadmin', email: signup.email });
  await recordActivity(deps, signup.hoa_id, act, { statementsBefore: [{ sql, args }] });
};

const countTry = async (deps: Deps, { id, verification_sent_at: sent_at }: SignupRecord): Promise<void> => {
  const sql = `UPDATE signups SET wrong_codes = wrong_codes + 1
    WHERE id = ? AND verification_sent_at = ? AND verification_sent_at > ? AND wrong_codes < ? RETURNING id`;
  const oldest = new Date(deps.now().getTime() - CODE_MS).toISOString();
  const counted = await queryOne(deps.db, sql, [id, sent_at, oldest, MOST_TRIES], { mode: 'write' });
  if (!counted) throw codeRefusal('invalid', USED_UP);
};

/** Mails another code, which replaces the one before. Throws HttpError 429 after five in an hour. */
export const resendCode = async (deps: Deps, ids: { hoa_id: string; user_id: string }): Promise<void> => {
  const signup = await findSignup(deps, ids);
  if (isVerified(signup)) return;
  await countCodeMail(deps, signup.email);
  const at = deps.now().toISOString();
  const statementsBefore = [newCodeStatement(signup.id, at)];
  const mail = async (tx: Tx) => tx.after(codeEffect(signup.id, at));
  await transactAsSystem(deps, signup.hoa_id, mail, { action: null, statementsBefore });
  deps.waitUntil(drainOutbox(deps, { hoa_id: signup.hoa_id }));
};

/** Whoever types a stranger's address must not fill their inbox. */
export const countCodeMail = async (deps: Deps, email: string): Promise<void> => {
  await countAttempt(deps, [{ key: `signup-code:${email}`, max: MAILS_PER_HOUR, seconds: 60 * 60 }]);
};

const codeRefusal = (kind: 'conflict' | 'invalid', msg: string) => new Refusal(kind, msg, [{ path: 'code', msg }]);
