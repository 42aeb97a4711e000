import { uuidv7 } from 'uuidv7';
import { addDays } from '../../schema/dates.ts';
import { todayOf } from '../../sync/dues.ts';
import { issuePeriod } from '../../sync/invoicing.ts';
import { batch } from '../../sync/server/retry.ts';
import type { Deps } from '../deps.ts';
import { transactAsSystem } from '../transact.ts';

/** Periods issued in one run; the next run goes on with the rest. */
const PERIODS_PER_RUN = 200;

/** Issues the invoices of every due whose send date has come where its HOA is, the oldest period first; of one due only
 * where `only` names it. Safe twice, at once, late and after weeks down. What one due fails of stops no other: it is
 * logged, and thrown as an AggregateError when the rest is done. */
export const issueInvoices = async (deps: Deps, only?: string): Promise<void> => {
  const failures = new Map<string, unknown>();
  for (let left = PERIODS_PER_RUN; left > 0; ) {
    const ready = (await findReadyDues(deps, only)).filter(({ id }) => !failures.has(id)).slice(0, left);
    if (ready.length === 0) break;
    for (const due of ready) await issueNextPeriod(deps, due).catch((error) => void failures.set(due.id, error));
    left -= ready.length;
  }
  for (const [id, error] of failures) console.error(`issuing the due ${id}`, error);
  if (failures.size > 0) throw new AggregateError(failures.values(), 'Some dues could not be issued');
};

type ReadyDue = { id: string; hoa_id: string };

const issueNextPeriod = (deps: Deps, { id, hoa_id }: ReadyDue) =>
  transactAsSystem(deps, hoa_id, async (tx) => {
    await issuePeriod(tx, id, uuidv7);
  });

/** Active dues whose send date has come, the longest waiting first. SQL knows no time zones: it gives those of the
 * latest calendar date on earth, of which some are still to wait. */
const findReadyDues = async ({ db, now }: Deps, only?: string): Promise<ReadyDue[]> => {
  const latest = addDays(now().toISOString().slice(0, 10), 1);
  const sql = `SELECT d.id, d.hoa_id, d.send_date, h.time_zone
    FROM dues d JOIN hoas h ON h.id = d.hoa_id
    WHERE d.status = 'active' AND d.send_date <= ? ${only === undefined ? '' : 'AND d.id = ?'}
    ORDER BY d.send_date, d.id`;
  const [due] = await batch(db, [{ sql, args: only === undefined ? [latest] : [latest, only] }], 'read');
  const found = (due?.rows ?? []) as unknown as (ReadyDue & { send_date: string; time_zone: string })[];
  return found.filter((each) => each.send_date <= todayIn(each, now()));
};

/** A zone that nobody knows fails its own due, in its turn. */
const todayIn = (hoa: { time_zone: string }, now: Date): string => {
  try {
    return todayOf(hoa, now);
  } catch {
    return LAST_DAY;
  }
};
const LAST_DAY = '9999-12-31';
