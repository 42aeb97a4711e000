import type { Client, InStatement } from '@libsql/client';
import { batch } from './retry.ts';

const UNSEEN_DAYS = 365;
const GROUPS_PER_BATCH = 50;
const BATCHES_PER_RUN = 10;

/** Forgets the clients of groups of which none has sent anything for a year, at most 500 groups a run. The group stays:
 * push refuses, with their content kept, the changes that its device made before, since they may have been accepted. */
export const forgetClients = async (db: Client, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - UNSEEN_DAYS * DAY_MS).toISOString();
  for (let batches = 0; batches < BATCHES_PER_RUN; batches += 1)
    if (!(await forgetOldest(db, before, now.toISOString()))) return;
};

const forgetOldest = async (db: Client, before: string, now: string): Promise<boolean> => {
  const [result] = await batch(db, [unseenGroups(before)], 'read');
  const groups = JSON.stringify(result?.rows.map(({ id }) => id));
  if (groups === '[]') return false;
  await batch(db, forgetStatements(groups, before, now), 'write');
  return true;
};

const unseenGroups = (before: string): InStatement => ({
  sql: `SELECT client_group_id AS id FROM sync_clients GROUP BY client_group_id HAVING max(seen_at) < ? LIMIT ${GROUPS_PER_BATCH}`,
  args: [before],
});

const forgetStatements = (groups: string, before: string, now: string): InStatement[] => {
  // A client may have sent something since the groups were read.
  const unseen = `SELECT value FROM json_each(:groups) WHERE NOT EXISTS
    (SELECT 1 FROM sync_clients c WHERE c.client_group_id = value AND c.seen_at >= :before)`;
  return [
    { sql: `UPDATE sync_client_groups SET forgotten_at = :now WHERE id IN (${unseen})`, args: { groups, before, now } },
    {
      sql: `DELETE FROM sync_log WHERE entity = 'client' AND entity_id IN
        (SELECT id FROM sync_clients WHERE client_group_id IN (${unseen}))`,
      args: { groups, before },
    },
    { sql: `DELETE FROM sync_clients WHERE client_group_id IN (${unseen})`, args: { groups, before } },
  ];
};

const DAY_MS = 24 * 60 * 60 * 1000;
