import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAST } from '../../faults/outages.ts';
import { formatFigures, runThrough } from '../../faults/run.ts';
import { type FaultyStack, startFaultyStack } from '../../faults/stack.ts';

/** In `npm test`: tests/sync/convergence.test.ts. */

/** The fast share of `npm run test:long`. */
let stack: FaultyStack;
beforeAll(async () => {
  stack = await startFaultyStack();
});
afterAll(() => stack.stop());

test('[SYNC-11] [SYNC-06] of six clients at work nothing is lost, doubled or silent while processes die and answers get lost', async () => {
  const figures = await runThrough(stack, FAST);
  console.log(formatFigures(figures));
  expect(figures).toMatchObject({ lost: [], doubled: [], silent: [] });
}, 180_000);
