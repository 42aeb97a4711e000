import type { KVStore, MutatorDefs, ReplicacheOptions, WriteTransaction } from 'replicache';
import { RecoveringReplicache } from './client-groups.ts';
import { collecting } from './first-screen.ts';
import { type Change, MUTATE } from './mutation.ts';

type Options = Pick<ReplicacheOptions<MutatorDefs>, 'pusher' | 'puller' | 'kvStore'> & {
  name: string;
  run(tx: WriteTransaction, change: Change): Promise<void>;
};

/** Must never change: Replicache would open another database and no longer see the changes pending in this one. The
 * schema version of a release is SCHEMA_VERSION, sent with each call. */
const DATABASE_VERSION = '1';

/** Opens the database of that name with the storage below it, `kv`, if that is ours. */
export const openReplicache = ({ name, run, kvStore, ...transport }: Options) => {
  const stores = new Map<string, KVStore>();
  const replicache = new RecoveringReplicache<MutatorDefs>(
    {
      ...transport,
      name,
      schemaVersion: DATABASE_VERSION,
      mutators: { [MUTATE]: run },
      pullInterval: null,
      pushDelay: 0,
      requestOptions: { minDelayMs: 10, maxDelayMs: 10_000 },
      kvStore: typeof kvStore === 'object' ? collecting(kvStore, stores) : kvStore,
      logLevel: 'error',
      logSinks: [],
    },
    { enableScheduledPersist: false },
  );
  return { replicache, kv: stores.get(replicache.idbName) };
};
