import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from './paths.ts';
import { messageOf, PlainError } from './plain-error.ts';
import { portFrom } from './ports.ts';
import type { StackOptions } from './stack.ts';

const USAGE = 'The options are --fresh and --seed demo or --seed large; PORT and DATA_DIR come from the environment.';

/** The stack that the command line and the environment ask for. Throws a PlainError. */
export const stackOptions = (): StackOptions => {
  const { fresh, seed } = words();
  if (seed !== 'demo' && seed !== 'large') throw new PlainError(`--seed takes demo or large, and is "${seed}".`);
  return { port: portFrom(process.env.PORT), dataDir: process.env.DATA_DIR || join(ROOT, '.data'), fresh, seed };
};

const words = () => {
  try {
    const options = { fresh: { type: 'boolean', default: false }, seed: { type: 'string', default: 'demo' } } as const;
    return parseArgs({ options }).values;
  } catch (error) {
    throw new PlainError(`${messageOf(error)} ${USAGE}`);
  }
};
