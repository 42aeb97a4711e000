import type { WriteTransaction } from 'replicache';
import { ReplicacheImpl } from 'replicache/impl';
import { uuidv7 } from 'uuidv7';
import type { Person } from './fixtures.ts';

/** A device with unsent changes that an older release saved, when each mutator was registered with Replicache by name.
 * Returns the name of its storage. */
export const savedByEarlierRelease = async (
  person: Person,
  changes: [name: string, args: object][],
): Promise<string> => {
  const name = `${person.id}-${uuidv7()}`;
  const replicache = new ReplicacheImpl(
    {
      name,
      schemaVersion: '1',
      kvStore: 'mem',
      logSinks: [],
      mutators: {
        createRequest: async (tx: WriteTransaction, args: { id: string }) => tx.set(`request/${args.id}`, args),
        updateRequest: async () => undefined,
      },
      pusher: () => Promise.reject(new TypeError('fetch failed')),
      puller: () => Promise.reject(new TypeError('fetch failed')),
    },
    { enableScheduledPersist: false },
  );
  for (const [mutation, args] of changes) await replicache.mutate[mutation as 'createRequest']?.(args as never);
  await replicache.persist();
  await replicache.close();
  return name;
};
