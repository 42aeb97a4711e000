import type { LoginInput } from '../../schema/auth.ts';
import type { User } from '../../schema/tables/users.ts';
import { actorOf, type Tx } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { queryOne } from '../queries/query.ts';
import { transactAs } from '../run-mutator.ts';
import { countAttempt, type Limit, releaseAttempt, tooManyAttempts } from './limits.ts';
import { verifyPassword } from './passwords.ts';
import { accountInactive } from './refresh.ts';

const WINDOW = 15 * 60;
/** Only failures stay counted, so that the successes of an office behind one address do not lock it out. */
const FAILURES_PER_ACCOUNT = 10;
const FAILURES_PER_ADDRESS = 100;

export const logIn = async (deps: Deps, caller: string, { email, password }: LoginInput): Promise<User> => {
  if (deps.firstFilter && !(await deps.firstFilter(`login:${caller}`))) throw tooManyAttempts(60);
  const [account, address] = limitsOf(caller, email);
  const attempt = await countAttempt(deps, [account, address]);
  const user = await findByEmail(deps, email);
  const isRight = await verifyPassword(password, user?.password_hash);
  if (!user || !isRight || user.deleted_at || user.status === 'invited')
    throw new HttpError(401, 'Invalid email or password');
  await releaseAttempt(deps, attempt, [account.key]);
  if (user.status === 'inactive') throw accountInactive();
  await transactAs(deps, actorOf(user), (tx) => noteSignIn(tx, user.id));
  return user;
};

/** Never keyed by the account alone, so that guesses from elsewhere cannot lock its owner out. */
const limitsOf = (caller: string, email: string): [Limit, Limit] => [
  { key: `login:${email}|${caller}`, max: FAILURES_PER_ACCOUNT, seconds: WINDOW },
  { key: `login:${caller}`, max: FAILURES_PER_ADDRESS, seconds: WINDOW },
];

const findByEmail = async (
  deps: Deps,
  email: string,
): Promise<(User & { password_hash: string | null }) | undefined> => {
  const sql = `SELECT u.*, c.password_hash FROM users u LEFT JOIN credentials c ON c.user_id = u.id WHERE u.email = ?`;
  return queryOne<User & { password_hash: string | null }>(deps.db, sql, [email]);
};

const noteSignIn = async (tx: Tx, user_id: string): Promise<void> => {
  const user = await tx.get('user', user_id);
  if (user) await tx.put('user', { ...user, last_login: tx.now });
};
