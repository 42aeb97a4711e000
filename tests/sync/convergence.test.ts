import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { MUTATE } from '../../sync/client/mutation.ts';
import { converge, convergeOverSockets, expectEveryMutator } from '../support/convergence.ts';
import { Device } from '../support/device.ts';
import { createContext } from '../support/fixtures.ts';
import { draft } from '../support/requests.ts';

// `npm run test:long` runs 200 of them.
const SEEDS = [1, 2, 3, 4];

test('[SYNC-11] the changes that chance may pick are those of the register', () => {
  expectEveryMutator();
});

test.each(SEEDS)(
  '[SYNC-11] [SYNC-17] devices that come and go end with the same rows, each change once and none silent (seed %i)',
  converge,
);

test.each(SEEDS)(
  '[SYNC-11] [SYNC-18] over sockets whose pokes are lost, doubled and reordered, poked rows equal pulled ones (seed %i)',
  convergeOverSockets,
);

test('[SYNC-06] of two tabs over one storage the one that has pulled less often still saves its changes there', async () => {
  const ctx = await createContext();
  const name = uuidv7();
  const [often, seldom] = [new Device(ctx, ctx.rex, name), new Device(ctx, ctx.rex, name)];
  await often.sync();
  await seldom.sync();
  for (let time = 0; time < 5; time += 1) {
    await ctx.rex.call('POST', '/api/requests', draft());
    await often.sync();
  }
  await often.store.persist();
  // The server accepts it before the device has stored it, as happens while a large cache is written.
  await seldom.store.replicache.mutate[MUTATE]?.({ name: 'createRequest', args: { id: uuidv7(), ...draft() } });
  await seldom.sync();
  seldom.online = false;
  await seldom.store.mutate('createRequest', { id: uuidv7(), ...draft() });
  await seldom.store.persist();
  expect(seldom.store.outbox.map(({ state }) => state)).toEqual(['device']);
  await Promise.all([often.close(), seldom.close()]);
});
