import type { InStatement } from '@libsql/client';
import type { Entity, Rows } from '../../schema/rows.ts';
import { ENTITY_NAMES, entities } from '../../sync/index.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { queryBatch } from '../queries/query.ts';
import { visibleTo } from '../queries/sql.ts';

const ENTITIES = ENTITY_NAMES.filter((entity) => entity !== 'hoa' && entity !== 'refusal');
const FILES = 500;
const ACTS = 5000;

/** `url` downloads the file within 5 minutes. */
type PersonExport = {
  exported_at: string;
  person: Pick<Actor, 'id' | 'name' | 'email' | 'role'>;
  /** Rows that name the person, as the person sees them. */
  records: Partial<Record<Entity, object[]>>;
  sign_ins: object[];
  activity: object[];
  api_tokens: object[];
  calendar_feeds: object[];
  checkouts: object[];
  files: { name: string; record: string; url: string }[];
};

type File = { final_key: string; name: string; content_type: string; record: string };

/** All that is kept about a person, in one read. */
export const readPersonExport = async (deps: Deps, actor: Actor): Promise<PersonExport> => {
  const results = await queryBatch(deps.db, [
    ...ENTITIES.map((entity) => recordsOf(entity, actor)),
    ...unsyncedRows(actor),
  ]);
  const [signIns = [], activity = [], tokens = [], feeds = [], checkouts = []] = results.slice(
    -6,
  ) as unknown as object[][];
  const files = results.at(-1) as unknown as File[];
  const { id, name, email, role } = actor;
  return {
    exported_at: deps.now().toISOString(),
    person: { id, name, email, role },
    records: Object.fromEntries(
      ENTITIES.map((entity, at) => [entity, (results[at] ?? []).map((row) => viewOf(entity, String(row.row), actor))]),
    ),
    sign_ins: signIns,
    activity,
    api_tokens: tokens,
    calendar_feeds: feeds,
    checkouts,
    files: await Promise.all(files.map((file) => linkTo(deps, file))),
  };
};

/** Rows about the person that no device has. */
const unsyncedRows = ({ hoa_id, id }: Actor): InStatement[] => {
  const own = [hoa_id, id];
  return [
    {
      sql: 'SELECT device, signed_in_at, created_at, used_at, expires_at FROM refresh_tokens WHERE hoa_id = ? AND user_id = ? ORDER BY created_at',
      args: own,
    },
    {
      sql: `SELECT at, action, entity, title, changes, device FROM activity WHERE hoa_id = ? AND actor_id = ? ORDER BY seq DESC LIMIT ${ACTS}`,
      args: own,
    },
    {
      sql: 'SELECT name, scopes, created_at, expires_at, last_used_at, revoked_at FROM api_tokens WHERE hoa_id = ? AND user_id = ? ORDER BY created_at',
      args: own,
    },
    { sql: 'SELECT created_at FROM calendar_feeds WHERE hoa_id = ? AND user_id = ?', args: own },
    {
      sql: 'SELECT account_id, amount_cents, fee_cents, method, status, created_at, closed_at FROM checkouts WHERE hoa_id = ? AND opened_by = ? ORDER BY created_at',
      args: own,
    },
    {
      sql: `SELECT final_key, name, content_type, record FROM uploads
        WHERE hoa_id = ? AND user_id = ? AND record IS NOT NULL AND pending = 0 ORDER BY created_at LIMIT ${FILES}`,
      args: own,
    },
  ];
};

const recordsOf = (entity: Entity, actor: Actor): InStatement => {
  const { name, columns, json } = shapes[entity];
  const visible = visibleTo(actor, entity);
  const naming = columns.filter(({ kind }) => kind === 'string' || kind === 'json');
  const tests = naming.map(({ name: column, kind }) => (kind === 'json' ? `instr(t.${column}, ?)` : `t.${column} = ?`));
  return {
    sql: `SELECT ${json} AS row FROM ${name} t WHERE ${visible.sql} AND (${tests.join(' OR ')}) ORDER BY t.id`,
    args: [...visible.args, ...naming.map(() => actor.id)],
  };
};

const viewOf = <E extends Entity>(entity: E, json: string, actor: Actor): object =>
  entities[entity].view(JSON.parse(json) as Rows[E], actor);

const linkTo = async ({ storage }: Deps, { final_key, name, content_type, record }: File) => ({
  name,
  record,
  url: await storage.presignGet(final_key, name, content_type),
});
