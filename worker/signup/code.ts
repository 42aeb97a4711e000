import { createHmac } from 'node:crypto';
import type { InStatement } from '@libsql/client';
import type { Effect } from '../../schema/outbox.ts';
import type { Signup } from '../../schema/tables/signup.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import { type SigningConfig, verifyingSecrets } from '../auth/secrets.ts';
import type { Deps } from '../deps.ts';
import type { SignupRecord } from './signups.ts';

export const CODE_MS = 60 * 60 * 1000;

export type Verification = Pick<Signup, 'verified_at' | 'verification_sent_at'>;

/** Earlier releases mailed no code, so that their signups need none. */
export const isVerified = ({ verified_at, verification_sent_at }: Verification): boolean =>
  verified_at !== null || verification_sent_at === null;

export const newCodeStatement = (id: string, at: string): InStatement => ({
  sql: `UPDATE signups SET verification_sent_at = ?, verified_at = NULL, wrong_codes = 0, rev = rev + 1 WHERE id = ?`,
  args: [at, id],
});

export const codeEffect = (id: string, at: string): Effect<'mailSignupCode'> => ({
  kind: 'mailSignupCode',
  key: outboxKeys.mailSignupCode(id, at),
  payload: { id, at },
});

export const isCodeExpired = ({ now }: Pick<Deps, 'now'>, at: string): boolean =>
  Date.parse(at) + CODE_MS <= now().getTime();

type CodeOwner = Pick<SignupRecord, 'id' | 'email' | 'verification_sent_at'>;

/** Six digits, derived from signup, address and time, so that a repeated mail has the same and none is stored. */
export const codeOf = ({ jwtSecret }: SigningConfig, owner: CodeOwner): string => codeBy(jwtSecret, owner);

export const acceptedCodes = (config: SigningConfig, owner: CodeOwner): string[] =>
  verifyingSecrets(config).map((secret) => codeBy(secret, owner));

const codeBy = (secret: string, { id, email, verification_sent_at }: CodeOwner): string => {
  const hmac = createHmac('sha256', `signup codes, ${secret}`);
  const number = hmac.update(`${id}/${email}/${verification_sent_at}`).digest().readUInt32BE();
  return String(number % 1_000_000).padStart(6, '0');
};
