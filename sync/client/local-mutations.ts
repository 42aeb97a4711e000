import type { MutatorDefs, WriteTransaction } from 'replicache';
import { RELEASE } from '../../schema/sync.ts';
import type { MutatorName } from '../mutators.ts';
import { ARGS_LIMIT } from '../protocol.ts';
import { type Actor, Refusal } from '../tx.ts';
import type { RecoveringReplicache } from './client-groups.ts';
import type { DeviceRows } from './device-rows.ts';
import { type Change, MUTATE } from './mutation.ts';
import { loadMutators } from './mutators.ts';
import type { Outbox } from './outbox.ts';
import { RowIndex } from './row-index.ts';
import { ClientTx } from './tx.ts';

export type LocalMutations = ReturnType<typeof localMutations>;

type Options = {
  replicache: RecoveringReplicache<MutatorDefs>;
  rows: DeviceRows;
  outbox: Outbox;
  actor(): Actor;
};

/** Runs our mutators on this device, through the only one that Replicache knows. */
export const localMutations = ({ replicache, rows, outbox, actor }: Options) => {
  const index = new RowIndex({ replicache, rows, isComplete: (entity) => rows.isComplete(entity) });

  const mutate = async (name: MutatorName, args: object): Promise<void> => {
    const written = { ...args, written_at: new Date().toISOString() };
    if (JSON.stringify(written).length > ARGS_LIMIT)
      throw new Refusal('invalid', 'This is too long to be saved. Please shorten it.');
    try {
      const change = { name, args: written, at: new Date().toISOString(), release: RELEASE };
      await index.follow(async () => replicache.mutate[MUTATE]?.(change as never));
    } catch (error) {
      // The outbox may have noted a change whose commit has failed.
      if (!(error instanceof Refusal)) await outbox.refresh();
      throw error;
    }
  };

  /** Replicache calls it for each new mutation, and again for the pending ones over newer rows. */
  const run = async (tx: WriteTransaction, { name, args }: Change): Promise<void> => {
    const { written_at = new Date().toISOString() } = args as { written_at?: string };
    const { mutatorNamed, parse } = await loadMutators();
    const mutator = mutatorNamed(name);
    try {
      if (!mutator) throw new Refusal('invalid', `Unknown change “${name}”`);
      await mutator.run(new ClientTx(tx, actor(), written_at, index.lookupFor(tx)), parse(mutator.input, args));
      if (tx.reason === 'initial') outbox.note({ clientID: tx.clientID, id: tx.mutationID, name, args });
    } catch (error) {
      // A rebase over newer rows, or in another release, may refuse the change. It stays queued, because the server
      // decides.
      if (tx.reason === 'rebase' && error instanceof Refusal) return;
      throw error;
    }
  };

  return { mutate, run };
};
