import { useState } from 'react';

/** The value as it was before `frozen` became true: what a dialog still shows while it closes. `value` must keep its
 * identity from render to render. */
export const useFrozen = <Value>(frozen: boolean, value: Value): Value => {
  const [kept, setHeld] = useState(value);
  if (frozen || kept === value) return kept;
  setHeld(value);
  return value;
};

/** The value, or where it is missing now, the last one there was. */
export const useLast = <Value>(value: Value | null | undefined): Value | null | undefined =>
  useFrozen(value === null || value === undefined, value);

/** Whether the flag has ever been true: what is costly is mounted then, and stays. */
export const useEver = (flag: boolean): boolean => useFrozen(!flag, flag);
