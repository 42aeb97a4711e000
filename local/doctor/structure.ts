import { checkEnvironment } from '../../worker/environment.ts';
import { isHalfRestored } from '../load-dump.ts';
import { appliedMigrations, hashOf, journalOf, MIGRATIONS, unknownMigrations } from '../migrate.ts';
import { type Check, type Row, read } from './check.ts';

export const checkIntegrity: Check = async ({ db }) => {
  const rows = await read(db, 'PRAGMA integrity_check');
  return rows.map((row) => String(row.integrity_check)).filter((line) => line !== 'ok');
};

export const checkForeignKeys: Check = async ({ db }) => {
  const broken = await read(db, 'PRAGMA foreign_key_check');
  return Promise.all(
    broken.map(async ({ table, rowid, parent }) => {
      const [row] = await read(db, { sql: `SELECT * FROM "${table}" WHERE rowid = ?`, args: [rowid ?? null] });
      return `${table} ${nameOf(row, rowid)} names a row of ${parent} that is not there.`;
    }),
  );
};

/** A token's hash is no name to print. */
const nameOf = (row: Row | undefined, rowid: unknown) => row?.id ?? row?.user_id ?? row?.key ?? `in row ${rowid}`;

export const checkMigrations: Check = async ({ db }) => {
  if (await isHalfRestored(db)) return ['A restoration was interrupted: run it again.'];
  const applied = await appliedMigrations(db);
  const known = journalOf(MIGRATIONS);
  const missing = known.filter(({ when }) => !applied.has(when));
  const changed = known.filter(({ tag, when }) => applied.has(when) && applied.get(when) !== hashOf(MIGRATIONS, tag));
  return [
    ...missing.map(({ tag }) => `${tag} was not applied.`),
    ...unknownMigrations(applied).map(
      (when) => `A migration of ${new Date(when).toISOString()} was applied that this release does not know.`,
    ),
    ...changed.map(({ tag }) => `${tag} was applied in another wording than this release has.`),
  ];
};

export const checkVariables: Check = async ({ env }) =>
  env ? checkEnvironment(env).map((problem) => `${problem}.`) : [];
