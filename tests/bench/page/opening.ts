import { type Client, LIMIT } from './client.ts';

/** Milliseconds since the navigation: until the newest rows are there, and until all are. */
export type Opened = { first: number; all: number };

export const watchOpening = (client: Client, waitFor: number): Promise<Opened> =>
  new Promise((resolve) => {
    let first: number | undefined;
    const end = client.subscribeList({}, (rows, count) => {
      if (rows.length >= LIMIT) first ??= performance.now();
      if (count < waitFor || first === undefined) return;
      resolve({ first, all: performance.now() });
      // The subscription may call before it has returned.
      queueMicrotask(() => end());
    });
  });
