import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL } from './outages.ts';
import { formatFigures, runThrough } from './run.ts';
import { type FaultyStack, startFaultyStack } from './stack.ts';

let stack: FaultyStack;
beforeAll(async () => {
  stack = await startFaultyStack({ smallDisk: true });
});
afterAll(() => stack.stop());

test('[SYNC-11] [SYNC-06] of six clients at work nothing is lost, doubled or silent on the worst of days', async () => {
  const figures = await runThrough(stack, ALL);
  console.log(`\n${formatFigures(figures)}\n`);
  expect(figures).toMatchObject({ lost: [], doubled: [], silent: [] });
}, 1_200_000);
