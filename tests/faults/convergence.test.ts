import { test } from 'vitest';
import { converge, convergeOverSockets } from '../support/convergence.ts';

const SEEDS = Array.from({ length: 200 }, (_, at) => at + 1);

test.each(SEEDS)(
  '[SYNC-11] [SYNC-17] devices that come and go end with the same rows, nothing silent (seed %i)',
  converge,
);

test.each(SEEDS)(
  '[SYNC-11] [SYNC-18] over sockets whose pokes are lost, doubled and reordered, poked rows equal pulled ones (seed %i)',
  convergeOverSockets,
);
