import { useState } from 'react';

/** The value from before `frozen` became true, for a dialog that is closing. `value` must keep its identity between
 * renders. */
export const useFrozen = <Value>(frozen: boolean, value: Value): Value => {
  const [kept, setHeld] = useState(value);
  if (frozen || kept === value) return kept;
  setHeld(value);
  return value;
};

/** The value, or the previous one while it is missing. */
export const useLast = <Value>(value: Value | null | undefined): Value | null | undefined =>
  useFrozen(value === null || value === undefined, value);

export const useEver = (flag: boolean): boolean => useFrozen(!flag, flag);
