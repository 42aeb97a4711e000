import type { Client, InStatement } from '@libsql/client';
import type { DailyLimit } from '../../schema/limits.ts';
import type { Actor } from '../tx.ts';
import { countStatement, pruneStatement } from './limits.ts';
import { guard } from './queue.ts';
import type { ReadSet } from './read-set.ts';
import { batch } from './retry.ts';

export class ForeignGroup extends Error {}

/** `forgotten_at` is when clients of the group were forgotten (ISO 8601). `lastIds` are the last mutation ids by client;
 * `seen_at` is when the newest mutation of these clients ran (ms since 1970). */
export type ClientGroup = {
  id: string;
  owner: string | undefined;
  instance: string;
  /** The newest log position of all HOAs. */
  lastSeq: number;
  forgotten_at: string | null;
  lastIds: ReadonlyMap<string, number>;
  seen_at: number;
};

/** Reads only the given clients. Throws ForeignGroup if a client belongs to another group. */
export const readGroup = async (reads: ReadSet, id: string, clientIDs: readonly string[]): Promise<ClientGroup> => {
  const [[group], clients, [database]] = await Promise.all([
    reads.read({ sql: 'SELECT user_id, forgotten_at FROM sync_client_groups WHERE id = ?', args: [id] }),
    reads.read({
      sql: `SELECT id, client_group_id, last_mutation_id, seen_at FROM sync_clients WHERE id IN (${clientIDs.map(() => '?').join(', ')})`,
      args: [...clientIDs],
    }),
    reads.read({
      sql: "SELECT instance, (SELECT seq FROM sqlite_sequence WHERE name = 'sync_log') AS last_seq FROM sync_instance",
      args: [],
    }),
  ]);
  if (clients.some((client) => client.client_group_id !== id)) throw new ForeignGroup();
  return {
    id,
    owner: group ? String(group.user_id) : undefined,
    forgotten_at: (group?.forgotten_at ?? null) as string | null,
    instance: String(database?.instance),
    lastSeq: Number(database?.last_seq ?? 0),
    lastIds: new Map(clients.map((client) => [String(client.id), Number(client.last_mutation_id)])),
    seen_at: Math.max(0, ...clients.map((client) => Date.parse(String(client.seen_at)))),
  };
};

/** The batch fails if the group belongs to another user or an id has changed since `group` was read. */
export const lastIdStatements = (
  actor: Actor,
  group: ClientGroup,
  raised: readonly [client: string, id: number][],
  now: string,
): InStatement[] => [
  insertGroup(actor, group.id, now),
  guard('user_id = ? FROM sync_client_groups WHERE id = ?', [actor.id, group.id]),
  ...raised.flatMap(([client, id]): InStatement[] => [
    guard('coalesce((SELECT last_mutation_id FROM sync_clients WHERE id = ?), 0) = ?', [
      client,
      group.lastIds.get(client) ?? 0,
    ]),
    {
      sql: `INSERT INTO sync_clients (id, hoa_id, client_group_id, last_mutation_id, seen_at) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET last_mutation_id = excluded.last_mutation_id, seen_at = excluded.seen_at`,
      args: [client, actor.hoa_id, group.id, id, now],
    },
  ]),
];

/** `owner` is the group's user as just read; `uses` are counted in the same batch. Throws ForeignGroup. */
export const claimGroup = async (
  db: Client,
  { viewer: actor, group: id, now }: { viewer: Actor; group: string; now: Date },
  owner: string | undefined,
  uses: readonly DailyLimit[],
): Promise<void> => {
  if (owner !== undefined && owner !== actor.id) throw new ForeignGroup();
  if (owner === actor.id && uses.length === 0) return;
  const select = { sql: 'SELECT user_id FROM sync_client_groups WHERE id = ?', args: [id] };
  const statements = [
    insertGroup(actor, id, now.toISOString()),
    select,
    ...(uses.length > 0 ? [countStatement(uses, now), pruneStatement(now)] : []),
  ];
  const [, result] = await batch(db, statements, 'write');
  if (result?.rows[0]?.user_id !== actor.id) throw new ForeignGroup();
};

const insertGroup = (actor: Actor, id: string, now: string): InStatement => ({
  sql: 'INSERT OR IGNORE INTO sync_client_groups (id, hoa_id, user_id, created_at) VALUES (?, ?, ?, ?)',
  args: [id, actor.hoa_id, actor.id, now],
});
