import { Refusal } from '../tx.ts';

const FRESH_MS = 10 * 60 * 1000;

export const ENTER_CODE = 'Enter the code from your authenticator app.';
const SET_UP_FIRST = 'Set up two-step verification in your profile first. You can do this once it’s on.';

/** A sign-in as the server knows it: `checked_at` is when a code was last entered in it. */
export type SignInState = { has_second_factor: boolean; must_have_one: boolean; checked_at: string | null };

/** A change that makes a superadmin, leads money or records elsewhere, or ends everything needs a code of the second
 * factor that was entered within `fresh_ms`. Who has none may do it, unless they must have one. Throws Refusal. */
export const requireFreshCode = (
  { has_second_factor, must_have_one, checked_at }: SignInState,
  now: Date,
  fresh_ms = FRESH_MS,
): void => {
  if (!has_second_factor && must_have_one) throw new Refusal('forbidden', SET_UP_FIRST);
  const isFresh = checked_at !== null && now.getTime() - Date.parse(checked_at) <= fresh_ms;
  if (has_second_factor && !isFresh) throw new Refusal('second_factor', ENTER_CODE);
};
