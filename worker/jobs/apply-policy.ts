import { bringUpToDate } from '../../sync/ledger/recalculate.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import { eachAccount, pageOf } from '../queries/each-account.ts';
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
  const read = async (from: string) =>
    pageOf(await queryAll(deps.db, sql, [hoa_id, id, from, ACCOUNTS_PER_JOB]), ACCOUNTS_PER_JOB);
  const reached = await eachAccount({ after, pages: 1 }, read, async ({ ids }) => {
    for (const account_id of ids)
      await transactAsSystem(deps, hoa_id, async (tx) => void (await bringUpToDate(tx, account_id)), {
        action: 'applyPolicy',
      });
  });
  if (reached === null) return;
  const payload = { id, after: reached };
  const next = { kind: 'applyPolicy', key: outboxKeys.applyPolicy(id, payload.after), payload } as const;
  await transactAsSystem(deps, hoa_id, async (tx) => tx.after(next), { action: null });
};
