import type { InStatement } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import { expect, vi } from 'vitest';
import { addDays, dayIn } from '../../schema/dates.ts';
import type { Choices } from '../../schema/notifications.ts';
import type { Reminder } from '../../schema/tables/reminders.ts';
import { type MutatorName, mutators } from '../../sync/mutators.ts';
import { parse } from '../../sync/parse.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Tx } from '../../sync/tx.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { queueDailyWork } from '../../worker/jobs/queue-daily.ts';
import { json, queryAll } from '../../worker/queries/query.ts';
import { transactAsSystem } from '../../worker/transact.ts';
import { createContext, testConfig } from './fixtures.ts';
import { openAccount } from './ledger.ts';
import { ResendEmulator } from './resend-emulator.ts';

const MINUTE_MS = 60_000;
/** Ten in the morning of the HOA's first day. */
const START = Date.parse('2031-03-03T16:00:00Z');
export const FIRST_DAY = dayIn('America/Chicago', new Date(START));

export const step = (days: number, over: object = {}) => ({
  days,
  channel: 'mail',
  subject: `Step ${days}`,
  text: 'Dear {name},\n\n{due_now} is due since {oldest_due}, {days} days ago; {fees} of it are fees.\n\nPay: {pay_link}',
  ...over,
});

/** An HOA whose clock the test puts forward, with an account of Rex’s, and the mails that go out. Nothing is written by REST, which
 * would drain the outboxes of other tests by this clock. */
export const createReminding = async () => {
  let now = START;
  const resend = await new ResendEmulator().open();
  const config = { ...testConfig(), resendUrl: resend.url };
  const ctx = await createContext({ now: () => new Date(now), config, waitUntil: () => {} });
  const account = await openAccount(ctx, ctx.rex);
  const { hoa_id, db } = ctx;
  // By this clock the jobs of all other tests are due, and would send their mails here.
  const deps = { ...ctx.deps, drainLater: async () => {} };
  /** As one of the board. */
  const act = (name: MutatorName, args: object) =>
    transactAsSystem(
      deps,
      hoa_id,
      (tx: Tx) => mutators[name].run(tx, parse(mutators[name].input as never, args) as never),
      {
        action: name,
      },
    );
  const drain = (as = deps) => drainOutbox(as, { hoa_id, maxWaitMs: 0 });
  const waitingJobs = async (): Promise<number> => {
    const sql = `SELECT count(*) AS n FROM outbox WHERE hoa_id = ? AND status = 'pending'
      AND kind IN ('endPlans', 'remindAccounts', 'mailReminder')`;
    return Number((await db.execute({ sql, args: [hoa_id] })).rows[0]?.n);
  };
  /** A worker that is killed before it can note that a job is done. */
  const killed = async () => {
    const batch = (statements: InStatement[], mode: 'read' | 'write') =>
      JSON.stringify(statements).includes("payload = '{}'")
        ? Promise.reject(new Error('killed'))
        : db.batch(statements, mode);
    const dying = new Proxy(db, {
      get: (target, name) => (name === 'batch' ? batch : Reflect.get(target, name, target)),
    });
    await drain({ ...deps, db: dying }).catch(() => undefined);
  };
  return {
    ctx,
    resend,
    account,
    act,
    drain: () => drain(),
    killed,
    /** Puts the clock to so many days after the first, at the same hour. */
    goTo: (day: number, hours = 0) => {
      now = START + (day * 24 + hours) * 3_600_000;
    },
    queue: () => queueDailyWork(deps, hoa_id),
    /** What the schedule does every hour, until all of it is done: a busy database puts a job off by some seconds. */
    run: async () => {
      await queueDailyWork(deps, hoa_id);
      await vi.waitFor(
        async () => {
          await drain();
          const waiting = await waitingJobs();
          if (waiting > 0) now += MINUTE_MS;
          expect(waiting).toBe(0);
        },
        { timeout: 20_000 },
      );
    },
    charge: async (amount: number, dueIn: number) => {
      const id = uuidv7();
      const due_on = addDays(FIRST_DAY, dueIn);
      await act('chargeAccount', { id, account_id: account, category: 'fine', amount, due_on, memo: 'Fine' });
      return `${account}.${id}`;
    },
    pay: (amount: number) =>
      act('creditAccount', { id: uuidv7(), account_id: account, amount, reason: 'Paid in cash' }),
    rules: (...steps: object[]) =>
      act('createPolicy', { id: uuidv7(), kind: 'dunning', starts_on: FIRST_DAY, settings: { steps } }),
    prefer: (id: string, choices: Choices) =>
      transactAsSystem(
        deps,
        hoa_id,
        (tx) =>
          tx.put('notificationPreferences', {
            ...{ id, user_id: id, choices, quiet_from: null, quiet_to: null, digest_hour: null },
          }),
        { action: null },
      ),
    reminders: async (): Promise<Reminder[]> => {
      const sql = `SELECT ${shapes.reminder.json} AS row FROM reminders t WHERE hoa_id = ? ORDER BY made_at, id`;
      return (await queryAll<{ row: string }>(db, sql, [hoa_id])).map(({ row }) => json<Reminder>(row));
    },
    subjects: () => resend.sent.map(({ subject }) => subject),
  };
};
