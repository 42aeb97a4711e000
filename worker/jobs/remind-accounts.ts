import { todayOf } from '../../sync/dues/entity.ts';
import { outboxKeys } from '../../sync/outbox-keys.ts';
import { endPlans as endPlansOf, remindAccounts as remindThose } from '../../sync/reminders/mutators.ts';
import type { Tx } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { eachAccount, pageOf } from '../queries/each-account.ts';
import { queryAll } from '../queries/query.ts';
import { transactAsSystem } from '../transact.ts';
import type { Job } from './job.ts';
import { REMIND_HOUR, waitForDay } from './wait-for-day.ts';

const PER_BATCH = 20;
const BATCHES_PER_JOB = 8;

type Kind = 'endPlans' | 'remindAccounts';
type Work = {
  kind: Kind;
  action: 'endPlans' | 'remind';
  /** It runs from this hour of the HOA's clock on. */
  hour: number;
  /** Selects the accounts of `:hoa_id` after `:after`, by id. */
  sql: string;
  run(tx: Tx, account_ids: readonly string[], day: string): Promise<void>;
};

/** A batch of accounts after the other, each in one commit; leaves what is more to a job after it. A day that is over is the
 * next day's work. */
const byAccount =
  ({ kind, action, hour, sql, run }: Work): Job<Kind> =>
  async (deps, { day, after }, { hoa_id }) => {
    const hoa = await readHoa(deps, hoa_id);
    if (!hoa || todayOf(hoa, deps.now()) > day) return;
    waitForDay(deps, hoa, day, hour);
    const read = async (from: string) =>
      pageOf(await queryAll(deps.db, `${sql} LIMIT ${PER_BATCH}`, [hoa_id, from]), PER_BATCH);
    const reached = await eachAccount({ after, pages: BATCHES_PER_JOB }, read, async ({ ids }) => {
      if (ids.length > 0) await transactAsSystem(deps, hoa_id, (tx) => run(tx, ids, day), { action });
    });
    if (reached === null) return;
    const next = { kind, key: outboxKeys[kind](day, reached), payload: { day, after: reached } };
    await transactAsSystem(deps, hoa_id, async (tx) => tx.after(next), { action: null });
  };

const readHoa = async ({ db }: Deps, hoa_id: string): Promise<{ time_zone: string } | undefined> => {
  const [hoa] = await queryAll<{ time_zone: string }>(db, 'SELECT time_zone FROM hoas WHERE id = ?', [hoa_id]);
  return hoa;
};

export const endPlans: Job<'endPlans'> = byAccount({
  kind: 'endPlans',
  action: 'endPlans',
  hour: 0,
  sql: `SELECT DISTINCT account_id AS id FROM plans WHERE hoa_id = ?1 AND status = 'active' AND account_id > ?2 ORDER BY account_id`,
  run: endPlansOf,
}) as Job<'endPlans'>;

export const remindAccounts: Job<'remindAccounts'> = byAccount({
  kind: 'remindAccounts',
  action: 'remind',
  hour: REMIND_HOUR,
  sql: 'SELECT id FROM accounts WHERE hoa_id = ?1 AND balance_cents > 0 AND mail_off = 0 AND id > ?2 ORDER BY id',
  run: remindThose,
}) as Job<'remindAccounts'>;
