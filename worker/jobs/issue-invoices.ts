import { uuidv7 } from 'uuidv7';
import { addDays } from '../../schema/dates.ts';
import { chunksOf } from '../../sync/chunks.ts';
import { todayOf } from '../../sync/dues/entity.ts';
import { issuePeriod } from '../../sync/dues/invoicing.ts';
import { followRules } from '../../sync/dues/rules.ts';
import { bringUpToDate } from '../../sync/ledger/recalculate.ts';
import type { Deps } from '../deps.ts';
import { queryAll } from '../queries/query.ts';
import { logError } from '../services/log.ts';
import { transactAsSystem } from '../transact.ts';
import type { Job } from './job.ts';

const PERIODS_PER_RUN = 200;
const ACCOUNTS_PER_COMMIT = 20;

/** Issues the invoices of every due, or of `only`, whose send date has come in its HOA's time zone, oldest period
 * first. Safe to run twice, concurrently or late. Continues after a failed due and throws all failures at the end as an
 * AggregateError. */
export const issueInvoices = async (deps: Deps, only?: string): Promise<void> => {
  const failures = new Map<string, unknown>();
  for (let left = PERIODS_PER_RUN; left > 0; ) {
    const ready = (await findReadyDues(deps, only)).filter(({ id }) => !failures.has(id)).slice(0, left);
    if (ready.length === 0) break;
    for (const due of ready) await issueNextPeriod(deps, due).catch((error) => void failures.set(due.id, error));
    left -= ready.length;
  }
  for (const [id, error] of failures) logError(deps, 'due not issued', error, { due: id });
  if (failures.size > 0) throw new AggregateError(failures.values(), 'Some dues could not be issued');
};

export const followDueRules: Job<'followRules'> = async (deps, _, { hoa_id }) =>
  transactAsSystem(deps, hoa_id, followRules, { action: null });

export const issueDueInvoices: Job<'issueInvoices'> = (deps, { id }) => issueInvoices(deps, id);

type ReadyDue = { id: string; hoa_id: string; send_date: string };

const issueNextPeriod = async (deps: Deps, due: ReadyDue): Promise<void> => {
  const { id, hoa_id } = due;
  await transactAsSystem(deps, hoa_id, async (tx) => void (await issuePeriod(tx, id, uuidv7)), {
    action: 'issueInvoices',
  });
  for (const ids of chunksOf(await accountsPaidSince(deps, due), ACCOUNTS_PER_COMMIT))
    await transactAsSystem(
      deps,
      hoa_id,
      async (tx) => void (await Promise.all(ids.map((id) => bringUpToDate(tx, id)))),
      {
        action: null,
      },
    );
};

/** Money of the send date or later may cover the new charge before what it covered until now, although no credit was left. */
const accountsPaidSince = async ({ db }: Deps, { id, hoa_id, send_date }: ReadyDue): Promise<string[]> => {
  const sql = `SELECT DISTINCT i.account_id AS id FROM invoices i JOIN entries e
      ON e.hoa_id = i.hoa_id AND e.account_id = i.account_id AND e.effective_on >= i.period AND e.amount_cents < 0
    WHERE i.hoa_id = ? AND i.due_id = ? AND i.period = ?`;
  return (await queryAll<{ id: string }>(db, sql, [hoa_id, id, send_date])).map((account) => account.id);
};

/** Those of an HOA whose ledger is being opened wait. SQLite has no time zones, so it selects by the latest date on earth and the rest is filtered here. */
const findReadyDues = async ({ db, now }: Deps, only?: string): Promise<ReadyDue[]> => {
  const latest = addDays(now().toISOString().slice(0, 10), 1);
  const sql = `SELECT d.id, d.hoa_id, d.send_date, h.time_zone
    FROM dues d JOIN hoas h ON h.id = d.hoa_id
    WHERE d.status = 'active' AND d.send_date <= ? AND h.id NOT IN (SELECT p.hoa_id FROM paused_hoas p)
      AND (h.ledger_opened_at IS NOT NULL OR h.ledger_opening ->> '$.finished_at' IS NOT NULL) ${only === undefined ? '' : 'AND d.id = ?'}
    ORDER BY d.send_date, d.id`;
  const args = only === undefined ? [latest] : [latest, only];
  const dues = await queryAll<ReadyDue & { time_zone: string }>(db, sql, args);
  return dues.filter((each) => each.send_date <= todayIn(each, now()));
};

/** An unknown time zone counts as ready, so that issuing reports the error for its own due. */
const todayIn = (hoa: { time_zone: string }, now: Date): string => {
  try {
    return todayOf(hoa, now);
  } catch {
    return LAST_DAY;
  }
};
const LAST_DAY = '9999-12-31';
