/** Takes steps of `work` until it is done or `isOver`; gives what it came to once it is done. */
export const takeSlice = <Result>(
  work: Generator<undefined, Result>,
  isOver: () => boolean,
): { value: Result } | null => {
  do {
    const { done, value } = work.next();
    if (done) return { value };
  } while (!isOver());
  return null;
};
