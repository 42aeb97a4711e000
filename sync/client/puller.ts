import type { MutatorDefs, Puller, PullRequestV1 } from 'replicache';
import { SCHEMA_VERSION } from '../../schema/sync.ts';
import { instanceOf, PAGE_SIZE, type PullAnswer, type PullCookie, partialOrder, unpackRows } from '../protocol.ts';
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

/** Pulls a page at a time. While Replicache applies one, the server makes the two after it. Throws only if there is no
 * response, which Replicache treats as being offline. */
export const pagePuller = ({ send, replicache, outbox, onPulled, onMore, onRestored }: PullerOptions): Puller => {
  const pages = pagesAhead(async (request, skip) => {
    const groups = await outbox.earlierGroups(request.clientGroupID);
    return send('/api/replicache/pull', {
      ...request,
      schemaVersion: SCHEMA_VERSION,
      tables: true,
      skip,
      groups: groups.length > 0 ? groups : undefined,
    });
  });

  return async (request) => {
    if (request.pullVersion !== 1) return statusOf(200) as never;
    const { status, body } = await pages.take(request).catch((error) => {
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
    if (hasMore) pages.fetchAfter(request, cookie);
    const response = await dropRetiredRows(await dropStaleIds(unpackRows(body as PullAnswer), replicache), replicache);
    if (before && instanceOf(before) !== instanceOf(response.cookie)) onRestored();
    if (hasMore) onMore();
    else onPulled(true);
    return { response, ...statusOf(200) } as never;
  };
};

type Answer = ReturnType<Post>;

/** The pages that are on their way before Replicache asks for them. */
const pagesAhead = (fetchPage: (request: PullRequestV1, skip?: number) => Answer) => {
  let next: { key: string; answer: Answer } | undefined;
  /** The page behind the next one, which was asked for by its distance. */
  let second: Answer | undefined;

  return {
    take(request: PullRequestV1): Answer {
      const known = next;
      next = undefined;
      if (known?.key === requestKey(request)) return known.answer;
      second = undefined;
      return fetchPage(request);
    },

    /** Asks for what follows the page that ends at `cookie`. */
    fetchAfter(request: PullRequestV1, cookie: PullCookie): void {
      const following = { ...request, cookie: cookie as never };
      const fetched = () => fetchPage(following);
      const answer = second?.then((page) => pageAfter(cookie, page) ?? fetched(), fetched) ?? fetched();
      next = { key: requestKey(following), answer };
      const { first } = cookie;
      second = first && first.total - first.done > PAGE_SIZE ? fetchPage(following, PAGE_SIZE) : undefined;
      for (const page of [answer, second]) page?.catch(() => undefined);
    },
  };
};

/** The page that was asked for by its distance, if it begins where the cookie's ends: rows that changed meanwhile have left
 * their places in the log. Its order follows the cookie's. */
const pageAfter = (before: PullCookie, { status, body }: Awaited<Answer>): Awaited<Answer> | undefined => {
  const page = body as PullAnswer | null;
  if (page?.skippedTo === undefined || page.skippedTo !== before.first?.below) return undefined;
  const order = Math.max(page.cookie.order, partialOrder(before));
  return { status, body: { ...page, cookie: { ...page.cookie, order } } };
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
