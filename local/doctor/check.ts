import type { Client, InStatement } from '@libsql/client';
import { batch } from '../../sync/server/retry.ts';
import type { Bucket } from '../bucket.ts';

/** The subject of the examination: a database, its bucket, and the environment of the worker, if there is one. */
export type Subject = { db: Client; bucket: Bucket; env: object | undefined; now: Date };

/** Finds what is wrong, one sentence each, with the ids of the records. Reads only. */
export type Check = (subject: Subject) => Promise<string[]>;

export type Row = Record<string, string | number | null>;

/** One statement is one consistent view of the database, also while others write. */
export const read = async (db: Client, statement: InStatement): Promise<Row[]> => {
  const [result] = await batch(db, [statement], 'read');
  return (result?.rows ?? []) as unknown as Row[];
};

/** Rows of an HOA whose removal is under way go table by table, over several nights. */
export const STAYS = 't.hoa_id NOT IN (SELECT hoa_id FROM departures WHERE removed_at IS NULL)';

/** The ids of a table in ranges, so that no statement runs long: `id > after AND id <= upTo`. */
export type IdRange = { after: string; upTo: string };
/** The last character there is. */
const END = '\u{10ffff}';
const ROWS_PER_RANGE = 5000;

export const idRanges = async (db: Client, table: string): Promise<IdRange[]> => {
  const sql = `SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS number FROM ${table}) WHERE number % ? = 0`;
  const ends = (await read(db, { sql, args: [ROWS_PER_RANGE] })).map(({ id }) => String(id));
  return [...ends, END].map((upTo, at) => ({ after: ends[at - 1] ?? '', upTo }));
};
