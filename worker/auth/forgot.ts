import type { User } from '../../schema/users.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Deps } from '../deps.ts';
import { transactAsSystem } from '../engine.ts';
import { drainOutbox } from '../jobs/outbox.ts';
import { countAttempt, isWithin, type Limit, tooMany } from './limits.ts';

const WINDOW = 15 * 60;
const OF_ACCOUNT = 5;
const OF_ADDRESS = 50;
/** Mails to one account in an hour, whoever asks from wherever. */
const MAILS: Omit<Limit, 'key'> = { most: 5, seconds: 60 * 60 };

/** Sees to it that an active user of this email is mailed a link. One who was mailed several in this hour is not mailed
 * another, and the newest of those stays good. Nothing that the caller can observe tells whether
 * there is one. Throws HttpError 429. */
export const requestReset = async (deps: Deps, caller: string, email: string): Promise<void> => {
  if (deps.firstFilter && !(await deps.firstFilter(`forgot:${caller}`))) throw tooMany(60);
  await countAttempt(deps, [
    { key: `forgot:${email}|${caller}`, most: OF_ACCOUNT, seconds: WINDOW },
    { key: `forgot:${caller}`, most: OF_ADDRESS, seconds: WINDOW },
  ]);
  const mayMail = await isWithin(deps, { key: `forgot:${email}`, ...MAILS });
  const user = await findActive(deps, email);
  if (user && mayMail) deps.waitUntil(askForMail(deps, user));
};

type Found = Pick<User, 'id' | 'hoa_id'>;

const findActive = async ({ db }: Deps, email: string): Promise<Found | undefined> => {
  const sql = `SELECT id, hoa_id FROM users WHERE email = ? AND status = 'active' AND deleted_at IS NULL`;
  const [result] = await batch(db, [{ sql, args: [email] }], 'read');
  return result?.rows[0] as unknown as Found | undefined;
};

const ONCE_ANSWERED_MS = 50;

/** Only those who exist cost anything here, so it waits until the answer is on its way. */
const askForMail = async (deps: Deps, { id, hoa_id }: Found): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, ONCE_ANSWERED_MS));
  await transactAsSystem(deps, hoa_id, async (tx) =>
    tx.after({ kind: 'mailReset', key: `reset/${id}/${tx.now}`, payload: { id, at: tx.now } }),
  );
  await drainOutbox(deps, { hoa_id });
};
