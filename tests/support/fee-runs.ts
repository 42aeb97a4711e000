import { addDays } from '../../schema/dates.ts';
import type { Deps } from '../../worker/deps.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { queueFees } from '../../worker/jobs/queue-fees.ts';
import { TODAY } from './ledger.ts';

/** Noon of a day in America. */
export const at = (day: string) => new Date(`${day}T18:00:00.000Z`);

/** The first slot of what is due today, with ten days of grace. */
export const SLOT = addDays(TODAY, 11);

/** Queues the fees of a day and runs what is due of the HOA until nothing is left of it, or once. `deps` have the clock of that
 * day. */
export const queueAndDrain = async (deps: Deps, hoa_id: string, day: string, { once = false } = {}): Promise<void> => {
  await queueFees(deps, hoa_id);
  const sql = "SELECT count(*) AS n FROM outbox WHERE hoa_id = ? AND status = 'pending' AND next_at <= ?";
  for (let left = 1; left > 0; ) {
    await drainOutbox(deps, { hoa_id, maxWaitMs: 0 });
    const [row] = (await deps.db.execute({ sql, args: [hoa_id, at(day).toISOString()] })).rows;
    left = once ? 0 : Number(row?.n);
  }
};
