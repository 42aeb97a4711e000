type Mutators = Pick<typeof import('../mutators.ts') & typeof import('../parse.ts'), 'mutatorNamed' | 'parse'>;
let loading: Promise<Mutators> | undefined;

/** Loads the code of all mutators and that which checks their arguments; after a failure the next call tries again. */
export const loadMutators = (): Promise<Mutators> => {
  loading ??= load().catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
};

const load = async (): Promise<Mutators> => {
  const [{ mutatorNamed }, { parse }] = await Promise.all([import('../mutators.ts'), import('../parse.ts')]);
  return { mutatorNamed, parse };
};
