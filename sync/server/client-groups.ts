import type { Client, InStatement } from '@libsql/client';
import type { Actor } from '../tx.ts';
import type { ReadSet } from './read-set.ts';
import { batch } from './retry.ts';

export class ForeignGroup extends Error {}

/** A client group as the database has it. `lastIds` are the last mutation ids by client, `seen_at` the newest time (ms
 * since 1970) that one of its mutations ran at. */
export type ClientGroup = {
  id: string;
  owner: string | undefined;
  isForeignInstance: boolean;
  lastIds: ReadonlyMap<string, number>;
  seen_at: number;
};

/** Reads a group and those of its clients that are named. `instance` is the database the client last synced with. Throws
 * ForeignGroup where a client is of another group. */
export const readGroup = async (
  reads: ReadSet,
  id: string,
  instance: string | undefined,
  clientIDs: readonly string[],
): Promise<ClientGroup> => {
  const [[group], clients, [database]] = await Promise.all([
    reads.read({ sql: 'SELECT user_id FROM sync_client_groups WHERE id = ?', args: [id] }),
    reads.read({
      sql: `SELECT id, client_group_id, last_mutation_id, seen_at FROM sync_clients WHERE id IN (${clientIDs.map(() => '?').join(', ')})`,
      args: [...clientIDs],
    }),
    reads.read({ sql: 'SELECT instance FROM sync_instance', args: [] }),
  ]);
  if (clients.some((client) => client.client_group_id !== id)) throw new ForeignGroup();
  return {
    id,
    owner: group ? String(group.user_id) : undefined,
    isForeignInstance: instance !== undefined && instance !== database?.instance,
    lastIds: new Map(clients.map((client) => [String(client.id), Number(client.last_mutation_id)])),
    seen_at: Math.max(0, ...clients.map((client) => Date.parse(String(client.seen_at)))),
  };
};

/** Raises last mutation ids, guarded: the batch fails where the group is another user's or an id has changed since
 * `group` was read. */
export const lastIdStatements = (
  actor: Actor,
  group: ClientGroup,
  raised: readonly [client: string, id: number][],
  now: string,
): InStatement[] => [
  insertGroup(actor, group.id, now),
  {
    sql: 'INSERT INTO sync_guard (ok) SELECT user_id = ? FROM sync_client_groups WHERE id = ?',
    args: [actor.id, group.id],
  },
  ...raised.flatMap(([client, id]): InStatement[] => [
    {
      sql: 'INSERT INTO sync_guard (ok) SELECT coalesce((SELECT last_mutation_id FROM sync_clients WHERE id = ?), 0) = ?',
      args: [client, group.lastIds.get(client) ?? 0],
    },
    {
      sql: `INSERT INTO sync_clients (id, hoa_id, client_group_id, last_mutation_id, seen_at) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET last_mutation_id = excluded.last_mutation_id, seen_at = excluded.seen_at`,
      args: [client, actor.hoa_id, group.id, id, now],
    },
  ]),
];

/** Makes a new group the actor's. `owner` is who it belongs to as just read. Throws ForeignGroup. */
export const claimGroup = async (
  db: Client,
  actor: Actor,
  id: string,
  now: string,
  owner: string | undefined,
): Promise<void> => {
  if (owner === actor.id) return;
  if (owner !== undefined) throw new ForeignGroup();
  const select = { sql: 'SELECT user_id FROM sync_client_groups WHERE id = ?', args: [id] };
  const [, result] = await batch(db, [insertGroup(actor, id, now), select], 'write');
  if (result?.rows[0]?.user_id !== actor.id) throw new ForeignGroup();
};

const insertGroup = (actor: Actor, id: string, now: string): InStatement => ({
  sql: 'INSERT OR IGNORE INTO sync_client_groups (id, hoa_id, user_id, created_at) VALUES (?, ?, ?, ?)',
  args: [id, actor.hoa_id, actor.id, now],
});
