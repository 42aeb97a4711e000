import { useEffect, useState } from 'react';
import { api } from '../api.ts';
import { type Failure, isUnanswered } from '../forms/failure.tsx';
import { isOnline, messageOf } from '../http.ts';
import { useSearchParams } from '../location.ts';

/** The token in the address of a mailed link; '' where it is missing. */
export const useLinkToken = (): string => useSearchParams().get('token') ?? '';

/** What is known of a reset link. `unchecked`: nobody has said whether it is good. */
export type ResetLink =
  | { state: 'verifying' }
  | { state: 'valid'; email: string }
  | { state: 'invalid'; message: string }
  | { state: 'unchecked'; failure: Failure };

const MISSING = 'Reset token is missing from the URL';
const INVALID = 'Invalid or expired reset token';
const UNCHECKED = 'Your reset link could not be checked.';

/** Asks the server whether a reset link is good. */
export const useResetLink = (token: string) => {
  const [link, setLink] = useState<ResetLink>({ state: 'verifying' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again
  useEffect(() => {
    if (token === '') return setLink({ state: 'invalid', message: MISSING });
    let current = true;
    setLink({ state: 'verifying' });
    void verify(token).then((answer) => current && setLink(answer));
    return () => {
      current = false;
    };
  }, [token, attempt]);
  return { link, retry: () => setAttempt((count) => count + 1) };
};

const verify = (token: string): Promise<ResetLink> =>
  api<{ email?: string }>('/api/auth/verify-reset-token', { method: 'POST', body: { token } }).then(
    (body) => ({ state: 'valid', email: body?.email ?? '' }),
    (error) => {
      if (isUnanswered(error)) return { state: 'unchecked', failure: { message: UNCHECKED, reason: reason() } };
      if (error.status === 429) return { state: 'unchecked', failure: { message: messageOf(error, UNCHECKED) } };
      return { state: 'invalid', message: messageOf(error, INVALID) };
    },
  );

const reason = () =>
  isOnline() ? 'The server did not answer.' : 'You are offline. The link stays good for 2 hours from its mail.';
