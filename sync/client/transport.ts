import type { HTTPRequestInfo, Puller, PullRequestV1, Pusher, PushRequestV1 } from 'replicache';
import { SCHEMA_VERSION } from '../../schema/sync.ts';
import {
  instanceOf,
  type PokePatch,
  type PullAnswer,
  type PullCookie,
  type PushAnswer,
  partialOrder,
} from '../protocol.ts';
import { unpackRows } from '../row-tables.ts';
import { unwrap } from './mutation.ts';
import { waitingAsTold, waitMessageOf } from './retry-after.ts';

export type Post = (
  path: '/api/replicache/push' | '/api/replicache/pull',
  body: unknown,
) => Promise<{ status: number; body: unknown }>;

export type TransportEvents = {
  onReachable(reached: boolean): void;
  onPokes(pokes: readonly PokePatch[]): void;
  /** The sentence on why changes must wait; null once some were accepted. */
  onWaiting(message: string | null): void;
  /** The answer did not carry all that the push has changed. */
  onPushed(): void;
  /** The server's database was restored, so accepted mutations must be pushed again. */
  onRestored(): void;
  onMore(): void;
  /** `message` says why the device must wait. */
  onPulled(ok: boolean, message?: string | null): void;
  onOutdated(): void;
};

export type TransportState = {
  cookie(): Promise<PullCookie | null>;
  earlierGroups(group: string): Promise<readonly string[]>;
  confirmed(): Promise<Record<string, number>>;
  retiredKeys(): Promise<string[]>;
};

/** Each poke makes Replicache run all waiting mutations again, so those of a long backlog come together. */
const HAND_OVER_MS = 1000;
type Answered = { mutations: Mutations; pokes: PokePatch[]; at: number };

const MAX_MUTATIONS = 50;
const MAX_CHARACTERS = 256 * 1024;

type Mutations = PushRequestV1['mutations'];

export const splitBacklog = (mutations: Mutations): Mutations[] => {
  const requests: Mutations[] = [];
  let chunk: Mutations = [];
  let size = 0;
  for (const mutation of mutations) {
    const length = JSON.stringify(mutation).length;
    if (chunk.length > 0 && (chunk.length >= MAX_MUTATIONS || size + length > MAX_CHARACTERS)) {
      requests.push(chunk);
      chunk = [];
      size = 0;
    }
    chunk.push(mutation);
    size += length;
  }
  return chunk.length > 0 ? [...requests, chunk] : requests;
};

const statusOf = (httpStatusCode: number, errorMessage = ''): { httpRequestInfo: HTTPRequestInfo } => ({
  httpRequestInfo: { httpStatusCode, errorMessage },
});

const OUTDATED = 426;
/** The server's database was restored from a backup and does not know the mutation ids that were confirmed. */
const UNKNOWN_IDS = 409;

/** Both throw only if there is no response, which Replicache treats as being offline. They never return an error that
 * makes Replicache drop mutations. */
