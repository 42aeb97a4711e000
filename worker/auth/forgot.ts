import type { User } from '../../schema/tables/users.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import type { Tx } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { drainOutbox } from '../jobs/outbox.ts';
import { isActive, queryAll } from '../queries/query.ts';
import { transactAsSystem } from '../transact.ts';
import { countAttempt, isWithinLimit, type Limit, tooManyAttempts } from './limits.ts';

const WINDOW = 15 * 60;
const TRIES_PER_ACCOUNT = 5;
const TRIES_PER_ADDRESS = 50;
const MAILS_PER_ACCOUNT: Omit<Limit, 'key'> = { max: 5, seconds: 60 * 60 };

/** Response and timing are the same whether or not the email belongs to an active user. */
export const requestReset = async (deps: Deps, caller: string, email: string): Promise<void> => {
  if (deps.firstFilter && !(await deps.firstFilter(`forgot:${caller}`))) throw tooManyAttempts(60);
  await countAttempt(deps, [
    { key: `forgot:${email}|${caller}`, max: TRIES_PER_ACCOUNT, seconds: WINDOW },
    { key: `forgot:${caller}`, max: TRIES_PER_ADDRESS, seconds: WINDOW },
  ]);
  const mayMail = await isWithinLimit(deps, { key: `forgot:${email}`, ...MAILS_PER_ACCOUNT });
  const user = await findActive(deps, email);
  if (user && mayMail) deps.waitUntil(queueResetMail(deps, user));
};

type ResetUser = Pick<User, 'id' | 'hoa_id' | 'name' | 'last_login'>;

/** The mail names the person's other HOAs as well. */
const findActive = async (deps: Deps, email: string): Promise<ResetUser | undefined> => {
  const sql = `SELECT id, hoa_id, name, last_login FROM users WHERE email = ? AND ${isActive()}
    ORDER BY last_login DESC LIMIT 1`;
  const users = await queryAll<ResetUser>(deps.db, sql, [email]);
  return users.sort((a, b) => (b.last_login ?? '').localeCompare(a.last_login ?? ''))[0];
};

const AFTER_ANSWER_MS = 50;

/** Runs after the response, because it takes time for existing users only. */
const queueResetMail = async (deps: Deps, { id, hoa_id, name }: ResetUser): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, AFTER_ANSWER_MS));
  const ask = async (tx: Tx) =>
    tx.after({ kind: 'mailReset', key: outboxKeys.mailReset(id, tx.now), payload: { id, at: tx.now } });
  // Anybody may ask for it, so the trail names nobody.
  const about = { entity: 'user', entity_id: id, title: name } as const;
  await transactAsSystem(deps, hoa_id, ask, { action: 'requestPasswordReset', about });
  await drainOutbox(deps, { hoa_id });
};
