import type { LoginInput } from '../../schema/auth.ts';
import type { User } from '../../schema/tables/users.ts';
import type { Deps } from '../deps.ts';
import { queryAll } from '../queries/query.ts';
import { ownAct, recordActivity } from '../transact.ts';
import { isWithinLimit } from './limits.ts';
import { networkOf } from './sign-ins.ts';

const AFTER_ANSWER_MS = 50;
/** So that a stranger's guesses do not fill the trail. */
const SHOWN_PER_HOUR = 20;
const MOST_ACCOUNTS = 5;

/** Runs after the answer, because it takes time for known accounts only. */
export const noteFailures = async (
  deps: Deps,
  { email, hoa_id }: Pick<LoginInput, 'email' | 'hoa_id'>,
  caller: string,
): Promise<void> => {
  await new Promise((resolve) => setTimeout(resolve, AFTER_ANSWER_MS));
  const sql = `SELECT id, hoa_id, name, email, role FROM users
    WHERE email = ? AND deleted_at IS NULL AND coalesce(hoa_id = ?, 1) LIMIT ?`;
  const args = [email, hoa_id ?? null, MOST_ACCOUNTS];
  const users = await queryAll<User>(deps.db, sql, args);
  for (const user of users.slice(0, MOST_ACCOUNTS)) {
    const limit = { key: `failures:${user.id}`, max: SHOWN_PER_HOUR, seconds: 60 * 60 };
    if (await isWithinLimit(deps, limit))
      await recordActivity(deps, user.hoa_id, { ...ownAct('signInFailed', user, networkOf(caller)), by: null });
  }
};
