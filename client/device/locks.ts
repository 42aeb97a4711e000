/** Where site data is blocked there are no locks and no shared storage, so the work runs without one. */
export const withLock = async <Result>(
  name: string,
  work: (lock: { name: string } | null) => Promise<Result>,
  options: LockOptions = {},
): Promise<Result> => {
  let started = false;
  const once = (lock: Lock | null) => {
    started = true;
    return work(lock);
  };
  try {
    return (await navigator.locks.request(name, options, once)) as Result;
  } catch (error) {
    if (started) throw error;
    return work({ name });
  }
};
