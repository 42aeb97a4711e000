import { type MutatorDefs, Replicache, type WriteTransaction } from 'replicache';
import { uuidv7 } from 'uuidv7';
import { RecoveringReplicache } from '../../sync/client/client-groups.ts';
import { EntityRows } from '../../sync/client/entity-rows.ts';
import { RowIndex } from '../../sync/client/row-index.ts';
import { ClientTx } from '../../sync/client/tx.ts';
import type { PatchOperation } from '../../sync/protocol.ts';
import { transact } from '../../sync/server/transact.ts';
import type { Actor, Tx } from '../../sync/tx.ts';
import { writeDeps } from '../../worker/transact.ts';
import type { TestContext } from './fixtures.ts';

type Work = (tx: Tx) => Promise<void>;
export type Run = (work: Work) => Promise<void>;

export const overLibsql = (ctx: TestContext): Run => {
  return async (work) => void (await transact(writeDeps(ctx.deps), ctx.bea, work));
};

export const overReplicache = (ctx: TestContext): Run => {
  let work: Work = async () => {};
  const replicache = new Replicache({
    name: uuidv7(),
    kvStore: 'mem',
    pullInterval: null,
    mutators: {
      run: (tx: WriteTransaction) => work(new ClientTx(tx, ctx.bea, new Date().toISOString())),
    },
  });
  return async (given) => {
    work = given;
    await replicache.mutate.run();
  };
};

/** As a device has it: the rows lie in memory, too, and a pull may replace them at any time. */
export const openIndexed = (actor: Actor, run: (tx: WriteTransaction, indexed: ClientTx) => Promise<void>) => {
  const rows = new EntityRows();
  let patch: PatchOperation[] = [];
  let pulls = 0;
  const replicache: RecoveringReplicache<MutatorDefs> = new RecoveringReplicache<MutatorDefs>({
    name: uuidv7(),
    kvStore: 'mem',
    pullInterval: null,
    pusher: async () => ({ httpRequestInfo: { httpStatusCode: 200, errorMessage: '' } }),
    puller: async () => {
      pulls += 1;
      // The newest mutations are not confirmed yet, so they run again over what is pulled.
      const confirmed = Math.max(0, replicache.lastMutationID - 2);
      const lastMutationIDChanges = confirmed > 0 ? { [replicache.clientID]: confirmed } : {};
      const response = { cookie: pulls, lastMutationIDChanges, patch: patch.splice(0) as never };
      return { response, httpRequestInfo: { httpStatusCode: 200, errorMessage: '' } };
    },
    mutators: {
      run: (tx: WriteTransaction) => run(tx, new ClientTx(tx, actor, new Date().toISOString(), index.lookupFor(tx))),
    },
  });
  let isRead = false;
  const index = new RowIndex({ replicache, rows, isComplete: () => isRead });
  replicache.experimentalWatch(
    (diff) => {
      rows.apply(diff);
      isRead = true;
    },
    { prefix: '', initialValuesInFirstDiff: true },
  );
  return {
    index,
    mutate: () => index.follow(async () => replicache.mutate.run?.()),
    pull: async (operations: PatchOperation[]) => {
      patch = [...patch, ...operations];
      await replicache.pull({ now: true });
    },
    close: () => replicache.close(),
  };
};

export const overIndexedReplicache = (ctx: TestContext): Run => {
  let work: Work = async () => {};
  const { mutate } = openIndexed(ctx.bea, (_, tx) => work(tx));
  return async (given) => {
    work = given;
    await mutate();
  };
};
