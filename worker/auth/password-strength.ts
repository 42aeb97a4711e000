import { isCommonPassword } from '../../schema/common-passwords.ts';
import { type PasswordOwner, passwordWeakness } from '../../schema/password-strength.ts';
import { Refusal } from '../../sync/tx.ts';

/** Throws Refusal for a password that is easy to guess; `path` is the field it came in. */
export const requireStrongPassword = (password: string, owner: PasswordOwner, path = 'password'): void => {
  const msg = passwordWeakness(password, owner, isCommonPassword);
  if (msg !== undefined) throw new Refusal('invalid', msg, [{ path, msg }]);
};
