import { bringUpToDate } from '../../sync/ledger/recalculate.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import { queryAll } from '../queries/query.ts';
import { transactAsSystem } from '../transact.ts';
import type { Job } from './job.ts';

const ACCOUNTS_PER_JOB = 3;

/** A rule about what is paid first counts for money of the day on which it starts, which may have been posted before the rule
 * was made. */
export const applyPolicy: Job<'applyPolicy'> = async (deps, { id, after }, { hoa_id }) => {
  const sql = `SELECT DISTINCT e.account_id AS id FROM policies p JOIN entries e
      ON e.hoa_id = p.hoa_id AND e.effective_on >= p.starts_on AND e.posted_at <= p.made_at
    WHERE p.hoa_id = ? AND p.id = ? AND e.account_id > ? ORDER BY 1 LIMIT ?`;
  const found = await queryAll<{ id: string }>(deps.db, sql, [hoa_id, id, after, ACCOUNTS_PER_JOB]);
  for (const account of found)
    await transactAsSystem(deps, hoa_id, async (tx) => void (await bringUpToDate(tx, account.id)), {
      action: 'applyPolicy',
    });
  if (found.length < ACCOUNTS_PER_JOB) return;
  const payload = { id, after: found.at(-1)!.id };
  const next = { kind: 'applyPolicy', key: outboxKeys.applyPolicy(id, payload.after), payload } as const;
  await transactAsSystem(deps, hoa_id, async (tx) => tx.after(next), { action: null });
};
