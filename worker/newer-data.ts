import journal from '../migrations/meta/_journal.json' with { type: 'json' };
import type { Deps } from './deps.ts';
import { queryAll } from './queries/query.ts';
import { alertOperator } from './services/operator.ts';

/** The newest migration that this release knows, in ms since 1970. */
const KNOWN = Math.max(...journal.entries.map(({ when }) => when));

/** Alerts the operator where a newer release has migrated the database, as after a rollback: this one serves it, and its
 * jobs wait for their own release. */
export const checkNewerData = async (deps: Deps): Promise<void> => {
  const sql = 'SELECT max(created_at) AS newest FROM __drizzle_migrations';
  const [row] = await queryAll<{ newest: number }>(deps.db, sql);
  if (!row || Number(row.newest) <= KNOWN) return;
  const at = new Date(Number(row.newest)).toISOString();
  await alertOperator(deps, 'newer_data', [`The database has a migration of ${at} that this release does not know.`]);
};
