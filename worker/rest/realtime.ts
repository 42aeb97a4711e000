import type { Context } from 'hono';
import * as z from 'zod/mini';
import { parse } from '../../sync/parse.ts';
import { type Actor, SHARED_AUDIENCES } from '../../sync/tx.ts';
import { requireOwnOrigin } from '../auth/cookie.ts';
import { verifyAccessToken } from '../auth/middleware.ts';
import type { Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { queryOne } from '../queries/query.ts';
import { handler } from './query.ts';
import type { Route } from './route.ts';

/** The messages are in http/hub.ts. Browsers cannot set headers of a WebSocket, so the access token is the second subprotocol, where it does
 * not appear in URLs and logs. */
export const realtimeRoutes: readonly Route[] = [
  handler('GET /api/realtime', {
    ...{ tag: 'Sync', access: 'person', before: [requireOwnOrigin], needsActor: false },
    errors: [426, 503],
    summary: 'Open a WebSocket that tells of changes',
    query: 'socketQuery',
    answers: { 101: null },
    handle: async ({ c, deps }) => {
      const caller = await verifyAccessToken(deps, tokenOf(c));
      const { group, client, patches } = parse(socketQuery, c.req.query());
      const instance = await readInstance(deps, caller.actor, { group, client });
      if (instance === undefined) throw new HttpError(403, 'This device belongs to another user');
      if (!deps.connect) throw new HttpError(503, 'Realtime is not available');
      const { actor: viewer, ...sign_in } = caller;
      const named = { ...(group !== undefined && { group }), ...(client !== undefined && { client }) };
      const device = deps.origin?.device ?? null;
      return deps.connect(c.req.raw, { viewer, ...sign_in, ...named, instance, takesPatches: patches === '1', device });
    },
  }),
];

const tokenOf = (c: Context): string => {
  if (c.req.header('upgrade')?.toLowerCase() !== 'websocket') throw new HttpError(426, 'Expected a WebSocket');
  const [protocol, token] = (c.req.header('sec-websocket-protocol') ?? '').split(',').map((part) => part.trim());
  if (protocol !== 'porchlight' || !token) throw new HttpError(401, 'Not signed in');
  return token;
};

const name = z.string().check(z.regex(/^\S{1,100}$/));
const socketQuery = z.object({ group: z.optional(name), client: z.optional(name), patches: z.optional(z.string()) });

/** The database's instance; undefined if the group or the client is another user's. */
const readInstance = async (
  { db }: Deps,
  { id, hoa_id }: Actor,
  { group = '', client = '' }: { group: string | undefined; client: string | undefined },
): Promise<string | undefined> => {
  // The hub finds the sockets of a client group and of an audience by name.
  if ((SHARED_AUDIENCES as readonly string[]).includes(group)) return undefined;
  const sql = `SELECT (SELECT instance FROM sync_instance) AS instance, EXISTS (SELECT 1 FROM users WHERE id = ?1)
    OR EXISTS (SELECT 1 FROM sync_client_groups WHERE id = ?1 AND NOT (hoa_id = ?2 AND user_id = ?3))
    OR EXISTS (SELECT 1 FROM sync_clients WHERE id = ?4 AND client_group_id <> ?1) AS is_foreign`;
  const row = await queryOne<{ instance: string; is_foreign: number }>(db, sql, [group, hoa_id, id, client]);
  return row?.is_foreign === 0 ? row.instance : undefined;
};
