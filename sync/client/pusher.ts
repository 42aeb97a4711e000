import type { MutatorDefs, Pusher, PushRequestV1 } from 'replicache';
import { SCHEMA_VERSION } from '../../schema/sync.ts';
import { instanceOf, type PokePatch, type PullCookie, type PushAnswer } from '../protocol.ts';
import type { RecoveringReplicache } from './client-groups.ts';
import { unwrap } from './mutation.ts';
import { type Post, statusOf } from './post.ts';
import { waitMessageOf } from './retry-after.ts';

type PusherOptions = {
  send: Post;
  replicache: RecoveringReplicache<MutatorDefs>;
  onPokes(pokes: readonly PokePatch[]): void;
  /** The sentence on why changes must wait; null once some were accepted. */
  onWaiting(message: string | null): void;
  /** The answer did not carry all that the push has changed. */
  onPushed(): void;
};

type Mutations = PushRequestV1['mutations'];
type Answered = { mutations: Mutations; pokes: PokePatch[]; at: number };

/** Each poke makes Replicache run all waiting mutations again, so those of a long backlog come together. */
const HAND_OVER_MS = 1000;
/** The server's database was restored from a backup and does not know the mutation ids that were confirmed. */
const UNKNOWN_IDS = 409;

/** Pushes a backlog in chunks, without the mutations that the server has accepted before; after `forgetAccepted`, also
 * these, if they are pending still. `push` throws only if there is no response, which Replicache treats as being offline,
 * and never returns an error that makes Replicache drop mutations. */
export const backlogPusher = ({ send, replicache, onWaiting, ...owner }: PusherOptions) => {
  /** The newest mutation id of each client. */
  const accepted = new Map<string, number>();

  const sendAll = async (request: PushRequestV1, mutations: Mutations, fields: object): Promise<number> => {
    let answered: Answered = { mutations: [], pokes: [], at: Date.now() };
    try {
      for (const chunk of chunksOfBacklog(mutations)) {
        const body = { ...request, ...fields, schemaVersion: SCHEMA_VERSION, mutations: chunk };
        const { status, body: answer } = await send('/api/replicache/push', body);
        onWaiting(waitMessageOf({ status, body: answer }));
        if (status !== 200) return status;
        for (const { clientID, id } of chunk) accepted.set(clientID, id);
        answered.mutations.push(...chunk);
        answered.pokes.push(...((answer as PushAnswer | null)?.pokes ?? []));
        if (Date.now() - answered.at <= HAND_OVER_MS) continue;
        handOver(answered, owner);
        answered = { mutations: [], pokes: [], at: Date.now() };
      }
      return 200;
    } finally {
      handOver(answered, owner);
    }
  };

  const push: Pusher = async (request) => {
    if (request.pushVersion !== 1) return statusOf(200);
    const mutations = request.mutations.map(unwrap);
    const unsent = mutations.filter(({ clientID, id }) => id > (accepted.get(clientID) ?? 0));
    const cookie = (await replicache.cookie) as PullCookie | null;
    let status = await sendAll(request, unsent, cookie ? { instance: instanceOf(cookie), proof: cookie.proof } : {});
    if (status === UNKNOWN_IDS) {
      accepted.clear();
      status = await sendAll(request, mutations, { base: baseOf(mutations) });
    }
    return statusOf(status, status === 200 ? '' : `push ${status}`);
  };

  return { push, forgetAccepted: () => accepted.clear() };
};

const handOver = (
  { mutations, pokes }: Answered,
  { onPokes, onPushed }: Pick<PusherOptions, 'onPokes' | 'onPushed'>,
): void => {
  if (mutations.length === 0) return;
  onPokes(pokes);
  if (!acknowledges(pokes, mutations)) onPushed();
};

const MAX_MUTATIONS = 50;
const MAX_CHARACTERS = 256 * 1024;

const chunksOfBacklog = (mutations: Mutations): Mutations[] => {
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
