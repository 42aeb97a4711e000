import { scrypt } from 'node:crypto';
import * as z from 'zod/mini';
import { CHALLENGE_COST, type Challenge, challengeInput, type Solution } from '../../schema/challenge.ts';
import type { Deps } from '../deps.ts';
import { newToken, seal, unseal, verifyingSecrets } from './secrets.ts';

const LIFETIME_MS = 5 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

const sealed = z.object({ id: z.string(), email: z.string(), answer: z.int(), range: z.int(), expires_at: z.number() });
export type Proof = { id: string; range: number };

/** The answer is a number from 0 to `range - 1`, which only trying finds: each try costs one scrypt (`CHALLENGE_COST`).
 * Nothing is stored: the sealed token holds the answer. */
export const createChallenge = async (deps: Deps, email: string, range: number): Promise<Challenge> => {
  const now = deps.now().getTime();
  const [id, salt] = [newToken(), newToken()];
  const answer = randomBelow(range);
  // Ends with the day at the latest, since solutions are counted by the day.
  const expires_at = Math.min(now + LIFETIME_MS, (Math.floor(now / DAY_MS) + 1) * DAY_MS);
  const token = await seal(keyOf(deps.config.jwtSecret), JSON.stringify({ id, email, answer, range, expires_at }));
  return { token, salt, target: await derive(challengeInput(answer), salt), range };
};

/** undefined if the solution is wrong, too late, or for another email. The caller sees to it that each is used once. */
export const verifySolution = async (
  deps: Deps,
  email: string,
  { token, answer }: Solution,
): Promise<Proof | undefined> => {
  for (const secret of verifyingSecrets(deps.config)) {
    const text = await unseal(keyOf(secret), token).catch(() => undefined);
    if (text === undefined) continue;
    const challenge = sealed.parse(JSON.parse(text));
    const isSolved = challenge.answer === answer && challenge.email === email;
    return isSolved && challenge.expires_at > deps.now().getTime() ? challenge : undefined;
  }
  return undefined;
};

const keyOf = (secret: string) => `sign-in challenges, ${secret}`;

/** The remainder's bias is far below what an attacker could use: ranges are at most a few thousand. */
const randomBelow = (range: number): number => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % range;

const derive = (input: string, salt: string): Promise<string> => {
  const { N, r, p, dkLen } = CHALLENGE_COST;
  return new Promise((resolve, reject) => {
    scrypt(input, salt, dkLen, { N, r, p }, (error, key) => (error ? reject(error) : resolve(key.toString('hex'))));
  });
};
