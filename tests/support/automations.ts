import { uuidv7 } from 'uuidv7';
import { vi } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import { type MutatorName, mutators } from '../../sync/mutators.ts';
import { parse } from '../../sync/parse.ts';
import { transact } from '../../sync/server/transact.ts';
import type { Mutator } from '../../sync/tx.ts';
import type { Deps } from '../../worker/deps.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { queueDailyWork } from '../../worker/jobs/queue-daily.ts';
import { writeDeps } from '../../worker/transact.ts';
import { createContext, type Person, testConfig } from './fixtures.ts';
import { dyingClient } from './reminders.ts';
import * as requests from './requests.ts';
import { ResendEmulator } from './resend-emulator.ts';
import * as violations from './violations.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Ten in the morning of the HOA's first day. */
const START = Date.parse('2031-03-03T16:00:00Z');
const FIRST_DAY = '2031-03-03';

/** Everything that the board hears of but the reminders. */
const QUIET = { newRequest: { mail: false }, assignment: { mail: false }, reply: { mail: false } };

/** An HOA whose clock the test puts forward, and the reminders that its board gets. Nothing is written by REST, which would
 * drain the outboxes of other tests by this clock. */
export const createAutomating = async () => {
  let now = START;
  const resend = await new ResendEmulator().open();
  const config = { ...testConfig(), resendUrl: resend.url };
  const ctx = await createContext({ now: () => new Date(now), config, waitUntil: () => {} });
  // By this clock the jobs of all other tests are due, and would send their mails here.
  const deps: Deps = { ...ctx.deps, drainLater: async () => {} };
  const { db, hoa_id, bea, sue } = ctx;
  const board = [bea.email, sue.email];
  const acts = actsOf(deps);
  for (const person of [bea, sue]) await acts.prefer(person, {});
  const drain = (as = deps) => drainOutbox(as, { hoa_id, maxWaitMs: 0 });
  const goTo = (day: number, hours = 0) => {
    now = START + day * 24 * HOUR_MS + hours * HOUR_MS;
  };
  /** Does the hourly work, and lets the minutes of a burst pass until all mails are out. */
  const run = async () => {
    await queueDailyWork(deps, hoa_id);
    const drainAll = async () => {
      await drain();
      const sql = "SELECT count(*) AS n FROM outbox WHERE hoa_id = ? AND status = 'pending'";
      if ((await db.execute({ sql, args: [hoa_id] })).rows[0]?.n === 0) return;
      now += 2 * MINUTE_MS;
      throw new Error('Jobs are waiting');
    };
    await vi.waitFor(drainAll, { timeout: 20_000 });
  };
  return {
    ...{ ctx, resend, goTo, run, ...acts },
    runOn: (day: number, hours = 0) => {
      goTo(day, hours);
      return run();
    },
    /** Finds what is due, and sends nothing yet. */
    find: async () => {
      await queueDailyWork(deps, hoa_id);
      await drain();
    },
    /** A worker that is killed before it can note that a job is done. */
    killed: async () => {
      await queueDailyWork(deps, hoa_id);
      await drain({ ...deps, db: dyingClient(db) }).catch(() => undefined);
    },
    mails: () => resend.sent.filter(({ to }) => board.includes(to[0] ?? '')),
    /** The subjects of the mails to a person of the board. */
    subjectsTo: ({ email }: Person) => resend.sent.filter(({ to }) => to[0] === email).map(({ subject }) => subject),
  };
};
export type Automating = Awaited<ReturnType<typeof createAutomating>>;

const actsOf = (deps: Deps) => {
  const act = async (person: Person, name: MutatorName, args: object): Promise<void> => {
    const { input, run } = mutators[name] as Mutator;
    const { token: _token, call: _call, ...actor } = person;
    await transact(writeDeps(deps), actor, (tx) => run(tx, parse(input, args)), { action: name });
  };
  return {
    act,
    set: (person: Person, automations: object) => act(person, 'updateAutomations', automations),
    prefer: (person: Person, choices: object) =>
      act(person, 'updateNotificationPreferences', { choices: { ...QUIET, ...choices } }),
    file: async (person: Person, over: object) => {
      const id = uuidv7();
      await act(person, 'createRequest', { id, ...requests.draft(over) });
      return id;
    },
    /** Issues a violation that is due so many days after the first day. */
    issue: async (person: Person, resident: Person, { title, due }: { title: string; due: number }) => {
      const id = uuidv7();
      const due_date = addDays(FIRST_DAY, due);
      await act(person, 'createViolation', { id, ...violations.draft(resident, { title, due_date }) });
      return id;
    },
    move: (person: Person, id: string, due: number) =>
      act(person, 'updateViolation', { id, due_date: addDays(FIRST_DAY, due) }),
  };
};
