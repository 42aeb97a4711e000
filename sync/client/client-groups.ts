import type { MutatorDefs, PendingMutation, ReadonlyJSONValue } from 'replicache';
import { ReplicacheImpl } from 'replicache/impl';
import type { PullAnswer, PullCookie } from '../protocol.ts';
import { type RowRange, readRows, type StoredRow } from './row-tree.ts';

type Dag = ReplicacheImpl['perdag'] | ReplicacheImpl['memdag'];
type DagRead = Awaited<ReturnType<Dag['read']>>;

/** Commits as Replicache 15 stores them (its commit.ts): local mutations over a snapshot of the server's state. */
type LocalMeta = {
  type: 4;
  basisHash: string;
  baseSnapshotHash: string;
  clientID: string;
  mutationID: number;
  mutatorName: string;
  mutatorArgsJSON: PendingMutation['args'];
};
type SnapshotMeta = { type: 5; lastMutationIDs: Record<string, number> };
type Meta = LocalMeta | SnapshotMeta;
type ClientGroup = { headHash: string; lastServerAckdMutationIDs: Record<string, number> };

export type EarlierGroups = { ids: string[]; pending: PendingMutation[] };

export const readEarlierGroups = (perdag: ReplicacheImpl['perdag'], own: string): Promise<EarlierGroups> =>
  withRead(perdag, async (read) => {
    const hash = await read.getHead('client-groups');
    const groups = hash ? ((await read.getChunk(hash))?.data as Record<string, ClientGroup> | undefined) : undefined;
    const earlier = Object.entries(groups ?? {}).filter(([id]) => id !== own);
    const pending = await Promise.all(earlier.map(([, group]) => pendingOf(read, group)));
    return { ids: earlier.map(([id]) => id), pending: pending.flat() };
  });

export const readConfirmedIds = (memdag: ReplicacheImpl['memdag']): Promise<Record<string, number>> =>
  withRead(memdag, async (read) => confirmedIdsAt(read, await read.getHead('main')));

type Queue = { pending: PendingMutation[]; confirmed: Record<string, number> };

/** Both as they were at one moment. */
export const readQueue = (memdag: ReplicacheImpl['memdag']): Promise<Queue> =>
  withRead(memdag, async (read) => {
    const head = await read.getHead('main');
    return { pending: head ? await mutationsAt(read, head) : [], confirmed: await confirmedIdsAt(read, head) };
  });

const confirmedIdsAt = async (read: DagRead, head: string | undefined): Promise<Record<string, number>> => {
  const meta = head === undefined ? undefined : await metaOf(read, head);
  const snapshot = meta && (meta.type === 4 ? await metaOf(read, meta.baseSnapshotHash) : meta);
  return snapshot?.type === 5 ? snapshot.lastMutationIDs : {};
};

const pendingOf = async (read: DagRead, { headHash, lastServerAckdMutationIDs: acked }: ClientGroup) =>
  (await mutationsAt(read, headHash)).filter(({ clientID, id }) => id > (acked[clientID] ?? 0));

/** Oldest first. */
const mutationsAt = async (read: DagRead, head: string): Promise<PendingMutation[]> => {
  const mutations: PendingMutation[] = [];
  for (let meta = await metaOf(read, head); meta?.type === 4; meta = await metaOf(read, meta.basisHash)) {
    const { clientID, mutationID: id, mutatorName: name, mutatorArgsJSON: args } = meta;
    mutations.push({ clientID, id, name, args });
  }
  return mutations.reverse();
};

const metaOf = async (read: DagRead, hash: string): Promise<Meta | undefined> =>
  ((await read.getChunk(hash as never))?.data as { meta: Meta } | undefined)?.meta;

const withRead = async <T>(dag: Dag, work: (read: DagRead) => Promise<T>): Promise<T> => {
  const read = await dag.read();
  try {
    return await work(read);
  } finally {
    read.release();
  }
};

/** The head that `beginPull` returns if it brought nothing (Replicache's emptyHash). */
const EMPTY_HASH = '0'.repeat(22);

/** Replicache pushes the mutations of earlier client groups itself; this subclass adds `onRecovered`. It also applies
 * pokes and pulls one after the other, because a poke during a pull would make Replicache drop the pull's answer. */
export class RecoveringReplicache<Defs extends MutatorDefs> extends ReplicacheImpl<Defs> {
  onRecovered = (): void => {};
  /** The server may have confirmed mutations. */
  onConfirmed = async (): Promise<void> => {};
  /** Called once the writes of another tab have been read. */
  onRefreshed = async (): Promise<void> => {};
  onPullEnded = (): void => {};
  #replacing = 0;
  #syncing: Promise<void> = Promise.resolve();
  #endPull: (() => void) | undefined;
  #opened: Promise<void> | undefined;

  /** The rows of a range, in the order of their keys; fewer than `count` are the last. */
  async rowsAfter(range: RowRange): Promise<StoredRow[]> {
    // It has no rows before it can be asked.
    this.#opened ??= this.query(async () => undefined);
    await this.#opened;
    return readRows(this.memdag, range);
  }

  /** Applies what `next` makes of the present cookie; nothing if that is undefined. */
  async pokeNext(next: (cookie: PullCookie | null) => PullAnswer | undefined): Promise<void> {
    const release = await this.#acquire();
    try {
      const baseCookie = (await this.cookie) as ReadonlyJSONValue;
      const pullResponse = next(baseCookie as PullCookie | null);
      if (pullResponse) await this.poke({ baseCookie, pullResponse } as Parameters<typeof this.poke>[0]);
    } finally {
      release();
    }
  }

  override async beginPull(): ReturnType<ReplicacheImpl['beginPull']> {
    const release = await this.#acquire();
    this.#endPull = () => {
      this.#endPull = undefined;
      release();
      this.onPullEnded();
    };
    try {
      const result = await super.beginPull();
      if (!result.ok || result.syncHead === EMPTY_HASH) this.#endPull?.();
      return result;
    } catch (error) {
      this.#endPull?.();
      throw error;
    }
  }

  override async maybeEndPull(...args: Parameters<ReplicacheImpl['maybeEndPull']>): Promise<void> {
    try {
      await this.#replace(() => super.maybeEndPull(...args));
    } finally {
      this.#endPull?.();
    }
    await this.onConfirmed();
  }

  /** True if rows other than those of new mutations may be changing. */
  get isReplacing(): boolean {
    return this.#replacing > 0;
  }

  async #replace(work: () => Promise<void>): Promise<void> {
    this.#replacing += 1;
    try {
      await work();
    } finally {
      this.#replacing -= 1;
    }
  }

  async #acquire(): Promise<() => void> {
    const before = this.#syncing;
    let release = () => {};
    this.#syncing = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  }

  override async recoverMutations(...args: Parameters<ReplicacheImpl['recoverMutations']>): Promise<boolean> {
    const ran = await super.recoverMutations(...args);
    this.onRecovered();
    return ran;
  }

  override async refresh(): Promise<void> {
    await this.#replace(() => super.refresh());
    await this.onRefreshed();
  }
}
