import type { Mutator } from '../tx.ts';

type Mutators = typeof import('../mutators.ts');
let loading: Promise<Mutators> | undefined;

/** Loads the code of all mutators; after a failure the next call tries again. */
export const loadMutators = (): Promise<Mutators> => {
  loading ??= import('../mutators.ts').catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
};

export const findMutator = async (name: string): Promise<Mutator | undefined> =>
  (await loadMutators()).mutatorNamed(name);
