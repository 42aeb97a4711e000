import { useEffect, useState } from 'react';
import { takeSlice } from './slices.ts';

/** Half a frame: presses and keys come between two slices. */
const SLICE_MS = 8;

/** Does the work of `begin` in slices and gives its result, undefined until then. `begin` must keep its identity while its rows do;
 * while the work of another is done, the last result stays. */
export const useSliced = <Result>(begin: (() => Generator<undefined, Result>) | null): Result | undefined => {
  const [result, setResult] = useState<Result>();
  useEffect(() => {
    if (!begin) return;
    const work = begin();
    let timer: ReturnType<typeof setTimeout>;
    const step = () => {
      const until = performance.now() + SLICE_MS;
      const taken = takeSlice(work, () => performance.now() > until);
      if (taken) setResult(taken.value);
      else timer = setTimeout(step);
    };
    step();
    return () => clearTimeout(timer);
  }, [begin]);
  return result;
};
