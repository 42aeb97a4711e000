import type { Client } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import { expect, vi } from 'vitest';
import { addDays, dayIn } from '../../schema/dates.ts';
import type { Choices } from '../../schema/notifications.ts';
import type { Reminder } from '../../schema/tables/reminders.ts';
import { type MutatorName, mutators } from '../../sync/mutators.ts';
import { parse } from '../../sync/parse.ts';
import { shapes } from '../../sync/server/tables.ts';
import type { Mutator } from '../../sync/tx.ts';
import type { Deps } from '../../worker/deps.ts';
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
  const drain = (as = deps) => drainOutbox(as, { hoa_id, maxWaitMs: 0 });
  return {
    ctx,
    resend,
    account,
    ...actsOf(deps, hoa_id, account),
    drain: () => drain(),
    /** A worker that is killed before it can note that a job is done. */
    killed: () => drain({ ...deps, db: dyingClient(db) }).catch(() => undefined),
    /** Puts the clock to so many days after the first, at the same hour. */
    goTo: (day: number, hours = 0) => {
      now = START + (day * 24 + hours) * 3_600_000;
    },
    queue: () => queueDailyWork(deps, hoa_id),
    /** Does the hourly work of the schedule until none is left: a busy database puts a job off by some seconds. */
    run: async () => {
      await queueDailyWork(deps, hoa_id);
      const drainAll = async () => {
        await drain();
        const waiting = await waitingJobs(db, hoa_id);
        if (waiting > 0) now += MINUTE_MS;
        expect(waiting).toBe(0);
      };
      await vi.waitFor(drainAll, { timeout: 20_000 });
    },
    reminders: async (): Promise<Reminder[]> => {
      const sql = `SELECT ${shapes.reminder.json} AS row FROM reminders t WHERE hoa_id = ? ORDER BY made_at, id`;
      return (await queryAll<{ row: string }>(db, sql, [hoa_id])).map(({ row }) => json<Reminder>(row));
    },
    subjects: () => resend.sent.map(({ subject }) => subject),
  };
};

const actsOf = (deps: Deps, hoa_id: string, account: string) => {
  /** As one of the board. */
  const act = (name: MutatorName, args: object) => {
    const { input, run } = mutators[name] as Mutator;
    return transactAsSystem(deps, hoa_id, (tx) => run(tx, parse(input, args)), { action: name });
  };
  return {
    act,
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
    prefer: (id: string, choices: Choices) => {
      const preferences = { id, user_id: id, choices, quiet_from: null, quiet_to: null, digest_hour: null };
      return transactAsSystem(deps, hoa_id, (tx) => tx.put('notificationPreferences', preferences), { action: null });
    },
  };
};

const waitingJobs = async (db: Client, hoa_id: string): Promise<number> => {
  const sql = `SELECT count(*) AS n FROM outbox WHERE hoa_id = ? AND status = 'pending'
    AND kind IN ('endPlans', 'remindAccounts', 'mailReminder')`;
  return Number((await db.execute({ sql, args: [hoa_id] })).rows[0]?.n);
};

/** Fails where a job is to be noted as done. */
export const dyingClient = (db: Client): Client => {
  const batch: Client['batch'] = (statements, mode) =>
    JSON.stringify(statements).includes("payload = '{}'")
      ? Promise.reject(new Error('killed'))
      : db.batch(statements, mode);
  return new Proxy(db, { get: (target, name) => (name === 'batch' ? batch : Reflect.get(target, name, target)) });
};
