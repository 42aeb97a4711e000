import type { LoginInput } from '../../schema/auth.ts';
import { actorOf, type Tx } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { commitAs } from '../run-mutator.ts';
import { ownAct } from '../transact.ts';
import { type Account, findAccounts } from './accounts.ts';
import { noteFailures } from './failures.ts';
import { admitLogin, type LoginSource, releaseLogin } from './login-limits.ts';
import { accountInactive, associationPaused } from './refresh.ts';
import { requireCode } from './second-factor.ts';
import { networkOf } from './sign-ins.ts';

/** Throws HttpError 401, which says where a second factor is still needed, 429 with a challenge to solve, or 409 with
 * `associations` to choose from where the password is right for several HOAs. */
export const logIn = async (deps: Deps, source: LoginSource, input: LoginInput): Promise<Account> => {
  const attempt = await admitLogin(deps, source, input);
  const accounts = await findAccounts(deps, input);
  if (accounts.length === 0) {
    deps.waitUntil(noteFailures(deps, input, source.caller));
    throw new HttpError(401, 'Invalid email or password', {}, { code: 'invalid_credentials' });
  }
  await releaseLogin(deps, attempt);
  const user = onlyActive(accounts);
  if (user.has_second_factor) await enterCode(deps, source, user, input);
  const act = ownAct('signIn', user, networkOf(source.caller));
  await commitAs(deps, actorOf(user), (tx) => noteSignIn(tx, user.id), act);
  return user;
};

const enterCode = async (deps: Deps, { caller }: LoginSource, user: Account, { code }: LoginInput): Promise<void> => {
  try {
    await requireCode(deps, user, code);
  } catch (error) {
    if (code !== undefined) deps.waitUntil(noteFailures(deps, user, caller));
    throw error;
  }
};

const onlyActive = (accounts: Account[]): Account => {
  const active = accounts.filter(({ status }) => status === 'active');
  const [first, ...others] = active.filter(({ is_paused }) => !is_paused);
  if (!first) throw active.length > 0 ? associationPaused() : accountInactive();
  if (others.length > 0) throw severalAssociations([first, ...others]);
  return first;
};

/** The most recently used first. */
const severalAssociations = (accounts: Account[]): HttpError => {
  const associations = accounts.map(({ hoa_id, hoa_name }) => ({ id: hoa_id, name: hoa_name }));
  const message = 'You belong to several associations. Which one do you want to open?';
  return new HttpError(409, message, {}, { code: 'several_associations', associations });
};

const noteSignIn = async (tx: Tx, user_id: string): Promise<void> => {
  const user = await tx.get('user', user_id);
  if (user) await tx.put('user', { ...user, last_login: tx.now });
};
