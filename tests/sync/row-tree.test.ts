import type { WriteTransaction } from 'replicache';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { RecoveringReplicache } from '../../sync/client/client-groups.ts';
import { randomOf } from '../support/random.ts';

const SEEDS = [1, 2, 3];
const PREFIXES = ['entry/', 'entryNote/', 'request/', 'user/'];

const openTree = () =>
  new RecoveringReplicache({
    name: uuidv7(),
    kvStore: 'mem',
    pullInterval: null,
    logSinks: [],
    pusher: () => Promise.reject(new TypeError('fetch failed')),
    puller: () => Promise.reject(new TypeError('fetch failed')),
    mutators: {
      write: async (tx: WriteTransaction, changes: [key: string, text: string | null][]) => {
        for (const [key, text] of changes) text === null ? await tx.del(key) : await tx.set(key, { text });
      },
    },
  });

test.each(SEEDS)('the rows of an entity are those of a scan, in its order and from any key (seed %i)', async (seed) => {
  const { below, chance, pick } = randomOf(seed);
  const replicache = openTree();
  const keyOf = () => `${pick(PREFIXES)}${below(5000)}`;
  const text = () => 'x'.repeat(below(400));
  expect(await replicache.rowsAfter({ prefix: 'entry/', after: 'entry/', count: 10 })).toEqual([]);
  for (let round = 0; round < 4; round += 1) {
    const changes = Array.from({ length: 1000 }, () => [keyOf(), chance(0.2) ? null : text()] as [string, string]);
    await replicache.mutate.write(changes);
    for (const prefix of [...PREFIXES, 'nothing/', '']) {
      const after = prefix + (chance(0.5) ? '' : below(5000));
      const scanned = await replicache.query((tx) =>
        tx
          .scan({ prefix, start: { key: after, exclusive: true } })
          .entries()
          .toArray(),
      );
      const count = 1 + below(300);
      const rows: (readonly [string, unknown])[] = [];
      for (let from = after; ; ) {
        const slice = await replicache.rowsAfter({ prefix, after: from, count });
        rows.push(...slice.map(([key, value]) => [key, value] as const));
        if (slice.length < count) break;
        from = slice.at(-1)?.[0] ?? '';
      }
      expect(rows).toEqual(scanned);
    }
  }
  await replicache.close();
});
