import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Client } from '@libsql/client';
import { create, extract } from 'tar';
import { messageOf, UserError } from './user-error.ts';

/** What an archive holds: path -> SHA-256 of each entry, in hex. */
type Manifest = { format: 1; created_at: string; entries: Record<string, string> };

const DUMP = 'database.sql';
const FILES = 'files';
const MANIFEST = 'manifest.json';

/**
 * Writes a database, as SQL, and the files into one archive (tar, gzip). The database comes first, because a file that a
 * row names never changes and outlives the row by 30 days.
 */
export const writeBackup = async (from: {
  databaseUrl: string;
  filesFolder: string;
  archive: string;
}): Promise<{ files: number }> => {
  const { databaseUrl, filesFolder, archive } = from;
  const staging = await mkdtemp(join(dirname(archive), '.porchlight-backup-'));
  try {
    await writeFile(join(staging, DUMP), await dumpOf(databaseUrl));
    await mkdir(filesFolder, { recursive: true });
    await cp(filesFolder, join(staging, FILES), { recursive: true });
    const entries = await checksums(staging);
    const manifest: Manifest = { format: 1, created_at: new Date().toISOString(), entries };
    await writeFile(join(staging, MANIFEST), JSON.stringify(manifest));
    await create({ file: `${archive}.part`, cwd: staging, gzip: true }, [MANIFEST, DUMP, FILES]);
    await rename(`${archive}.part`, archive);
    return { files: Object.keys(entries).length - 1 };
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
};

/** Unpacks and verifies an archive inside `dataDir`. Throws a UserError if it is damaged. */
export const unpackBackup = async (archive: string, dataDir: string): Promise<Unpacked> => {
  const folder = await mkdtemp(join(dataDir, 'restoring-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await extract({ file: archive, cwd: folder, strict: true });
    const { format, entries } = JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Manifest;
    if (format !== 1) throw new Error(`its format ${format} is not known`);
    const found = await checksums(folder);
    const damaged = Object.keys({ ...entries, ...found }).find(
      (path) => path !== MANIFEST && entries[path] !== found[path],
    );
    if (damaged) throw new Error(`${damaged} is not as it was saved`);
    return { sql: await readFile(join(folder, DUMP), 'utf8'), files: join(folder, FILES), remove };
  } catch (error) {
    await remove();
    throw new UserError(`${archive} cannot be restored: ${messageOf(error)}.`);
  }
};
export type Unpacked = { sql: string; files: string; remove(): Promise<void> };

/** More log entries than the lost database can have had since its backup, and few enough for an exact cookie order. */
const LOG_GAP = 10_000_000;

/** Fills an empty database from a dump and gives it a new instance id, which clients notice. Its log continues beyond any
 * client's cookie, because the tabs of a device order their states by it. */
export const loadDump = async (db: Client, sql: string): Promise<void> => {
  await db.executeMultiple(sql);
  await db.batch(
    [
      'UPDATE sync_instance SET instance = lower(hex(randomblob(8)))',
      { sql: "UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'sync_log'", args: [LOG_GAP] },
    ],
    'write',
  );
};

/** The whole database as SQL, from one read transaction (https://github.com/tursodatabase/libsql, GET /dump). */
export const dumpOf = async (databaseUrl: string): Promise<string> => {
  const answer = await fetch(`${databaseUrl}/dump`).catch((error) => {
    throw new UserError(`The database at ${databaseUrl} does not answer: ${messageOf(error)}.`);
  });
  const sql = await answer.text();
  if (answer.ok && sql.trimEnd().endsWith('COMMIT;')) return sql;
  throw new UserError(`The database at ${databaseUrl} gave no whole dump (${answer.status}).`);
};

const checksums = async (folder: string): Promise<Record<string, string>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sums: Record<string, string> = {};
  for (const path of paths) sums[relative(folder, path)] = await checksum(path);
  return sums;
};

const checksum = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};
