import { failStalledSending } from '../sync/announcements/sending.ts';
import type { Deps } from './deps.ts';
import { issueInvoices } from './jobs/issue-invoices.ts';
import { openLedgers } from './jobs/open-ledger.ts';
import { DRAIN_BUDGET, drainOutbox } from './jobs/outbox.ts';
import { queryAll } from './queries/query.ts';
import { settleExpiredSignups } from './signup/abandoned.ts';
import { transactAsSystem } from './transact.ts';

/** Safe to run twice, concurrently or late. The outbox is drained after the steps that fill it and before stalled
 * announcements are failed. Throws the errors of opening ledgers, issuing invoices
 * and settling signups. */
export const runSchedule = async (deps: Deps): Promise<void> => {
  try {
    await openLedgers(deps).finally(() => issueInvoices(deps));
  } finally {
    await settleExpiredSignups(deps).finally(() => drainAndFailStalled(deps));
  }
};

const drainAndFailStalled = async (deps: Deps): Promise<void> => {
  await drainOutbox(deps, { maxWaitMs: 0, budget: DRAIN_BUDGET });
  await failStalledAnnouncements(deps);
};

const STALLED_AFTER_MS = 15 * 60_000;

const failStalledAnnouncements = async (deps: Deps): Promise<void> => {
  const before = new Date(deps.now().getTime() - STALLED_AFTER_MS).toISOString();
  const sql = "SELECT id, hoa_id FROM announcements WHERE status = 'sending' AND sending_since <= ?";
  const stalled = await queryAll<{ id: string; hoa_id: string }>(deps.db, sql, [before]);
  for (const { id, hoa_id } of stalled)
    await transactAsSystem(deps, hoa_id, (tx) => failStalledSending(tx, id, before), { action: 'deliverAnnouncement' });
};
