import { queueSelected, spreadFrom } from '../../sync/server/queue.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Deps } from '../deps.ts';
import { wakeDrains } from './outbox.ts';

/** Queues for each HOA with accounts, or for `only`, the job that compares them with their entries; and for one with invoices or
 * payments that an older release made meanwhile, and that belong to no account, the job that takes them over. At most once a
 * day, spread over two hours. */
export const queueRecalculation = async (deps: Deps, only?: string): Promise<void> => {
  const now = deps.now().toISOString();
  const args = [now.slice(0, 10), now, only ?? null];
  const queue = (kind: string, payload: string, key: string, condition: string) =>
    queueSelected(
      `SELECT id AS hoa_id, '${kind}' AS kind, ${payload} AS payload, ${key} AS key, ${spreadFrom('?2')} AS due
        FROM hoas h WHERE ledger_opened_at IS NOT NULL AND leaving_at IS NULL AND (?3 IS NULL OR h.id = ?3)
          AND (${condition})`,
      args,
    );
  const without = 'WHERE hoa_id = h.id AND account_id IS NULL';
  await batch(
    deps.db,
    [
      queue(
        'recalculateAccounts',
        "json_object('day', ?1, 'after', '')",
        "'recalculate-accounts/' || ?1 || '/'",
        'EXISTS (SELECT 1 FROM accounts WHERE hoa_id = h.id)',
      ),
      queue(
        'openLedger',
        "json_object('started_at', ?1, 'part', 0, 'after', '')",
        "'open-ledger/' || ?1 || '/0'",
        `EXISTS (SELECT 1 FROM invoices ${without}) OR EXISTS (SELECT 1 FROM payments ${without})`,
      ),
    ],
    'write',
  );
  await wakeDrains(deps);
};
