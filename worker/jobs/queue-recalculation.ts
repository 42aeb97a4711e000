import { batch } from '../../sync/server/retry.ts';
import type { Deps } from '../deps.ts';
import { wakeDrains } from './outbox.ts';

const SPREAD_SECONDS = 7200;

/** Queues a job for each HOA with accounts, or for `only`, at most once a day, spread over two hours. */
export const queueRecalculation = async (deps: Deps, only?: string): Promise<void> => {
  const now = deps.now().toISOString();
  const sql = `INSERT INTO outbox (id, hoa_id, kind, payload, idempotency_key, next_at, created_at)
    SELECT lower(hex(randomblob(16))), id, 'recalculateAccounts', json_object('day', ?1, 'after', ''),
      'recalculate-accounts/' || ?1 || '/', strftime('%Y-%m-%dT%H:%M:%fZ', ?2, '+' || (abs(random()) % ${SPREAD_SECONDS}) || ' seconds'), ?2
    FROM hoas h WHERE ledger_opened_at IS NOT NULL AND leaving_at IS NULL
      AND EXISTS (SELECT 1 FROM accounts a WHERE a.hoa_id = h.id)
      AND (?3 IS NULL OR h.id = ?3)
    ON CONFLICT (hoa_id, idempotency_key) DO NOTHING`;
  await batch(deps.db, [{ sql, args: [now.slice(0, 10), now, only ?? null] }], 'write');
  await wakeDrains(deps);
};
