import { expect, test } from 'vitest';
import { countOfLine, useKillableStack } from '../support/killable-stack.ts';
import { killWith } from '../support/processes.ts';

const killable = useKillableStack();

test('a worker whose runtime, whose proxy or whose wrangler is killed with -9 answers again', async () => {
  const { port, healthy, logLines } = killable;
  const wrangler = `--port ${port}`;
  killWith('entry=127.0.0.1:0', wrangler);
  await expect.poll(healthy, { timeout: 60_000 }).toBe('ok');
  killWith(`entry=127.0.0.1:${port}`);
  await countOfLine(killable, 'The worker process is back.').toBe(1);
  expect(logLines).toContain(
    'The worker process no longer answers. The app does not answer until it is back. Starting it again...',
  );
  await expect.poll(healthy, { timeout: 60_000 }).toBe('ok');
  killWith(wrangler);
  await countOfLine(killable, 'The worker process is back.').toBe(2);
  await expect.poll(healthy, { timeout: 60_000 }).toBe('ok');
}, 120_000);
