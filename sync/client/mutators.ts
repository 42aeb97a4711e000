import { loadOnce } from './load-once.ts';

/** The code of all mutators and that which checks their arguments. */
export const loadMutators = loadOnce(async () => {
  if (!canImport()) throw new Error('No connection to load the mutators');
  const [{ mutatorNamed }, { parse }] = await Promise.all([import('../mutators.ts'), import('../parse.ts')]);
  return { mutatorNamed, parse };
});

/** An import that failed fails again for as long as the page lives: without a connection only a service worker has the code. */
const canImport = (): boolean => navigator.onLine !== false || Boolean(navigator.serviceWorker?.controller);
