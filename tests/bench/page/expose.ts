import { nth } from '../../support/required.ts';
import type { Client, Query, Row } from './client.ts';
import { type Opened, watchOpening } from './opening.ts';
import { untilPersisted, watchWrites } from './writes.ts';

/** Given to the page before it starts. `waitFor`: the number of requests that are to arrive. */
export type Opening<Session = unknown> = { session: Session; waitFor: number; watchWrites?: boolean };
declare const opening: Opening;

/** Runs in the browser: starts a client, and measures it by the clock of the page. */
export const expose = (start: (session: never) => Client): void => {
  if (opening.watchWrites) watchWrites();
  const client = start(opening.session as never);
  const bench = benchOf(client, watchOpening(client, opening.waitFor));
  (globalThis as { bench?: Bench }).bench = bench;
};

export type Bench = ReturnType<typeof benchOf>;

const benchOf = (client: Client, opened: Promise<Opened>) => ({
  opened: () => opened,
  untilPersisted: async () => {
    const { all } = await opened;
    return untilPersisted(all);
  },

  /** Milliseconds of each query, in their order. Throws if one finds nothing. */
  queries: (queries: readonly Query[]): Promise<number[]> =>
    timeEach(queries, async (query) => {
      const rows = await client.query(query);
      if (rows.length === 0) throw new Error(`${JSON.stringify(query)} found nothing`);
    }),

  /** Changes all of them one after the other; milliseconds of each. */
  changeAll: (ids: readonly string[], status: string): Promise<number[]> =>
    timeEach(ids, (id) => client.update(id, status)),

  /** The time (epoch) of the call. */
  change: async (id: string, status: string): Promise<number> => {
    const at = performance.timeOrigin + performance.now();
    await client.update(id, status);
    return at;
  },

  settled: async (): Promise<void> => {
    while ((await client.countPending()) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  },

  ...listOf(client),
  ...rowOf(client),
});

const timeEach = async <T>(values: readonly T[], run: (value: T) => Promise<unknown>): Promise<number[]> => {
  const times: number[] = [];
  for (const value of values) {
    const began = performance.now();
    await run(value);
    times.push(performance.now() - began);
  }
  return times;
};

/** A subscription to a list. */
const listOf = (client: Client) => {
  let listed: readonly Row[] = [];
  let onListed = (): void => {};

  return {
    /** Resolves with the first rows of the list. */
    follow: (query: Query): Promise<readonly Row[]> =>
      new Promise((resolve) => {
        client.subscribeList(query, (rows) => {
          listed = rows;
          onListed();
          resolve(rows);
        });
      }),

    /** Moves the first row of the list out of it. Milliseconds from the call until the list is told without it. */
    changeListed: async (status: string): Promise<number> => {
      const id = nth(listed, 0).id;
      const gone = new Promise<number>((resolve) => {
        onListed = () => listed.some((one) => one.id === id) || resolve(performance.now());
      });
      const began = performance.now();
      void client.update(id, status);
      return (await gone) - began;
    },
  };
};

/** A subscription to one row. */
const rowOf = (client: Client) => {
  let row: Row | undefined;
  let onRow = (): void => {};
  let endRow = (): void => {};

  return {
    watchRow: (id: string): Promise<void> =>
      new Promise((resolve) => {
        endRow();
        onRow = () => {};
        endRow = client.subscribeRow(id, (next) => {
          row = next;
          onRow();
          if (next) resolve();
        });
      }),

    /** The time (epoch) at which the watched row has this status. */
    sees: (status: string): Promise<number> =>
      new Promise((resolve) => {
        onRow = () => row?.status === status && resolve(performance.timeOrigin + performance.now());
        onRow();
      }),
  };
};
