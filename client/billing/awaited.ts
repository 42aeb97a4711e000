import { local } from '../ui/local-storage.ts';

const KEY = 'porchlight.reactivated-at';
const PATIENCE_MS = 5 * 60_000;

/** Notes that the checkout has been paid and the provider's word is still on its way. */
export const awaitReactivation = (): void => void local.set(KEY, String(Date.now()));

/** Whether that word may still come: until then nobody is led back to where they have just paid. */
export const isReactivationAwaited = (): boolean => {
  const age = Date.now() - Number(local.get(KEY));
  return age >= 0 && age < PATIENCE_MS;
};

/** Notes that it has come, or that there is nothing to wait for. */
export const endAwaiting = (): void => local.remove(KEY);
