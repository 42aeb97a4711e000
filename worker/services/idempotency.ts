import { uuidv7 } from 'uuidv7';
import { guard } from '../../sync/server/queue.ts';
import { batch } from '../../sync/server/retry.ts';
import type { SigningConfig } from '../auth/secrets.ts';
import { seal, unseal, verifyingSecrets } from '../auth/secrets.ts';
import type { Deps } from '../deps.ts';
import { queryBatch } from '../queries/query.ts';
import type { Once } from './once.ts';

const HOUR_MS = 60 * 60 * 1000;
/** How long an answer is kept. */
const KEPT_MS = 24 * HOUR_MS;
/** A call that has run that long was cut off: the platform ends one sooner. */
const CUT_OFF_MS = 60_000;
const PRUNED_AT_ONCE = 5;

/** A call by its key: whose it is, and the hash of all that was asked. */
export type KeyedCall = { hoa_id: string; caller: string; key: string; fingerprint: string };
/** An answer as it is sent again. */
export type KeptAnswer = { status: number; type: string | null; body: string };

type Row = { claim: string; fingerprint: string; commits: number; record_id: string; status: number | null } & {
  answer: string | null;
};
type Claim =
  | { state: 'reused' | 'running' }
  | { state: 'answered'; answer: KeptAnswer }
  | { state: 'claimed'; claim: string; once: Once };

/** Claims the key for this attempt, or says what became of another: of two at once, one claims it. */
export const claimKey = async (deps: Deps, call: KeyedCall): Promise<Claim> => {
  const { hoa_id, caller, key, fingerprint } = call;
  const now = deps.now();
  const [claim, at] = [uuidv7(), now.toISOString()];
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
  const prune = `DELETE FROM idempotency_keys WHERE rowid IN
    (SELECT rowid FROM idempotency_keys WHERE created_at < ? LIMIT ${PRUNED_AT_ONCE})`;
  const insert = `INSERT INTO idempotency_keys
      (hoa_id, caller, key, fingerprint, record_id, claim, claimed_at, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (caller, key) DO UPDATE SET claim = excluded.claim, claimed_at = excluded.claimed_at
      WHERE status IS NULL AND fingerprint = excluded.fingerprint AND claimed_at < ?`;
  const [, , , [row]] = await queryBatch<[[], [], [], Row[]]>(
    deps.db,
    [
      { sql: prune, args: [before(KEPT_MS)] },
      {
        sql: 'DELETE FROM idempotency_keys WHERE caller = ? AND key = ? AND created_at < ?',
        args: [caller, key, before(KEPT_MS)],
      },
      { sql: insert, args: [hoa_id, caller, key, fingerprint, uuidv7(), claim, at, at, before(CUT_OFF_MS)] },
      {
        sql: 'SELECT claim, fingerprint, commits, record_id, status, answer FROM idempotency_keys WHERE caller = ? AND key = ?',
        args: [caller, key],
      },
    ],
    'write',
  );
  if (!row || row.fingerprint !== fingerprint) return { state: 'reused' };
  if (row.status !== null) return { state: 'answered', answer: await openAnswer(deps.config, row) };
  if (row.claim !== claim) return { state: 'running' };
  return { state: 'claimed', claim, once: onceOf(call, claim, row) };
};

const onceOf = ({ caller, key }: KeyedCall, claim: string, { record_id, commits }: Row): Once => ({
  record_id,
  earlier: commits,
  reached: 0,
  hasCommitted: false,
  statements() {
    const where = 'caller = ? AND key = ? AND claim = ? AND commits = ?';
    const args = [caller, key, claim, this.reached - 1];
    return [
      guard(`EXISTS (SELECT 1 FROM idempotency_keys WHERE ${where})`, args),
      { sql: `UPDATE idempotency_keys SET commits = commits + 1 WHERE ${where}`, args },
    ];
  },
});

/** Keeps the answer for who asks again. */
export const keepAnswer = async (deps: Deps, { caller, key }: KeyedCall, claim: string, answer: KeptAnswer) => {
  const sealed = await seal(keyOf(deps.config.jwtSecret), JSON.stringify(answer));
  const sql = 'UPDATE idempotency_keys SET status = ?, answer = ? WHERE caller = ? AND key = ? AND claim = ?';
  await batch(deps.db, [{ sql, args: [answer.status, sealed, caller, key, claim] }], 'write');
};

/** Frees the key of a call that failed: forgotten where nothing was committed, open for the next attempt where something was. */
export const releaseKey = async ({ db }: Deps, { caller, key }: KeyedCall, claim: string): Promise<void> => {
  const where = 'caller = ? AND key = ? AND claim = ? AND status IS NULL';
  const args = [caller, key, claim];
  await batch(
    db,
    [
      { sql: `DELETE FROM idempotency_keys WHERE ${where} AND commits = 0`, args },
      { sql: `UPDATE idempotency_keys SET claimed_at = '' WHERE ${where}`, args },
    ],
    'write',
  );
};

/** Answers may hold a secret that is shown once, and names that are erased elsewhere. */
const keyOf = (secret: string) => `idempotency, ${secret}`;

const openAnswer = async (config: SigningConfig, { answer }: Row): Promise<KeptAnswer> => {
  for (const secret of verifyingSecrets(config)) {
    const opened = await unseal(keyOf(secret), answer ?? '').catch(() => undefined);
    if (opened !== undefined) return JSON.parse(opened) as KeptAnswer;
  }
  throw new Error('A kept answer cannot be decrypted');
};
