import { scryptSync } from 'node:crypto';
import { expect } from 'vitest';
import { CHALLENGE_COST, type Challenge, challengeInput, type Solution } from '../../schema/challenge.ts';
import { required } from './required.ts';

/** The challenge of a refused sign-in. */
export const challengeOf = async (answer: Response): Promise<Challenge> => {
  const { challenge } = (await answer.json()) as { challenge?: Challenge };
  expect(challenge).toBeDefined();
  return required(challenge);
};

export const solve = ({ token, salt, target, range }: Challenge): Solution => {
  const { dkLen, ...cost } = CHALLENGE_COST;
  const hash = (answer: number) => scryptSync(challengeInput(answer), salt, dkLen, cost).toString('hex');
  const answer = Array.from({ length: range }, (_, n) => n).find((n) => hash(n) === target);
  return { token, answer: answer ?? -1 };
};
