import { atom, getDefaultStore, useAtom, useAtomValue } from 'jotai';
import type { Failure } from '../forms/failure.tsx';
import { local } from '../ui/local-storage.ts';
import { INITIAL, isExpired, restore, type SignupState, serialize } from './state.ts';
import type { Transition } from './transitions.ts';

const KEY = 'porchlight.signup';
const jotai = getDefaultStore();

const signupAtom = atom(restore(local.get(KEY), Date.now()));
/** Never stored: after a reload they are typed again. */
const passwordsAtom = atom({ password: '', confirmPassword: '' });

export const useSignup = (): SignupState => useAtomValue(signupAtom);
export const usePasswords = () => useAtom(passwordsAtom);

export const currentSignup = (): SignupState => jotai.get(signupAtom);

/** What was typed, else what the link to /signup named: an email on the list of testers is offered more plans. */
export const initialEmail = (): string =>
  currentSignup().account.email || (new URLSearchParams(location.search).get('email') ?? '');

export const dispatch = (transition: Transition): void => {
  const next = { ...transition(currentSignup()), timestamp: Date.now() };
  jotai.set(signupAtom, next);
  local.set(KEY, serialize(next));
};

/** Sets, or without `failure` clears, the error of a screen. */
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

/** Clears a signup older than 24 hours. */
export const discardExpired = (): void => {
  const state = currentSignup();
  if (state.timestamp > 0 && isExpired(state, Date.now())) clearSignup();
};

/** Also the secret that another tab has stored since. */
export const resumeSecret = (): string | null =>
  currentSignup().resume_secret ?? restore(local.get(KEY), Date.now()).resume_secret;

let heldSession: (() => void) | undefined;

/** Keeps a session that was granted during the setup: it opens the app once the setup is left. */
export const holdSession = (openSession: (() => void) | undefined): void => {
  heldSession = openSession ?? heldSession;
};

/** Without a held session the route guard asks to sign in. */
export const openHeldSession = (): void => {
  const openSession = heldSession;
  heldSession = undefined;
  openSession?.();
};
