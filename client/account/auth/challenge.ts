import { CHALLENGE_COST, type Challenge, challengeInput, type Solution } from '../../../schema/challenge.ts';
import { ApiError } from '../../device/http.ts';

/** `tried` of at most `range` numbers. */
export type ChallengeProgress = { tried: number; range: number };

/** A harder challenge may follow where failures went on meanwhile. */
const MAX_CHALLENGES = 4;

/** Makes a call again that was answered with a challenge, with its solution. Throws ApiError. */
export const solvingChallenges = async <Result>(
  call: (solution?: Solution) => Promise<Result>,
  onProgress: (progress: ChallengeProgress | null) => void,
): Promise<Result> => {
  let solution: Solution | undefined;
  for (let solved = 0; ; solved += 1) {
    try {
      return await call(solution);
    } catch (error) {
      const challenge = error instanceof ApiError && error.status === 429 ? challengeIn(error) : undefined;
      if (!challenge || solved >= MAX_CHALLENGES) throw error;
      solution = await solve(challenge, onProgress).finally(() => onProgress(null));
    }
  }
};

const FRAME_MS = 30;

const challengeIn = ({ details }: ApiError) => details.challenge as Challenge | undefined;

/** Lets the page paint between tries. */
const solve = async (
  { token, salt, target, range }: Challenge,
  onProgress: (progress: ChallengeProgress) => void,
): Promise<Solution> => {
  const { scrypt } = await import('@noble/hashes/scrypt.js');
  let painted = 0;
  for (let answer = 0; answer < range; answer += 1) {
    if (performance.now() - painted > FRAME_MS) {
      onProgress({ tried: answer, range });
      // The library's own pauses are microtasks, in which nothing is painted.
      await new Promise((resolve) => setTimeout(resolve));
      painted = performance.now();
    }
    if (hexOf(scrypt(challengeInput(answer), salt, CHALLENGE_COST)) === target) return { token, answer };
  }
  throw new Error('The challenge has no solution');
};

const hexOf = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
