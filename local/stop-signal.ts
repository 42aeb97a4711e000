/** Aborts at the first Ctrl-C, hang-up or kill, or when the process that started us is gone. Later ones change nothing. */
export const stopSignal = (): AbortSignal => {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => controller.abort());
  if (process.connected) process.once('disconnect', () => controller.abort());
  controller.signal.addEventListener('abort', () => console.log('Stopping...'));
  return controller.signal;
};

/** Resolves when the signal has been given. */
export const untilStopped = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', resolve);
  });
