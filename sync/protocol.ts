/** How long the arguments of one mutation may be, in characters of JSON. */
export const ARGS_LIMIT = 64 * 1024;

/** With this code the server closes a socket whose user must show once more that they may have it. */
export const SOCKET_ENDED = 4001;

/** Where a client group stands. `order` only rises, and is comparable between
 * the tabs of a device (Replicache keeps the state with the highest). `seq` is the place in the log up to which
 * the group has its rows, `acks` the place up to which it has its numbers and refusals; `epoch` is the database and
 * what the user might see then. During a first sync `first.below` walks down from `seq`. `more` says that the next
 * pull has something to give already. */
export type PullCookie = {
  order: number;
  epoch: string;
  seq: number;
  acks: number;
  more?: boolean;
  first?: { below: number; done: number; total: number };
};

/** Which database a cookie is of. */
export const instanceOf = ({ epoch }: Pick<PullCookie, 'epoch'>): string | undefined => epoch.split('.')[0];

export type PatchOperation = { op: 'clear' } | { op: 'put'; key: string; value: unknown } | { op: 'del'; key: string };

/** The answer to a pull (https://doc.replicache.dev/reference/server-pull). */
export type PullAnswer = {
  cookie: PullCookie;
  lastMutationIDChanges: Record<string, number>;
  patch: PatchOperation[];
};
