/** Aborts at the first SIGINT, SIGTERM or SIGHUP, or when the parent process is gone. */
export const stopSignal = (): AbortSignal => {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort());
  if (process.connected) process.once('disconnect', () => controller.abort());
  controller.signal.addEventListener('abort', () => console.log('Stopping...'));
  return controller.signal;
};

export const untilStopped = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', resolve);
  });
