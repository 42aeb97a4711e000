import type { Client } from '@libsql/client';
import { beforeEach, expect, vi } from 'vitest';
import type { Effect } from '../../schema/outbox.ts';
import { signAccess } from '../../worker/auth/access.ts';
import { openFamily } from '../../worker/auth/refresh.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { transactAsSystem } from '../../worker/transact.ts';
import { type AccountHarness, createAccountHarness } from './accounts.ts';
import { type Answer, call, type Person } from './fixtures.ts';
import { ownDatabase } from './own-database.ts';

/** Minutes. */
export const HOUR = 60;

/** One mail to each address. */
export const once = (addresses: string[]) => Object.fromEntries(addresses.map((address) => [address, 1]));

type JobsHarness = AccountHarness & {
  failedJobs(): Promise<Record<string, unknown>[]>;
  haveFailed(count: number): Promise<void>;
  resendJob(id: unknown): Promise<Answer>;
  dismiss(id: unknown): Promise<Answer>;
  rowsOf(kind: string): Promise<object[]>;
  leave(effect: Effect, hoa_id?: string): Promise<unknown>;
  /** Drains the outbox every `step` of so many minutes. */
  pass(minutes: number, step: number, deps?: AccountHarness['deps']): Promise<void>;
  /** Bea with a fresh token: hours have passed. */
  signedIn(): Promise<Person>;
};

/** A harness for each test of the file, on one database whose outbox each of them finds empty. */
export const jobsForEach = (): JobsHarness => {
  const database = ownDatabase();
  const harness = {} as JobsHarness;
  beforeEach(async () => {
    await database.db.execute("DELETE FROM outbox WHERE status = 'pending'");
    const home = await createAccountHarness(database.db);
    Object.assign(harness, home, jobsOf(home, database.db));
    return () => home.resend.close();
  });
  return harness;
};

const jobsOf = (home: AccountHarness, db: Client): Omit<JobsHarness, keyof AccountHarness> => {
  const signedIn = async (): Promise<Person> => {
    const { bea: actor, app } = home.ctx;
    const token = await signAccess(home.deps, actor, await openFamily(home.deps, actor));
    return { ...actor, token, call: (method, path, body) => call(app, method, path, body, token) };
  };
  const failedJobs = async () => (await (await signedIn()).call('GET', '/api/failed-jobs')).body.docs;
  return {
    signedIn,
    failedJobs,
    haveFailed: (count) => vi.waitFor(async () => expect(await failedJobs()).toHaveLength(count), { timeout: 5000 }),
    resendJob: async (id) => (await signedIn()).call('POST', `/api/failed-jobs/${id}/resend`),
    dismiss: async (id) => (await signedIn()).call('DELETE', `/api/failed-jobs/${id}`),
    rowsOf: async (kind) => {
      const sql = 'SELECT status, payload, last_error FROM outbox WHERE hoa_id = ? AND kind = ?';
      return (await db.execute({ sql, args: [home.ctx.hoa_id, kind] })).rows.map((row) => ({ ...row }));
    },
    leave: (effect, hoa_id = home.ctx.hoa_id) =>
      transactAsSystem(home.deps, hoa_id, async (tx) => tx.after(effect), { action: null }),
    pass: async (minutes, step, deps = home.deps) => {
      for (let passed = 0; passed < minutes; passed += step) {
        home.advance(step);
        await drainOutbox(deps, { maxWaitMs: 0 });
      }
    },
  };
};
