import { FILE_ENTITIES, isNamed } from '../../worker/jobs/files.ts';
import type { StoredObject } from '../bucket.ts';
import { type Check, idRanges, read, STAYS, type Subject } from './check.ts';

/** Matches the worker's keys `{tmp|files}/{hoa}/...`; other things may lie in the bucket too. */
const PREFIXES = ['files/', 'tmp/'];
/** A file is in the bucket before its record is committed. */
const NEW_MS = 60 * 60 * 1000;

/** Names records whose file is not in the bucket, and files that nothing in the database knows. */
export const checkFiles: Check = async (subject) => {
  const stored = new Set<string>();
  const problems: string[] = [];
  for (const prefix of PREFIXES)
    for await (const page of subject.bucket.list(prefix)) {
      for (const { key } of page) stored.add(key);
      problems.push(...(await findOrphans(subject, page)));
    }
  return [...(await findMissing(subject, stored)), ...problems];
};

const findMissing = async ({ db, bucket }: Subject, stored: ReadonlySet<string>): Promise<string[]> => {
  const problems: string[] = [];
  for (const { entity, ...one } of FILE_ENTITIES)
    for (const { after, upTo } of await idRanges(db, one.table)) {
      const first = `SELECT t.id, t.hoa_id, ${one.key} AS key FROM ${one.table} t WHERE t.id > ?1 AND t.id <= ?2 AND ${STAYS}
        AND ${one.where ?? `${one.key} IS NOT NULL`}`;
      const others = one.hasMore
        ? ` UNION ALL SELECT t.id, t.hoa_id, f.value ->> '$.key' FROM ${one.table} t, json_each(t.more_photos) f
              WHERE t.id > ?1 AND t.id <= ?2 AND ${STAYS}`
        : '';
      const sql = `SELECT id, hoa_id, key FROM (${first}${others}) n
        WHERE NOT EXISTS (SELECT 1 FROM uploads u WHERE u.final_key = n.key AND u.pending = 1)`;
      for (const { id, hoa_id, key } of await read(db, { sql, args: [after, upTo] })) {
        // It may have been stored since the bucket was listed.
        if (stored.has(String(key)) || (await bucket.has(String(key)))) continue;
        problems.push(`The file ${key} of ${entity} ${id} of HOA ${hoa_id} is not in the bucket.`);
      }
    }
  return problems;
};

const findOrphans = async ({ db, now }: Subject, page: StoredObject[]): Promise<string[]> => {
  const old = page.filter(({ modified }) => modified.getTime() < now.getTime() - NEW_MS);
  const sql = `SELECT k.value AS key FROM json_each(?) k WHERE NOT ${isNamed('k.value')}
    AND NOT EXISTS (SELECT 1 FROM uploads u WHERE u.key = k.value)
    AND NOT EXISTS (SELECT 1 FROM uploads u WHERE u.final_key = k.value)
    AND k.value NOT IN (SELECT payload ->> '$.key' FROM outbox WHERE status = 'pending' AND kind = 'deleteFile')`;
  const orphans = await read(db, { sql, args: [JSON.stringify(old.map(({ key }) => key))] });
  return orphans.map(({ key }) => `The file ${key} is in the bucket, but no record, upload or job names it.`);
};
