import * as z from 'zod/mini';

/** The cost of one try at a challenge: 2 MB of memory, so that a graphics card gains little over a phone. */
export const CHALLENGE_COST = { N: 2048, r: 8, p: 1, dkLen: 16 };

/** The number from 0 to `range - 1` whose scrypt with `salt` is `target`, in hexadecimal, has to be found. */
export type Challenge = { token: string; salt: string; target: string; range: number };

export const solutionInput = z.object({ token: z.string().check(z.maxLength(1000)), answer: z.int() });
export type Solution = z.infer<typeof solutionInput>;

export const challengeInput = (answer: number): string => String(answer);
