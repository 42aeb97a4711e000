import type { HTTPRequestInfo, Puller, PullRequestV1, Pusher, PushRequestV1 } from 'replicache';
import { SCHEMA_VERSION } from '../../schema/sync.ts';
import { instanceOf, type PullAnswer, type PullCookie } from '../protocol.ts';
import { unwrapped } from './mutation.ts';

/** Sends one sync call and gives its status and JSON. Rejects when there is no answer at all. */
export type Post = (
  path: '/api/replicache/push' | '/api/replicache/pull',
  body: unknown,
) => Promise<{ status: number; body: unknown }>;

/** What the transport tells the store. */
export type TransportEvents = {
  /** Whether the last call reached the server. */
  onReach(reached: boolean): void;
  /** A push was accepted: there is something to pull. */
  onPushed(): void;
  /** Another database answers than the one that has accepted what was pushed: it is to be pushed again. */
  onRestored(): void;
  /** A pull's answer says that the next one has something to give already. */
  onMore(): void;
  onPulled(ok: boolean): void;
  /** The server no longer speaks this client's language. */
  onOutdated(): void;
};

/** What the transport asks of the store. */
export type TransportState = {
  /** The cookie of the last pull. */
  cookie(): Promise<PullCookie | null>;
  /** Earlier client groups of the device, where `group` is the one in use. */
  earlierGroups(group: string): Promise<readonly string[]>;
  /** The last mutation that was confirmed to each client. */
  confirmed(): Promise<Record<string, number>>;
};

/** A request carries at most this many mutations, and about this many characters. */
const CHUNK = 50;
const CHUNK_CHARACTERS = 256 * 1024;

type Mutations = PushRequestV1['mutations'];

/** Cuts a backlog into requests, in order. */
export const chunks = (mutations: Mutations): Mutations[] => {
  const cut: Mutations[] = [];
  let chunk: Mutations = [];
  let size = 0;
  for (const mutation of mutations) {
    const length = JSON.stringify(mutation).length;
    if (chunk.length > 0 && (chunk.length >= CHUNK || size + length > CHUNK_CHARACTERS)) {
      cut.push(chunk);
      chunk = [];
      size = 0;
    }
    chunk.push(mutation);
    size += length;
  }
  return chunk.length > 0 ? [...cut, chunk] : cut;
};

const answer = (httpStatusCode: number, errorMessage = ''): { httpRequestInfo: HTTPRequestInfo } => ({
  httpRequestInfo: { httpStatusCode, errorMessage },
});

const OUTDATED = 426;
/** The server does not know the numbers that were confirmed to this client: its database was restored. */
const NUMBERS_UNKNOWN = 409;

/**
 * The pusher and puller over `post`. They throw only where no answer comes, which Replicache takes for being offline, and
 * never pass on an error that makes it drop changes.
 */
export const transport = (
  post: Post,
  events: TransportEvents,
  state: TransportState,
): { pusher: Pusher; puller: Puller } => {
  const accepted = new Map<string, number>();

  const send: typeof post = async (path, body) => {
    const result = await post(path, body).catch((error) => {
      events.onReach(false);
      throw error;
    });
    events.onReach(true);
    if (result.status === OUTDATED) events.onOutdated();
    return result;
  };

  /** Sends mutations in order until one request fails; gives its status, else 200. */
  const pushAll = async (request: PushRequestV1, mutations: Mutations, more: object): Promise<number> => {
    for (const some of chunks(mutations)) {
      const body = { ...request, ...more, schemaVersion: SCHEMA_VERSION, mutations: some };
      const { status } = await send('/api/replicache/push', body);
      if (status !== 200) return status;
      for (const { clientID, id } of some) accepted.set(clientID, id);
    }
    return 200;
  };

  const pusher: Pusher = async (request) => {
    if (request.pushVersion !== 1) return answer(200);
    const mutations = request.mutations.map(unwrapped);
    const unsent = mutations.filter(({ clientID, id }) => id > (accepted.get(clientID) ?? 0));
    const cookie = await state.cookie();
    let status = await pushAll(request, unsent, cookie ? { instance: instanceOf(cookie) } : {});
    if (status === NUMBERS_UNKNOWN) {
      accepted.clear();
      status = await pushAll(request, mutations, { base: baseOf(mutations) });
    }
    if (status !== 200) return answer(status, `push ${status}`);
    if (unsent.length > 0) events.onPushed();
    return answer(200);
  };

  let ahead: { of: string; answer: ReturnType<Post> } | undefined;
  const ask = async (request: PullRequestV1) => {
    const groups = await state.earlierGroups(request.clientGroupID);
    return send('/api/replicache/pull', {
      ...request,
      schemaVersion: SCHEMA_VERSION,
      ...(groups.length > 0 && { groups }),
    });
  };

  const puller: Puller = async (request) => {
    if (request.pullVersion !== 1) return answer(200) as never;
    const asked = ahead?.of === keyOf(request) ? ahead.answer : ask(request);
    ahead = undefined;
    const { status, body } = await asked.catch((error) => {
      events.onPulled(false);
      throw error;
    });
    if (status !== 200) {
      events.onPulled(false);
      return answer(status, `pull ${status}`) as never;
    }
    const response = await withoutOlderNumbers(body as PullAnswer, state);
    const before = request.cookie as PullCookie | null;
    if (before && instanceOf(before) !== instanceOf(response.cookie)) {
      accepted.clear();
      events.onRestored();
    }
    if (response.cookie.more && response.cookie.order > (before?.order ?? 0)) {
      // The next page is fetched while this one is being put in its place.
      const next = { ...request, cookie: response.cookie as never };
      ahead = { of: keyOf(next), answer: ask(next) };
      ahead.answer.catch(() => undefined);
      events.onMore();
    } else events.onPulled(true);
    return { response, ...answer(200) } as never;
  };

  return { pusher, puller };
};

/** Where each client's numbers begin: Replicache pushes everything that was not confirmed. */
const baseOf = (mutations: Mutations): Record<string, number> => {
  const base: Record<string, number> = {};
  for (const { clientID, id } of mutations) base[clientID] = Math.min(base[clientID] ?? id, id - 1);
  return base;
};

const keyOf = ({ clientGroupID, cookie }: PullRequestV1) => JSON.stringify([clientGroupID, cookie]);

/** A restored database may know fewer mutations of ours than were confirmed. Replicache would ignore the whole answer. */
const withoutOlderNumbers = async (response: PullAnswer, state: TransportState): Promise<PullAnswer> => {
  const numbers = Object.entries(response.lastMutationIDChanges);
  if (numbers.length === 0) return response;
  const confirmed = await state.confirmed();
  const kept = numbers.filter(([client, id]) => id >= (confirmed[client] ?? 0));
  return { ...response, lastMutationIDChanges: Object.fromEntries(kept) };
};
