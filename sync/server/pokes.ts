import type { InStatement, ResultSet } from '@libsql/client';
import type { Entity, Rows } from '../../schema/rows.ts';
import { entities } from '../index.ts';
import { ACCESS_SECONDS, type PatchOperation, POKE_LIMIT, type PokePatch } from '../protocol.ts';
import { type Actor, type Audience, audiencesFor, audiencesOf, isVisible, rightsOf, type Synced } from '../tx.ts';
import { storedShape } from './tables.ts';
import type { Write, WriteBuffer } from './tx.ts';

type Row = Rows[Entity];

/** One written row. `before` are its audiences before the commit; `row` is null if it was deleted. */
type Change = { entity: Entity; id: string; before: Audience[]; row: Row | null };

/** A commit as the other clients of the HOA hear of it; `from` and `to` as in PokePatch. `changes` is undefined if they
 * are too large for a poke. `ended` are the users whose role, status or accounts changed, `revoked` the sign-ins (token
 * families) that have ended within the lifetime of an access token. */
export type CommitPoke = {
  instance: string;
  from: number;
  to: number;
  audiences: Audience[];
  changes: Change[] | undefined;
  acks?: { group: string; lastMutationIDChanges: Record<string, number> };
  ended: string[];
  revoked: string[];
  proof?: string;
};

/** The newest log position of the HOA, read before the commit's own entries. */
export const positionStatement = (hoa_id: string): InStatement => ({
  sql: 'SELECT max(seq) AS position FROM sync_log WHERE hoa_id = ?',
  args: [hoa_id],
});

/** Read after the commit's own entries. */
export const commitStatement = (hoa_id: string, now: string): InStatement => ({
  sql: `SELECT (SELECT max(seq) FROM sync_log WHERE hoa_id = ?1) AS position, (SELECT instance FROM sync_instance) AS instance,
    (SELECT max(seq) FROM activity WHERE hoa_id = ?1) AS newest_activity,
    (SELECT json_group_array(DISTINCT family_id) FROM refresh_tokens WHERE hoa_id = ?1 AND revoked_at > ?2) AS revoked`,
  args: [hoa_id, new Date(Date.parse(now) - ACCESS_SECONDS * 1000).toISOString()],
});

type Positions = Pick<CommitPoke, 'instance' | 'from' | 'to' | 'revoked'> & { newestActivity: number };

/** The positions of a batch that begins with `positionStatement` and ends with `commitStatement`. */
export const positionsOf = (results: ResultSet[]): Positions => {
  const [before, after] = [results[0]?.rows[0], results.at(-1)?.rows[0]];
  return {
    instance: String(after?.instance),
    from: Number(before?.position ?? 0),
    to: Number(after?.position ?? 0),
    revoked: JSON.parse(String(after?.revoked)) as string[],
    newestActivity: Number(after?.newest_activity ?? 0),
  };
};

/** Larger commits are pulled. */
const MAX_CHANGES = 200;

/** The activities of a commit have the newest places of the HOA. */
export const changesOf = (
  { reads, activities }: WriteBuffer,
  writes: readonly Write[],
  newestActivity: number,
): Pick<CommitPoke, 'changes' | 'ended'> => {
  const storedOf = ({ entity, id }: Write) => reads.rows.get(`${entity}/${id}`)?.row;
  const ended = writes.filter((write) => write.entity === 'user' && hasOtherRights(storedOf(write), write.row));
  const changes = writes.map((write): Change => {
    const { entity, id, row } = write;
    const stored = storedOf(write);
    const before = stored ? audiencesFor(entities[entity] as Synced<Row>, stored) : [];
    return { entity, id, before, row: row && storedShape(entity, row) };
  });
  for (const [at, activity] of activities.entries()) {
    const seq = newestActivity - activities.length + 1 + at;
    const row = { ...activity, seq, hoa_id: reads.hoa_id, rev: 1 };
    changes.push({ entity: 'activity', id: activity.id, before: [], row });
  }
  return { changes: writes.length > MAX_CHANGES ? undefined : changes, ended: ended.map(({ id }) => id) };
};

const hasOtherRights = (before: Row | undefined, after: Row | null): boolean => {
  const [one, other] = [before, after] as (Rows['user'] | null | undefined)[];
  if (!one) return false;
  return (
    !other || rightsOf(one) !== rightsOf(other) || one.status !== other.status || one.deleted_at !== other.deleted_at
  );
};

/** The view of a row for its viewer; its deletion if it is gone or hidden. */
export const operationOf = (entity: Entity, id: string, row: Row | null, viewer: Actor): PatchOperation => {
  const key = `${entity}/${id}`;
  const rules = entities[entity] as Synced<Row>;
  // Refusals arrive only through their client group, which is already checked.
  if (!row || (entity !== 'refusal' && !isVisible(rules, row, viewer))) return { op: 'del', key };
  return { op: 'put', key, value: toWire(rules.view(row, viewer)) };
};

const toWire = (view: object): object => {
  const { rev: _, hoa_id: __, ...rest } = view as { rev?: number; hoa_id?: string };
  return rest;
};

/** Undefined if the changes are too large. */
export const pokePatchOf = (commit: CommitPoke, viewer: Actor, group: string | undefined): PokePatch | undefined => {
  const { instance, from, to, changes, acks, proof } = commit;
  if (!changes) return undefined;
  const patch = changes.flatMap((change) => operationsFor(change, viewer, group));
  const lastMutationIDChanges = acks !== undefined && acks.group === group ? acks.lastMutationIDChanges : {};
  const poke = { instance, from, to, lastMutationIDChanges, patch, ...(proof && { proof }) };
  return patch.length > 0 && JSON.stringify(poke).length > POKE_LIMIT ? undefined : poke;
};

const operationsFor = (
  { entity, id, before, row }: Change,
  viewer: Actor,
  group: string | undefined,
): PatchOperation[] => {
  if (entity === 'refusal') {
    const owner = row ? (row as Rows['refusal']).client_group_id : before[0];
    return group !== undefined && owner === group ? [operationOf(entity, id, row, viewer)] : [];
  }
  const operation = operationOf(entity, id, row, viewer);
  const mine = audiencesOf(viewer);
  return operation.op === 'put' || before.some((audience) => mine.includes(audience)) ? [operation] : [];
};