export const transport = (
  post: Post,
  events: TransportEvents,
  state: TransportState,
): { pusher: Pusher; puller: Puller } => {
  const accepted = new Map<string, number>();

  const send: Post = waitingAsTold<Parameters<Post>[0]>(async (path, body) => {
    const result = await post(path, body).catch((error) => {
      events.onReachable(false);
      throw error;
    });
    events.onReachable(true);
    if (result.status === OUTDATED) events.onOutdated();
    return result;
  });

  const pushAll = async (request: PushRequestV1, mutations: Mutations, fields: object): Promise<number> => {
    let answered: Answered = { mutations: [], pokes: [], at: Date.now() };
    const handOver = () => {
      if (answered.mutations.length === 0) return;
      events.onPokes(answered.pokes);
      if (!acknowledges(answered.pokes, answered.mutations)) events.onPushed();
      answered = { mutations: [], pokes: [], at: Date.now() };
    };
    try {
      for (const chunk of splitBacklog(mutations)) {
        const body = { ...request, ...fields, schemaVersion: SCHEMA_VERSION, mutations: chunk };
        const { status, body: answer } = await send('/api/replicache/push', body);
        events.onWaiting(waitMessageOf({ status, body: answer }));
        if (status !== 200) return status;
        for (const { clientID, id } of chunk) accepted.set(clientID, id);
        answered.mutations.push(...chunk);
        answered.pokes.push(...((answer as PushAnswer | null)?.pokes ?? []));
        if (Date.now() - answered.at > HAND_OVER_MS) handOver();
      }
      return 200;
    } finally {
      handOver();
    }
  };

  const pusher: Pusher = async (request) => {
    if (request.pushVersion !== 1) return statusOf(200);
    const mutations = request.mutations.map(unwrap);
    const unsent = mutations.filter(({ clientID, id }) => id > (accepted.get(clientID) ?? 0));
    const cookie = await state.cookie();
    let status = await pushAll(request, unsent, cookie ? { instance: instanceOf(cookie), proof: cookie.proof } : {});
    if (status === UNKNOWN_IDS) {
      accepted.clear();
      status = await pushAll(request, mutations, { base: baseOf(mutations) });
    }
    if (status !== 200) return statusOf(status, `push ${status}`);
    return statusOf(200);
  };

  let prefetched: { key: string; answer: ReturnType<Post> } | undefined;
  const fetchPage = async (request: PullRequestV1) => {
    const groups = await state.earlierGroups(request.clientGroupID);
    return send('/api/replicache/pull', {
      ...request,
      schemaVersion: SCHEMA_VERSION,
      tables: true,
      ...(groups.length > 0 && { groups }),
    });
  };

  const puller: Puller = async (request) => {
    if (request.pullVersion !== 1) return statusOf(200) as never;
    const page = prefetched?.key === requestKey(request) ? prefetched.answer : fetchPage(request);
    prefetched = undefined;
    const { status, body } = await page.catch((error) => {
      events.onPulled(false);
      throw error;
    });
    if (status !== 200) {
      events.onPulled(false, waitMessageOf({ status, body }));
      return statusOf(status, `pull ${status}`) as never;
    }
    const before = request.cookie as PullCookie | null;
    const { cookie } = body as PullAnswer;
    const hasMore = cookie.more && cookie.order > (before?.order ?? 0);
    if (hasMore) {
      // The server makes the next page while this one is applied.
      const next = { ...request, cookie: cookie as never };
      prefetched = { key: requestKey(next), answer: fetchPage(next) };
      prefetched.answer.catch(() => undefined);
    }
    const response = await dropRetiredRows(await dropStaleIds(unpackRows(body as PullAnswer), state), state);
    if (before && instanceOf(before) !== instanceOf(response.cookie)) {
      accepted.clear();
      events.onRestored();
    }
    if (hasMore) events.onMore();
    else events.onPulled(true);
    return { response, ...statusOf(200) } as never;
  };

  return { pusher, puller };
};

const acknowledges = (pokes: readonly PokePatch[], mutations: Mutations): boolean =>
  mutations.every(({ clientID, id }) =>
    pokes.some(({ lastMutationIDChanges }) => (lastMutationIDChanges[clientID] ?? 0) >= id),
  );

/** Replicache pushes every mutation after the last confirmed one. */
const baseOf = (mutations: Mutations): Record<string, number> => {
  const base: Record<string, number> = {};
  for (const { clientID, id } of mutations) base[clientID] = Math.min(base[clientID] ?? id, id - 1);
  return base;
};

const requestKey = ({ clientGroupID, cookie }: PullRequestV1) => JSON.stringify([clientGroupID, cookie]);

/** A restored database may send ids below the confirmed ones, and Replicache would ignore the whole response. */
const dropStaleIds = async (response: PullAnswer, state: TransportState): Promise<PullAnswer> => {
  const ids = Object.entries(response.lastMutationIDChanges);
  if (ids.length === 0) return response;
  const confirmed = await state.confirmed();
  const kept = ids.filter(([client, id]) => id >= (confirmed[client] ?? 0));
  return { ...response, lastMutationIDChanges: Object.fromEntries(kept) };
};

/** Deletes the rows of entities that the server no longer knows, after the rows that replace them have come. The order
 * rises, because Replicache applies no patch without a new cookie. */
const dropRetiredRows = async (response: PullAnswer, state: TransportState): Promise<PullAnswer> => {
  const keys = response.cookie.more ? [] : await state.retiredKeys();
  if (keys.length === 0) return response;
  const deletions = keys.map((key) => ({ op: 'del' as const, key }));
  const cookie = { ...response.cookie, order: partialOrder(response.cookie) };
  return { ...response, cookie, patch: [...response.patch, ...deletions] };
};
