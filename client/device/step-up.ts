import { atom, getDefaultStore } from 'jotai';
import { ApiError } from './http.ts';

/** Hears whether a code was accepted; null while none is asked for. */
export const stepUpAtom = atom<{ resolve: (accepted: boolean) => void } | null>(null);

/** True where the server wants a code of the second factor first. */
export const needsCode = (error: unknown): boolean => error instanceof ApiError && error.details.second_factor === true;

/** Makes a call again that was refused for want of a fresh code, once a dialog has asked for it. Throws ApiError. */
export const withStepUp = async <Result>(call: () => Promise<Result>): Promise<Result> => {
  try {
    return await call();
  } catch (error) {
    if (!needsCode(error) || !(await askForCode())) throw error;
    return call();
  }
};

/** False where the dialog was left. */
export const askForCode = (): Promise<boolean> =>
  new Promise((resolve) => getDefaultStore().set(stepUpAtom, { resolve }));
