import { loadOnce } from './load-once.ts';

/** The code of all mutators and that which checks their arguments. */
export const loadMutators = loadOnce(async () => {
  const [{ mutatorNamed }, { parse }] = await Promise.all([import('../mutators.ts'), import('../parse.ts')]);
  return { mutatorNamed, parse };
});
