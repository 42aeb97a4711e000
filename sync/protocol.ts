/** Characters of JSON in one mutation's arguments. */
export const ARGS_LIMIT = 64 * 1024;

/** WebSocket close code that makes the client authenticate again. */
export const SOCKET_ENDED = 4001;

/** How far a client group has pulled. `order` only rises, and Replicache keeps the state with the highest one among a
 * device's tabs. `seq` and `acks` are log positions: of rows, and of mutation ids and refusals. `epoch` combines the
 * database's instance and the user's epoch. During a first sync `first.below` decreases from `seq`. `more`: the next
 * pull will not be empty. */
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

/** Pull response (https://doc.replicache.dev/reference/server-pull). */
export type PullAnswer = {
  cookie: PullCookie;
  lastMutationIDChanges: Record<string, number>;
  patch: PatchOperation[];
};
