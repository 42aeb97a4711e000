import type { LoginInput } from '../../schema/auth.ts';
import type { User } from '../../schema/tables/users.ts';
import { actorOf, type Tx } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { transactAs } from '../run-mutator.ts';
import { ownAct } from '../transact.ts';
import { type Account, findAccounts } from './accounts.ts';
import { countAttempt, type Limit, releaseAttempt, tooManyAttempts } from './limits.ts';
import { accountInactive } from './refresh.ts';

const WINDOW = 15 * 60;
/** Only failures stay counted, so that the successes of an office behind one address do not lock it out. */
const FAILURES_PER_ACCOUNT = 10;
const FAILURES_PER_ADDRESS = 100;

/** Throws HttpError 401, or 409 with `associations` to choose from where the password is right for several HOAs. */
export const logIn = async (deps: Deps, caller: string, { email, password, hoa_id }: LoginInput): Promise<User> => {
  if (deps.firstFilter && !(await deps.firstFilter(`login:${caller}`))) throw tooManyAttempts(60);
  const [account, address] = limitsOf(caller, email);
  const attempt = await countAttempt(deps, [account, address]);
  const accounts = await findAccounts(deps, { email, password, hoa_id });
  if (accounts.length === 0) throw new HttpError(401, 'Invalid email or password');
  await releaseAttempt(deps, attempt, [account.key]);
  const user = onlyActive(accounts);
  await transactAs(deps, actorOf(user), (tx) => noteSignIn(tx, user.id), ownAct('signIn', user));
  return user;
};

const onlyActive = (accounts: Account[]): Account => {
  const [first, ...others] = accounts.filter(({ status }) => status === 'active');
  if (!first) throw accountInactive();
  if (others.length > 0) throw severalAssociations([first, ...others]);
  return first;
};

/** The most recently used first. */
const severalAssociations = (accounts: Account[]): HttpError => {
  const associations = accounts.map(({ hoa_id, hoa_name }) => ({ id: hoa_id, name: hoa_name }));
  return new HttpError(409, 'You belong to several associations. Which one do you want to open?', {}, { associations });
};

/** Never keyed by the account alone, so that guesses from elsewhere cannot lock its owner out. */
const limitsOf = (caller: string, email: string): [Limit, Limit] => [
  { key: `login:${email}|${caller}`, max: FAILURES_PER_ACCOUNT, seconds: WINDOW },
  { key: `login:${caller}`, max: FAILURES_PER_ADDRESS, seconds: WINDOW },
];

const noteSignIn = async (tx: Tx, user_id: string): Promise<void> => {
  const user = await tx.get('user', user_id);
  if (user) await tx.put('user', { ...user, last_login: tx.now });
};
