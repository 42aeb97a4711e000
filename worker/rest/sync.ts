import type { Context, MiddlewareHandler } from 'hono';
import { changeLimits } from '../../schema/limits.ts';
import { SCHEMA_VERSION } from '../../schema/sync.ts';
import { mutatorNamed } from '../../sync/mutators.ts';
import { type PokePatch, type PushAnswer, packRows } from '../../sync/protocol.ts';
import { ForeignGroup } from '../../sync/server/client-groups.ts';
import { pokePatchOf } from '../../sync/server/pokes.ts';
import { pull, pullBody } from '../../sync/server/pull.ts';
import { ForeignInstance, FutureMutation, type PushCommit, push } from '../../sync/server/push.ts';
import { NewerChange, pushBody } from '../../sync/server/push-calls.ts';
import { StaleActor } from '../../sync/server/transact.ts';
import { LimitReached } from '../../sync/tx.ts';
import { readAccess } from '../auth/access.ts';
import { bearerToken } from '../auth/middleware.ts';
import type { Env } from '../deps.ts';
import { fullDisk, HttpError, withReference } from '../http/errors.ts';
import { putBackWatch } from '../put-back.ts';
import { afterCommit } from '../run-mutator.ts';
import { isFullDisk } from '../services/full-disk.ts';
import { logError } from '../services/log.ts';
import { proven, pushWriteDeps } from '../transact.ts';
import { handler } from './query.ts';
import type { Route } from './route.ts';

/** Passes a push over HTTP on to where those of its HOA wait for their turn. */
const passOn: MiddlewareHandler<Env> = async (c, next) => {
  const { pushInTurn } = c.env.deps;
  const claims = pushInTurn && (await readAccess(c.env.deps, bearerToken(c)));
  if (!claims) return next();
  const answer = await pushInTurn(claims.hoa, c.req.raw.headers, await c.req.text());
  // Its own headers are immutable.
  return new Response(answer.body, answer);
};

const sync = { tag: 'Sync', access: 'person' } as const;

export const syncRoutes: readonly Route[] = [
  handler('POST /api/replicache/push', {
    ...{ ...sync, before: [passOn] },
    summary: 'Send changes',
    notes: 'Replicache, version 1: https://doc.replicache.dev/reference/server-push',
    body: pushBody,
    errors: [403, 409, 426, 503],
    answers: { 200: 'pushed' },
    handle: async ({ c, deps, actor, input }) => {
      const body = await input();
      requireVersion(body);
      deps.changes.count(changeLimits(actor, body.mutations.length), deps.now());
      const senders = [...new Set(body.mutations.map(({ clientID }) => clientID))];
      const pokes: PokePatch[] = [];
      const onCommit = (commit: PushCommit) => {
        const patch = commit.poke && pokePatchOf(proven(deps, commit.poke), actor, body.clientGroupID);
        if (patch) pokes.push(patch);
        afterCommit(deps, actor.hoa_id, commit, patch ? senders : []);
        for (const { mutation, code } of commit.refused)
          deps.metrics.count('push_refusals', { mutator: knownName(mutation), code });
      };
      await toHttpErrors(c, () => push(pushWriteDeps(deps), actor, body, putBackWatch(deps), onCommit));
      return { pokes } satisfies PushAnswer;
    },
  }),
  handler('POST /api/replicache/pull', {
    ...sync,
    summary: 'Get changes',
    notes: 'Replicache, version 1: https://doc.replicache.dev/reference/server-pull',
    body: pullBody,
    errors: [403, 426, 503],
    answers: { 200: 'pulled' },
    handle: async ({ c, deps, actor, input }) => {
      const body = await input();
      requireVersion(body);
      const { clientGroupID: group, groups, schemaVersion, skip, cookie } = body;
      const puller = { viewer: actor, group, groups, schemaVersion, skip, now: deps.now(), watch: putBackWatch(deps) };
      const answer = await toHttpErrors(c, () => pull(deps.db, puller, cookie ?? null));
      return body.tables ? packRows(answer) : answer;
    },
  }),
];

/** A label takes few values, and a client may send any name. */
const knownName = (mutation: string) => (mutatorNamed(mutation) ? mutation : 'unknown');

/** Every version ever shipped; '' is a client that sends none. */
const SHIPPED_VERSIONS = ['', SCHEMA_VERSION];

/** 426 makes a client load the current version; it keeps its unsent mutations. */
const requireVersion = ({ schemaVersion = '' }: { schemaVersion?: string }): void => {
  if (!SHIPPED_VERSIONS.includes(schemaVersion))
    throw new HttpError(426, 'This version of Porchlight is no longer current. Please reload the page.');
};

const NEWER =
  'A change on this device was made with a newer version of Porchlight than the server runs. It is kept here, with the changes after it, and sent once the server is updated.';
/** Seconds. */
const RETRY_NEWER = 60;

/** Any other error becomes 503, so that the client sends its mutations again. */
const toHttpErrors = async <T>(c: Context<Env>, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ForeignGroup) throw new HttpError(403, 'This device belongs to another user');
    if (error instanceof ForeignInstance) throw new HttpError(409, 'The server was restored from a backup');
    if (error instanceof FutureMutation) throw new HttpError(409, 'An earlier change has not arrived yet');
    if (error instanceof NewerChange) throw new HttpError(503, NEWER, {}, { retryAfter: RETRY_NEWER });
    if (error instanceof HttpError || error instanceof LimitReached || (error instanceof StaleActor && !c.env.actor))
      throw error;
    if (isFullDisk(error)) throw fullDisk(c.var.deps, error);
    if (c.req.path.endsWith('/push')) c.var.deps.metrics.count('push_failures');
    logError(c.var.deps, 'sync failed', error, { user: c.var.actor.id, hoa: c.var.actor.hoa_id });
    throw new HttpError(503, withReference('Sync is not available right now. Please try again.'), {
      'Retry-After': '1',
    });
  }
};
