import type { MutatorDefs, Puller, PullRequestV1 } from 'replicache';
import { SCHEMA_VERSION } from '../../schema/sync.ts';
import { instanceOf, type PullAnswer, type PullCookie, partialOrder, unpackRows } from '../protocol.ts';
import { type RecoveringReplicache, readConfirmedIds } from './client-groups.ts';
import type { Outbox } from './outbox.ts';
import { type Post, statusOf } from './post.ts';
import { readRetiredKeys } from './retired-rows.ts';
import { waitMessageOf } from './retry-after.ts';

type Cache = RecoveringReplicache<MutatorDefs>;

type PullerOptions = {
  send: Post;
  replicache: Cache;
  outbox: Pick<Outbox, 'earlierGroups'>;
  /** `message` says why the device must wait. */
  onPulled(ok: boolean, message?: string | null): void;
  onMore(): void;
  /** The server's database was restored, so accepted mutations must be pushed again. */
  onRestored(): void;
};

/** Pulls a page at a time; the server makes the next one while Replicache applies this one. Throws only if there is no
 * response, which Replicache treats as being offline. */
export const pagePuller = ({ send, replicache, outbox, onPulled, onMore, onRestored }: PullerOptions): Puller => {
  let prefetched: { key: string; answer: ReturnType<Post> } | undefined;

  const fetchPage = async (request: PullRequestV1) => {
    const groups = await outbox.earlierGroups(request.clientGroupID);
    const body = { ...request, schemaVersion: SCHEMA_VERSION, tables: true };
    return send('/api/replicache/pull', { ...body, ...(groups.length > 0 && { groups }) });
  };

  const prefetch = (next: PullRequestV1) => {
    prefetched = { key: requestKey(next), answer: fetchPage(next) };
    prefetched.answer.catch(() => undefined);
  };

  return async (request) => {
    if (request.pullVersion !== 1) return statusOf(200) as never;
    const page = prefetched?.key === requestKey(request) ? prefetched.answer : fetchPage(request);
    prefetched = undefined;
    const { status, body } = await page.catch((error) => {
      onPulled(false);
      throw error;
    });
    if (status !== 200) {
      onPulled(false, waitMessageOf({ status, body }));
      return statusOf(status, `pull ${status}`) as never;
    }
    const before = request.cookie as PullCookie | null;
    const { cookie } = body as PullAnswer;
    const hasMore = cookie.more && cookie.order > (before?.order ?? 0);
    if (hasMore) prefetch({ ...request, cookie: cookie as never });
    const response = await dropRetiredRows(await dropStaleIds(unpackRows(body as PullAnswer), replicache), replicache);
    if (before && instanceOf(before) !== instanceOf(response.cookie)) onRestored();
    if (hasMore) onMore();
    else onPulled(true);
    return { response, ...statusOf(200) } as never;
  };
};

const requestKey = ({ clientGroupID, cookie }: PullRequestV1) => JSON.stringify([clientGroupID, cookie]);

/** A restored database may send ids below the confirmed ones, and Replicache would ignore the whole response. */
const dropStaleIds = async (response: PullAnswer, { memdag }: Cache): Promise<PullAnswer> => {
  const ids = Object.entries(response.lastMutationIDChanges);
  if (ids.length === 0) return response;
  const confirmed = await readConfirmedIds(memdag);
  const kept = ids.filter(([client, id]) => id >= (confirmed[client] ?? 0));
  return { ...response, lastMutationIDChanges: Object.fromEntries(kept) };
};

/** Deletes the rows of entities that the server no longer knows, after the rows that replace them have come. The order
 * rises, because Replicache applies no patch without a new cookie. */
const dropRetiredRows = async (response: PullAnswer, replicache: Cache): Promise<PullAnswer> => {
  const keys = response.cookie.more ? [] : await readRetiredKeys(replicache);
  if (keys.length === 0) return response;
  const deletions = keys.map((key) => ({ op: 'del' as const, key }));
  const cookie = { ...response.cookie, order: partialOrder(response.cookie) };
  return { ...response, cookie, patch: [...response.patch, ...deletions] };
};
