/** Loads at the first call; after a failure the next call tries again. React's `use` reads what has loaded by `status` and
 * `value`, without showing a fallback, after which it would wait for 300 ms. */
export const loadOnce = <Loaded>(load: () => Promise<Loaded>): (() => Promise<Loaded>) => {
  let loading: Promise<Loaded> | undefined;
  return () => {
    if (loading) return loading;
    const started = load();
    loading = started;
    started.then(
      (value) => Object.assign(started, { status: 'fulfilled', value }),
      () => {
        loading = undefined;
      },
    );
    return started;
  };
};
