import type { Client } from '@libsql/client';
import { uuidv7 } from 'uuidv7';
import { beforeEach } from 'vitest';
import { mutators } from '../../sync/mutators.ts';
import type { Tx } from '../../sync/tx.ts';
import type { Deps } from '../../worker/deps.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { transactAsSystem } from '../../worker/transact.ts';
import { create, push } from './announcements.ts';
import { createContext, type Person, type TestContext, testConfig } from './fixtures.ts';
import { ownDatabase } from './own-database.ts';
import { ResendEmulator } from './resend-emulator.ts';

/** A context whose mail goes to a provider that fails on request, and whose clock can be put forward. */
export type MailHarness = {
  ctx: TestContext;
  resend: ResendEmulator;
  deps: Deps;
  /** Puts the clock forward by minutes. */
  advance(minutes: number): void;
  /** Runs the jobs that are due. */
  drain(): Promise<void>;
  /** The answer, once the drains that requests have started are done: one that goes on while the clock is put forward
   * takes the jobs that are due then, and `drain` finds none. */
  afterDrains<T>(answer: Promise<T>): Promise<T>;
  /** Creates an announcement and queues its sending without running it. Returns its id. */
  queueAnnouncement(): Promise<string>;
};

/** A harness for each test of the file, on one database: what another test left pending does not reach its provider. */
export const mailsForEach = (): MailHarness => {
  const database = ownDatabase();
  const harness = {} as MailHarness;
  beforeEach(async () => {
    await database.db.execute("DELETE FROM outbox WHERE status = 'pending'");
    await database.db.execute("UPDATE announcements SET status = 'failed' WHERE status = 'sending'");
    Object.assign(harness, await createMailHarness(database.db));
    return () => harness.resend.close();
  });
  return harness;
};

/** The addresses of all who live in the HOA. */
export const everybody = ({ ctx }: MailHarness): string[] =>
  [ctx.bea, ctx.rex, ctx.rita, ctx.sue].map(({ email }) => email);

/** The jobs that send mail. */
export const mailJobs = async ({ ctx }: MailHarness) => {
  const sql = "SELECT kind, status, attempts, payload, last_error FROM outbox WHERE hoa_id = ? AND kind LIKE 'mail%'";
  return (await ctx.db.execute({ sql, args: [ctx.hoa_id] })).rows.map((row) => ({ ...row }));
};

const RATE_WINDOW_MS = 15 * 60_000;

export const createMailHarness = async (db: Client): Promise<MailHarness> => {
  // The clock starts a minute into a rate window of 15 minutes, so that none ends during a test.
  let ahead = RATE_WINDOW_MS - (Date.now() % RATE_WINDOW_MS) + 60_000;
  const resend = await new ResendEmulator().open();
  const now = () => new Date(Date.now() + ahead);
  const underWay = new Set<Promise<unknown>>();
  // A drain may still wait for a provider that is down when its test has ended, and its database has gone.
  const waitUntil = (work: Promise<unknown>) => {
    const ended = work.catch(() => undefined).finally(() => underWay.delete(ended));
    underWay.add(ended);
  };
  const ctx = await createContext({ db, now, waitUntil, config: { ...testConfig(), resendUrl: resend.url } });
  return {
    ctx,
    resend,
    deps: ctx.deps,
    advance: (minutes) => {
      ahead += minutes * 60_000;
    },
    drain: () => drainOutbox(ctx.deps, { maxWaitMs: 0 }),
    afterDrains: async (answer) => {
      await answer;
      await Promise.all(underWay);
      return answer;
    },
    queueAnnouncement: async () => {
      const { _id } = await create(ctx.bea);
      await Promise.all(underWay);
      const send = (tx: Tx) => mutators.sendAnnouncement.run(tx, { id: _id });
      await transactAsSystem(ctx.deps, ctx.hoa_id, send, { action: 'sendAnnouncement' });
      return _id;
    },
  };
};

/** Adds residents, by name `Person 0` and so on. Returns their addresses. */
export const addResidents = async ({ db, hoa_id }: TestContext, count: number): Promise<string[]> => {
  const people = Array.from({ length: count }, (_, at) => ({ id: uuidv7(), name: `Person ${at}` }));
  const sql = `INSERT INTO users (id, hoa_id, name, email, role, status, created_at)
    VALUES (?, ?, ?, ?, 'resident', 'active', ?)`;
  const emailOf = (id: string) => `${id}@example.test`;
  await db.batch(
    people.map(({ id, name }) => ({ sql, args: [id, hoa_id, name, emailOf(id), new Date().toISOString()] })),
    'write',
  );
  return people.map(({ id }) => emailOf(id));
};

/** Writes a draft and asks for it to be sent, without waiting for it. Returns its id. */
export const startSending = async (ctx: TestContext, person: Person, over: object = {}): Promise<string> => {
  const { _id } = await create(person, over);
  await push(ctx, person, ['sendAnnouncement', { id: _id }]);
  return _id;
};

export const isEnded = ({ status }: { status: string }) => status === 'sent' || status === 'failed';

/** One mail for each address. */
export const once = (addresses: string[]) => Object.fromEntries(addresses.map((address) => [address, 1]));

/** A statement that replaces each recipient of an announcement (the last argument) by an SQL expression over `value`. */
export const setRecipients = (expression: string): string =>
  `UPDATE announcement_recipients SET rev = rev + 1, recipients = (
    SELECT json_group_array(json(${expression})) FROM json_each(recipients)) WHERE id = ?`;
