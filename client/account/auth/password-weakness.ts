import { useEffect, useState } from 'react';
import { type PasswordOwner, passwordWeakness } from '../../../schema/password-strength.ts';

/** Why the server would refuse this new password as easy to guess. The common ones are loaded once something is typed;
 * until then, and where they cannot be loaded, the server alone knows them. */
export const usePasswordWeakness = (password: string, owner: PasswordOwner): string | undefined => {
  const [isCommon, setIsCommon] = useState(() => isNeverCommon);
  const isTyped = password !== '';
  useEffect(() => {
    if (!isTyped) return;
    import('../../../schema/common-passwords.ts').then(
      ({ isCommonPassword }) => setIsCommon(() => isCommonPassword),
      () => undefined,
    );
  }, [isTyped]);
  return isTyped ? passwordWeakness(password, owner, isCommon) : undefined;
};

const isNeverCommon = (_password: string): boolean => false;
