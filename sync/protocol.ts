/** Characters of JSON in one mutation's arguments. */
export const ARGS_LIMIT = 64 * 1024;

/** Lifetime of an access token, and of the WebSocket that it opens. */
export const ACCESS_SECONDS = 15 * 60;

/** WebSocket close code that makes the client authenticate again. */
export const SOCKET_ENDED = 4001;

/** How far a client group has pulled. `order` only rises, and Replicache keeps the state with the highest one among a
 * device's tabs. `seq` and `acks` are log positions: of rows, and of mutation ids and refusals. `epoch` combines the
 * database's instance and the user's epoch. During a first sync `first.below` decreases from `seq`. `more`: the next
 * pull will not be empty. `proof` is the server's signature of a log position that the device has heard of. */
export type PullCookie = {
  order: number;
  epoch: string;
  seq: number;
  acks: number;
  more?: boolean;
  first?: { below: number; done: number; total: number };
  proof?: string;
};

export const instanceOf = ({ epoch }: Pick<PullCookie, 'epoch'>): string | undefined => epoch.split('.')[0];

/** The cookie's state is that of the whole log up to `seq`. */
export const isComplete = (cookie: PullCookie | null): cookie is PullCookie =>
  cookie !== null && !cookie.more && !cookie.first;

const PARTIAL_STEP = 2 ** -20;

/** The tabs of a device share one storage, where the state with the higher order wins. A complete state therefore has
 * its `seq` as order, and partial pages rank just above the state that they started from. Otherwise a tab that has
 * pulled more often would replace another tab's newer mutation ids, and that tab could no longer save. */
export const completeOrder = (cookie: unknown, seq: number): number => Math.max(partialOrder(cookie), seq);
export const partialOrder = (cookie: unknown): number => orderOf(cookie) + PARTIAL_STEP;

const orderOf = (cookie: unknown): number => {
  const order = typeof cookie === 'object' && cookie !== null && 'order' in cookie ? cookie.order : cookie;
  return typeof order === 'number' && Number.isFinite(order) ? order : 0;
};

export type PatchOperation = { op: 'clear' } | { op: 'put'; key: string; value: unknown } | { op: 'del'; key: string };

/** Rows of one entity that have the same columns, without the names in each: a third less to send, and to compress. */
type RowTable = { entity: string; columns: string[]; rows: unknown[][] };

/** Pull response (https://doc.replicache.dev/reference/server-pull). */
export type PullAnswer = {
  cookie: PullCookie;
  lastMutationIDChanges: Record<string, number>;
  patch: PatchOperation[];
  /** More rows to put, only for a request with `tables`. */
  tables?: RowTable[];
  /** Where in the log the rows end that `skip` of the request left out: the place of the last of them. */
  skippedTo?: number;
};

/** Rows of a page of a pull, but for the first page of a first sync. */
export const PAGE_SIZE = 4000;

/** The changes of one commit for one viewer. `from` and `to` are the newest log positions of the HOA before and after
 * the commit, so it applies to any complete state that reaches `from`. `proof` is of the commit's position. */
export type PokePatch = {
  instance: string;
  from: number;
  to: number;
  lastMutationIDChanges: Record<string, number>;
  patch: PatchOperation[];
  proof?: string;
};

/** A client then pulls: the commit is too large for a poke, or its rows are unknown. */
export const PLAIN_POKE = 'poke';

/** Characters of JSON. */
export const POKE_LIMIT = 64 * 1024;

/** Push answer; Replicache itself ignores the body. One poke for each commit, none for those over POKE_LIMIT. */
export type PushAnswer = { pokes?: PokePatch[] };

type Put = Extract<PatchOperation, { op: 'put' }>;

/** Smaller patches stay as they are. */
const MIN_PUTS = 50;

/** Moves the rows of a patch into tables. */
export const packRows = (answer: PullAnswer): PullAnswer => {
  const rows = answer.patch.filter((operation): operation is Put => isRow(operation));
  if (rows.length < MIN_PUTS) return answer;
  const tables: RowTable[] = [];
  for (const { key, value } of rows) {
    const entity = key.slice(0, key.indexOf('/'));
    const row = value as Record<string, unknown>;
    const columns = Object.keys(row).filter((column) => row[column] !== undefined);
    const table = tables.findLast((one) => one.entity === entity && isEqual(one.columns, columns));
    const values = columns.map((column) => row[column]);
    if (table) table.rows.push(values);
    else tables.push({ entity, columns, rows: [values] });
  }
  return { ...answer, patch: answer.patch.filter((operation) => !isRow(operation)), tables };
};

/** The reverse of `packRows`; a row's key is `entity/id`. */
export const unpackRows = ({ tables = [], ...answer }: PullAnswer): PullAnswer => ({
  ...answer,
  patch: [...answer.patch, ...tables.flatMap(putsOf)],
});

const putsOf = ({ entity, columns, rows }: RowTable): Put[] =>
  rows.map((values) => {
    const value: Record<string, unknown> = {};
    for (let at = 0; at < columns.length; at += 1) value[columns[at]!] = values[at];
    return { op: 'put', key: `${entity}/${value.id}`, value };
  });

const isEqual = (one: string[], other: string[]): boolean =>
  one.length === other.length && one.every((column, at) => column === other[at]);

const isRow = (operation: PatchOperation): boolean => {
  if (operation.op !== 'put' || operation.key.startsWith('meta/')) return false;
  const { id } = operation.value as { id?: unknown };
  return operation.key.endsWith(`/${id}`);
};
