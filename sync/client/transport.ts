import type { HTTPRequestInfo, Puller, PullRequestV1, Pusher, PushRequestV1 } from 'replicache';
import type { PullAnswer } from '../protocol.ts';

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
  /** A pull's answer says that the next one has something to give already. */
  onMore(): void;
  onPulled(ok: boolean): void;
  /** The server no longer speaks this client's language. */
  onOutdated(): void;
};

/** A request carries at most this many mutations, and about this many characters. */
const PIECE = 50;
const PIECE_CHARACTERS = 256 * 1024;

type Mutations = PushRequestV1['mutations'];

/** Cuts a backlog into requests, in order. */
export const pieces = (mutations: Mutations): Mutations[] => {
  const cut: Mutations[] = [];
  let piece: Mutations = [];
  let size = 0;
  for (const mutation of mutations) {
    const length = JSON.stringify(mutation).length;
    if (piece.length > 0 && (piece.length >= PIECE || size + length > PIECE_CHARACTERS)) {
      cut.push(piece);
      piece = [];
      size = 0;
    }
    piece.push(mutation);
    size += length;
  }
  return piece.length > 0 ? [...cut, piece] : cut;
};

const answer = (httpStatusCode: number, errorMessage = ''): { httpRequestInfo: HTTPRequestInfo } => ({
  httpRequestInfo: { httpStatusCode, errorMessage },
});

/** Status Replicache is given when the network gave none. */
const NO_ANSWER = 599;
const OUTDATED = 426;

/** The pusher and puller over `post`. They never throw, and never pass on an error that makes Replicache drop changes. */
export const transport = (post: Post, events: TransportEvents): { pusher: Pusher; puller: Puller } => {
  const accepted = new Map<string, number>();

  const send: typeof post = async (path, body) => {
    try {
      const result = await post(path, body);
      events.onReach(true);
      if (result.status === OUTDATED) events.onOutdated();
      return result;
    } catch {
      events.onReach(false);
      return { status: NO_ANSWER, body: null };
    }
  };

  const pusher: Pusher = async (request) => {
    if (request.pushVersion !== 1) return answer(200);
    const unsent = request.mutations.filter(({ clientID, id }) => id > (accepted.get(clientID) ?? 0));
    for (const mutations of pieces(unsent)) {
      const { status } = await send('/api/replicache/push', { ...request, mutations });
      if (status !== 200) return answer(status, `push ${status}`);
      for (const { clientID, id } of mutations) accepted.set(clientID, id);
    }
    if (unsent.length > 0) events.onPushed();
    return answer(200);
  };

  let ahead: { cookie: string; answer: ReturnType<Post> } | undefined;
  const ask = (request: PullRequestV1) => send('/api/replicache/pull', request);

  const puller: Puller = async (request) => {
    if (request.pullVersion !== 1) return answer(200) as never;
    const { status, body } = await (ahead?.cookie === JSON.stringify(request.cookie) ? ahead.answer : ask(request));
    ahead = undefined;
    if (status !== 200) {
      events.onPulled(false);
      return answer(status, `pull ${status}`) as never;
    }
    const response = body as PullAnswer;
    const before = (request.cookie as { order?: number } | null)?.order ?? 0;
    if (response.cookie.more && response.cookie.order > before) {
      // The next page is fetched while this one is being put in its place.
      ahead = {
        cookie: JSON.stringify(response.cookie),
        answer: ask({ ...request, cookie: response.cookie as never }),
      };
      events.onMore();
    } else events.onPulled(true);
    return { response, ...answer(200) } as never;
  };

  return { pusher, puller };
};
