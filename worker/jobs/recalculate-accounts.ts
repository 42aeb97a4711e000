import type { InStatement, Row } from '@libsql/client';
import type { Account } from '../../schema/tables/accounts.ts';
import type { Invoice } from '../../schema/tables/invoices.ts';
import type { Entry, Policy } from '../../schema/tables/ledger.ts';
import type { PaymentPlan } from '../../schema/tables/payment-plans.ts';
import { isInOrder, recalculate } from '../../sync/ledger/recalculate.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Deps } from '../deps.ts';
import { json, queryBatch } from '../queries/query.ts';
import { logError } from '../services/log.ts';
import { transactAsSystem } from '../transact.ts';
import type { Job } from './job.ts';

const PER_READ = 50;
const READS_PER_JOB = 10;

/** Compares the sums and invoices of accounts, closed ones too, with their entries, and corrects what differs. Leaves the accounts after the
 * first 500 to a job after it. */
export const recalculateAccounts: Job<'recalculateAccounts'> = async (
  deps,
  { day, after },
  { id, hoa_id, created_at },
) => {
  let reached = after;
  for (let read = 0; read < READS_PER_JOB; read += 1) {
    const found = await readBooks(deps, hoa_id, reached);
    const last = found.at(-1)?.account.id;
    for (const books of found) {
      if (isInOrder(books)) continue;
      const { account } = books;
      logError(deps, 'account recalculated', 'Its sums or invoices differed from its entries', {
        hoa: hoa_id,
        account: account.id,
      });
      const job = { id, created_at };
      await transactAsSystem(deps, hoa_id, (tx) => recalculate(tx, account.id, { today: day, job }), {
        action: 'reportFailure',
      });
    }
    if (last === undefined || found.length < PER_READ) return;
    reached = last;
  }
  const payload = { day, after: reached };
  const next = { kind: 'recalculateAccounts', key: outboxKeys.recalculateAccounts(day, reached), payload } as const;
  await transactAsSystem(deps, hoa_id, async (tx) => tx.after(next), { action: null });
};

type Books = Parameters<typeof isInOrder>[0] & { account: Account };

const readBooks = async ({ db }: Pick<Deps, 'db'>, hoa_id: string, after: string): Promise<Books[]> => {
  const page = `SELECT id FROM accounts WHERE hoa_id = ?1 AND id > ?2 ORDER BY id LIMIT ${PER_READ}`;
  const of = (table: string, shape: string): InStatement => ({
    sql: `SELECT ${shape} AS row FROM ${table} t WHERE t.hoa_id = ?1 AND t.account_id IN (${page})`,
    args: [hoa_id, after],
  });
  const [accounts, entries, invoices, policies, plans] = await queryBatch<[Row[], Row[], Row[], Row[], Row[]]>(db, [
    {
      sql: `SELECT ${shapes.account.json} AS row FROM accounts t WHERE t.id IN (${page}) ORDER BY t.id`,
      args: [hoa_id, after],
    },
    of('entries', shapes.entry.json),
    of('invoices', shapes.invoice.json),
    { sql: `SELECT ${shapes.policy.json} AS row FROM policies t WHERE t.hoa_id = ?`, args: [hoa_id] },
    of('plans', shapes.plan.json),
  ]);
  const entriesOf = Map.groupBy(rowsOf<Entry>(entries), ({ account_id }) => account_id);
  const invoicesOf = Map.groupBy(rowsOf<Invoice>(invoices), ({ account_id }) => account_id);
  const plansOf = Map.groupBy(rowsOf<PaymentPlan>(plans), ({ account_id }) => account_id);
  const rules = rowsOf<Policy>(policies);
  return rowsOf<Account>(accounts).map((account) => ({
    account,
    entries: entriesOf.get(account.id) ?? [],
    invoices: invoicesOf.get(account.id) ?? [],
    policies: rules,
    plans: plansOf.get(account.id) ?? [],
  }));
};

const rowsOf = <T>(rows: readonly Row[]): T[] => rows.map(({ row }) => json<T>(row));
