import type { InStatement } from '@libsql/client';
import type { Effects } from '../../schema/outbox.ts';
import type { Entity, Rows } from '../../schema/rows.ts';
import type { Activity } from '../../schema/tables/activity.ts';
import { chunksOf } from '../../sync/chunks.ts';
import { ENTITY_NAMES } from '../../sync/index.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import { allowErasure } from '../../sync/server/activity-keeping.ts';
import { batch } from '../../sync/server/retry.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Tx } from '../../sync/tx.ts';
import { pseudonymOf } from '../../sync/users/entity.ts';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { queryAll, queryBatch } from '../queries/query.ts';
import { withoutFileName } from '../services/uploads.ts';
import { transactAsSystem } from '../transact.ts';
import { escapeHtml, type Person, withoutPerson, withoutTraces } from './traces.ts';

const textColumns = (entity: Entity) =>
  shapes[entity].columns.filter(
    ({ name, kind }) =>
      (kind === 'string' || kind === 'json') && !/(^|_)ids?$|^search_text$|_at$|_url$|_key$/.test(name),
  );

const ENTITIES = ENTITY_NAMES.filter(
  (entity) => entity !== 'hoa' && entity !== 'user' && textColumns(entity).length > 0,
);
const ROWS_PER_COMMIT = 40;
const COMMITS_PER_RUN = 8;

type Payload = Effects['eraseTraces'];

/** Puts a pseudonym in place of an erased user's name and email in all records of the HOA: in what names the user by id,
 * and in free text where no other user has the name. After 320 rows it goes on in a row of its own. */
export const eraseTraces: Job<'eraseTraces'> = async (deps, payload, { hoa_id, key }) => {
  const others = { sql: 'SELECT 1 FROM users WHERE hoa_id = ? AND name = ? LIMIT 1', args: [hoa_id, payload.name] };
  const [found, namesakes] = await queryBatch<[Found[], unknown[]]>(deps.db, [findRows(hoa_id, payload), others]);
  const person: Person = {
    ...payload,
    isUnique: namesakes.length === 0,
    pseudonym: pseudonymOf(payload),
    placeholder: `${payload.id}@erased.invalid`,
  };
  if (!payload.after) await eraseElsewhere(deps, hoa_id, payload, person);
  const chunks = chunksOf(found, ROWS_PER_COMMIT);
  for (const chunk of chunks) {
    const run = async (tx: Tx) => {
      await Promise.all(
        chunk.map(async ({ entity, id }) => {
          const row = await tx.get(entity, id);
          const clean = row && cleanRow(entity, row, person);
          if (clean && clean !== row) await tx.put(entity, clean as Rows[typeof entity]);
        }),
      );
      const last = chunk.at(-1);
      if (found.length === ROWS_PER_COMMIT * COMMITS_PER_RUN && chunk === chunks.at(-1) && last)
        tx.after({
          kind: 'eraseTraces',
          key: outboxKeys.eraseTraces(payload.id, `${key}/${last.id}`.slice(-80)),
          payload: { ...payload, entity: last.entity, after: last.id },
        });
    };
    await transactAsSystem(deps, hoa_id, run, { action: null, ...allowErasure(hoa_id) });
  }
};

const cleanRow = <E extends Entity>(entity: E, row: Rows[E], person: Person): Rows[E] => {
  const clean = withoutTraces(row, person);
  // A refused change is sent again with the key that `renameFiles` gives the file.
  if (entity === 'refusal') return JSON.parse(withoutFileName(JSON.stringify(clean))) as Rows[E];
  return entity === 'activity' ? (withoutPerson(clean as Activity, person) as Rows[E]) : clean;
};

/** Events that were sent to other programs are not kept with the name in them. */
const deliveriesNaming = (hoa_id: string, { id, email }: Payload): InStatement => ({
  sql: 'DELETE FROM webhook_deliveries WHERE hoa_id = ?1 AND (instr(payload, ?2) OR instr(payload, ?3))',
  args: [hoa_id, id, JSON.stringify(email)],
});

/** In what is no record: names of uploads, and done work, whose keys had names of files. Done once more it changes
 * nothing. */
const eraseElsewhere = async ({ db }: Deps, hoa_id: string, payload: Payload, person: Person): Promise<void> => {
  const range = [`tmp/${hoa_id}/`, `tmp/${hoa_id}0`];
  const ofHoa = 'SELECT DISTINCT name FROM uploads WHERE key > ? AND key < ?';
  const names = await queryAll<{ name: string }>(db, ofHoa, range);
  const renamed = names.flatMap(({ name }) => {
    const { name: clean } = withoutTraces({ name }, person);
    return clean === name ? [] : [[name, clean]];
  });
  await batch(
    db,
    [
      deliveriesNaming(hoa_id, payload),
      {
        // By the name, because the job that renames files changes keys meanwhile.
        sql: `UPDATE uploads SET name = j.value ->> 1 FROM json_each(?) j
          WHERE uploads.name = j.value ->> 0 AND uploads.key > ? AND uploads.key < ?`,
        args: [JSON.stringify(renamed), ...range],
      },
      {
        sql: `DELETE FROM outbox WHERE hoa_id = ? AND status = 'done' AND kind IN ('deleteFile', 'checkFile')
          AND idempotency_key LIKE '%/%/%/%/%'`,
        args: [hoa_id],
      },
    ],
    'write',
  );
};

type Found = { entity: Entity; id: string };

/** The next rows with the name or the email in one of their columns, in the order of ENTITIES and of ids. */
const findRows = (hoa_id: string, { id, name, email, entity, after = '' }: Payload): InStatement => {
  const start = Math.max(0, ENTITIES.indexOf(entity as Entity));
  const needles = [name, escapeHtml(name), JSON.stringify(name).slice(1, -1), email].filter((needle) => needle !== '');
  // An underscore stands for what may separate the words of a name in the name of a file.
  const patterns = [...new Set(needles)].map((needle) => `%${needle.replace(/[\\%_]/g, '\\$&').replace(/\s/g, '_')}%`);
  const selects = ENTITIES.slice(start).map((one, at) => {
    const tests = textColumns(one).flatMap((column) =>
      patterns.map((_, n) => `${column.name} LIKE :p${n} ESCAPE '\\'`),
    );
    if (one === 'activity') tests.push("actor_id = :id OR (entity = 'user' AND entity_id = :id)");
    return `SELECT ${start + at} AS place, '${one}' AS entity, id FROM ${shapes[one].name}
      WHERE hoa_id = :hoa_id ${at === 0 ? 'AND id > :after' : ''} AND (${tests.join(' OR ')})`;
  });
  return {
    sql: `SELECT entity, id FROM (${selects.join(' UNION ALL ')}) ORDER BY place, id LIMIT ${ROWS_PER_COMMIT * COMMITS_PER_RUN}`,
    args: { id, hoa_id, after, ...Object.fromEntries(patterns.map((pattern, n) => [`p${n}`, pattern])) },
  };
};
