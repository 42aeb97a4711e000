import { isInOrder, recalculate } from '../../sync/ledger/recalculate.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import { readBooks } from '../queries/account-books.ts';
import { eachAccount } from '../queries/each-account.ts';
import { logError } from '../services/log.ts';
import { transactAsSystem } from '../transact.ts';
import type { Job } from './job.ts';

const PER_READ = 50;
const READS_PER_JOB = 10;

/** Compares the sums and invoices of accounts, closed ones too, with their entries, and corrects what differs. Leaves the
 * accounts after the first 500 to a job after it. */
export const recalculateAccounts: Job<'recalculateAccounts'> = async (
  deps,
  { day, after },
  { id, hoa_id, created_at },
) => {
  const accounts = `SELECT id FROM accounts WHERE hoa_id = ?1 AND id > ?2 ORDER BY id LIMIT ${PER_READ}`;
  const read = async (arg: string) => {
    const { stored } = await readBooks(deps, hoa_id, { accounts, arg, also: { invoice: 'TRUE' } });
    return { stored, last: stored.length < PER_READ ? null : (stored.at(-1)?.account.id ?? null) };
  };
  const reached = await eachAccount({ after, pages: READS_PER_JOB }, read, async ({ stored }) => {
    for (const { account, books, invoices } of stored) {
      if (isInOrder(books, { account, invoices })) continue;
      const where = { hoa: hoa_id, account: account.id };
      logError(deps, 'account recalculated', 'Its sums or invoices differed from its entries', where);
      const job = { id, created_at };
      await transactAsSystem(deps, hoa_id, (tx) => recalculate(tx, account.id, { today: day, job }), {
        action: 'reportFailure',
      });
    }
  });
  if (reached === null) return;
  const payload = { day, after: reached };
  const next = { kind: 'recalculateAccounts', key: outboxKeys.recalculateAccounts(day, reached), payload } as const;
  await transactAsSystem(deps, hoa_id, async (tx) => tx.after(next), { action: null });
};
