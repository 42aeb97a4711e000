import type { LoginInput } from '../../../schema/auth.ts';
import { type Association, associationsIn, storeLastAssociation } from '../../device/associations.ts';
import { ApiError, parseAnswer, send, unreachableError } from '../../device/http.ts';
import { sendPendingSignOut } from '../../device/session.ts';
import { setPendingSignOut, storeIdentity } from '../../device/signed-in-user.ts';
import { withRefreshLock } from '../../device/tabs.ts';
import { acceptGrant, readGrant } from '../../device/token.ts';
import { type ChallengeProgress, solvingChallenges } from './challenge.ts';

/** Returns the associations to choose from where there are several. Throws ApiError. */
export const signIn = async (
  email: string,
  password: string,
  { onChallenge = () => {}, ...step }: SignInStep = {},
): Promise<Association[] | undefined> => {
  await sendPendingSignOut();
  return solvingChallenges((solution) => logIn({ email, password, ...step, solution }), onChallenge);
};

/** `onChallenge` hears how far a challenge of the server is solved. */
type SignInStep = Pick<LoginInput, 'hoa_id' | 'code'> & { onChallenge?: (progress: ChallengeProgress | null) => void };

const logIn = (body: LoginInput): Promise<Association[] | undefined> =>
  withRefreshLock(async () => {
    const answer = await send('/api/auth/login', { method: 'POST', body });
    const associations = associationsIn(answer);
    if (associations) return associations;
    const grant = readGrant(parseAnswer(answer));
    if (!grant) throw unreachableError();
    setPendingSignOut(false);
    if (body.hoa_id) storeLastAssociation(body.hoa_id);
    acceptGrant(grant);
    return undefined;
  });

const NO_SESSION = 'Activation successful, but login failed. Please try logging in manually.';

/** Signs in, too: the app opens when the caller calls the returned function. Throws ApiError. */
export const activate = async (input: { token: string; name: string; password: string }): Promise<() => void> => {
  await sendPendingSignOut();
  return withRefreshLock(async () => {
    const answer = await send('/api/auth/activate', { method: 'POST', body: input });
    const grant = readGrant(parseAnswer(answer), 'token');
    if (!grant) throw new ApiError(answer.status, NO_SESSION, NO_SESSION);
    setPendingSignOut(false);
    // Stored now, so that a reload before the app opens is signed in, too.
    storeIdentity(grant.user);
    return () => acceptGrant(grant);
  });
};

/** If the answer signs in, the app opens when the caller calls `openSession`. Throws ApiError. */
export const completeSignup = async <Completion>(
  input: object,
): Promise<{ completion: Completion; openSession: (() => void) | undefined }> => {
  await sendPendingSignOut();
  return withRefreshLock(async () => {
    const completion = parseAnswer<Completion>(await send('/api/signup/complete', { method: 'POST', body: input }));
    const grant = readGrant(completion, 'token');
    if (grant) setPendingSignOut(false);
    return { completion, openSession: grant && (() => acceptGrant(grant)) };
  });
};
