import { useLayoutEffect, useRef, useState } from 'react';

/** A function that stays the same and does what the newest `work` does; to be called from events alone. */
export const useStable = <Args extends unknown[], Result>(
  work: (...args: Args) => Result,
): ((...args: Args) => Result) => {
  const newest = useRef(work);
  useLayoutEffect(() => {
    newest.current = work;
  });
  const [stable] = useState(
    () =>
      (...args: Args) =>
        newest.current(...args),
  );
  return stable;
};
