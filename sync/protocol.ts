/** Characters of JSON in one mutation's arguments. */
export const ARGS_LIMIT = 64 * 1024;

/** WebSocket close code: the user must authenticate again. */
export const SOCKET_ENDED = 4001;

/** How far a client group has pulled. `order` only rises; among the tabs of a device Replicache keeps the state with
 * the highest. The group has its rows up to `seq` of the log, and its mutation ids and refusals up to `acks`;
 * `epoch` is the database's instance and the user's epoch. A first sync moves `first.below` down from `seq`. `more`:
 * the next pull has something already. */
export type PullCookie = {
  order: number;
  epoch: string;
  seq: number;
  acks: number;
  more?: boolean;
  first?: { below: number; done: number; total: number };
};

export const instanceOf = ({ epoch }: Pick<PullCookie, 'epoch'>): string | undefined => epoch.split('.')[0];

export type PatchOperation = { op: 'clear' } | { op: 'put'; key: string; value: unknown } | { op: 'del'; key: string };

/** The answer to a pull (https://doc.replicache.dev/reference/server-pull). */
export type PullAnswer = {
  cookie: PullCookie;
  lastMutationIDChanges: Record<string, number>;
  patch: PatchOperation[];
};
