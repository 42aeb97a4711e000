import { atom, getDefaultStore, useAtom, useAtomValue } from 'jotai';
import { local } from '../ui/local-storage.ts';
import { type Failure, INITIAL, isExpired, restore, type SignupState, serialize } from './state.ts';
import type { Move } from './transitions.ts';

const KEY = 'porchlight.signup';
const jotai = getDefaultStore();

const signupAtom = atom(restore(local.get(KEY), Date.now()));
/** Never stored: it is typed again if a reload comes before the account is created. */
const passwordsAtom = atom({ password: '', confirmPassword: '' });

/** The signup of this device. Each change of it is stored. */
export const useSignup = (): SignupState => useAtomValue(signupAtom);
export const usePasswords = () => useAtom(passwordsAtom);

export const currentSignup = (): SignupState => jotai.get(signupAtom);

/** What was typed, else what the link to /signup named: an email on the list of testers is offered more plans. */
export const knownEmail = (): string =>
  currentSignup().account.email || (new URLSearchParams(location.search).get('email') ?? '');

export const change = (move: Move): void => {
  const next = { ...move(currentSignup()), timestamp: Date.now() };
  jotai.set(signupAtom, next);
  local.set(KEY, serialize(next));
};

/** Notes (or clears) what went wrong on a screen. */
export const fail = (screen: keyof SignupState['errors'], failure?: Failure): void =>
  change(({ errors: { [screen]: _, ...others }, ...state }) => ({
    ...state,
    errors: failure ? { ...others, [screen]: failure } : others,
  }));

/** Forgets everything, on the device too. */
export const clear = (): void => {
  jotai.set(signupAtom, INITIAL);
  forgetPasswords();
  local.remove(KEY);
};

export const forgetPasswords = (): void => jotai.set(passwordsAtom, { password: '', confirmPassword: '' });

/** Discards what has lain here for more than 24 hours. */
export const discardExpired = (): void => {
  const state = currentSignup();
  if (state.timestamp > 0 && isExpired(state, Date.now())) clear();
};

/** Also the secret that another tab has stored since. */
export const resumeSecret = (): string | null =>
  currentSignup().resume_secret ?? restore(local.get(KEY), Date.now()).resume_secret;

let held: (() => void) | undefined;

/** Keeps a session that came before its time: it opens the app only once the setup is left. */
export const holdEntry = (enter: (() => void) | undefined): void => {
  held = enter ?? held;
};

/** Opens the app if a session is held. Without one the guard asks to sign in. */
export const openApp = (): void => {
  const enter = held;
  held = undefined;
  enter?.();
};
