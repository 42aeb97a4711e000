import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from './processes.ts';
import { UserError } from './user-error.ts';

/**
 * Waits until `url` gives an answer that `accept` takes.
 * Throws a UserError when the process behind it ends, or after `patience` milliseconds.
 */
export const untilAnswers = async (
  running: Running,
  url: string,
  { patience = 30_000, accept = (_: Response): boolean => true } = {},
): Promise<void> => {
  const deadline = Date.now() + patience;
  let how: string | undefined;
  void running.ended.then((end) => {
    how = end;
  });
  let seen = 'no answer';
  while (Date.now() < deadline) {
    if (how) throw new UserError(`The ${running.name} process did not start (${how}):\n${running.tail()}`);
    const response = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
    if (response && accept(response)) return void (await response.body?.cancel());
    seen = response ? `${response.status} ${await response.text()}` : 'no answer';
    await sleep(50);
  }
  throw new UserError(`The ${running.name} process was not ready after ${patience / 1000} s: ${url} gave ${seen}.`);
};
