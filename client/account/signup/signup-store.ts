import { atom, getDefaultStore, useAtom, useAtomValue } from 'jotai';
import type { Failure } from '../../forms/failure.tsx';
import { local } from '../../ui/local-storage.ts';
import { INITIAL, isExpired, restore, type SignupState, serialize } from './state.ts';
import type { Transition } from './transitions.ts';

const KEY = 'porchlight.signup';
const jotai = getDefaultStore();

const signupAtom = atom(restore(local.get(KEY), Date.now()));
/** Never stored; typed again after a reload. */
const passwordsAtom = atom({ password: '', confirmPassword: '' });

export const useSignup = (): SignupState => useAtomValue(signupAtom);
export const usePasswords = () => useAtom(passwordsAtom);

export const currentSignup = (): SignupState => jotai.get(signupAtom);

/** Falls back to ?email= of the link, because testers get more plans. */
export const initialEmail = (): string =>
  currentSignup().account.email || (new URLSearchParams(location.search).get('email') ?? '');

export const dispatch = (transition: Transition): void => {
  const next = { ...transition(currentSignup()), timestamp: Date.now() };
  jotai.set(signupAtom, next);
  local.set(KEY, serialize(next));
};

export const setFailure = (screen: keyof SignupState['errors'], failure?: Failure): void =>
  dispatch(({ errors: { [screen]: _, ...others }, ...state }) => ({
    ...state,
    errors: failure ? { ...others, [screen]: failure } : others,
  }));

export const clearSignup = (): void => {
  jotai.set(signupAtom, INITIAL);
  forgetPasswords();
  local.remove(KEY);
};

export const forgetPasswords = (): void => jotai.set(passwordsAtom, { password: '', confirmPassword: '' });

export const discardExpired = (): void => {
  const state = currentSignup();
  if (state.timestamp > 0 && isExpired(state, Date.now())) clearSignup();
};

/** Another tab may have stored a newer secret. */
export const resumeSecret = (): string | null =>
  currentSignup().resume_secret ?? restore(local.get(KEY), Date.now()).resume_secret;

let heldSession: (() => void) | undefined;

/** The session opens when the user leaves the HOA setup. */
export const holdSession = (openSession: (() => void) | undefined): void => {
  heldSession = openSession ?? heldSession;
};

/** Without a held session the route guard asks the user to sign in. */
export const openHeldSession = (): void => {
  const openSession = heldSession;
  heldSession = undefined;
  openSession?.();
};
