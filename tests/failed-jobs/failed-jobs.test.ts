import { uuidv7 } from 'uuidv7';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Effect } from '../../schema/outbox.ts';
import { signAccess } from '../../worker/auth/access.ts';
import { openFamily } from '../../worker/auth/refresh.ts';
import type { Deps } from '../../worker/deps.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { transactAsSystem } from '../../worker/transact.ts';
import { type AccountHarness, createAccountHarness, readStatusAndMessage } from '../support/accounts.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { create, invoices, settle } from '../support/dues.ts';
import { call, type Person, statusAndMessage, withClock } from '../support/fixtures.ts';
import { databaseForAll } from '../support/mail-harness.ts';
import { take } from '../support/required.ts';
import { invite } from '../support/users.ts';
import { issue, read, setStatus } from '../support/violations.ts';

const HOUR = 60;
const DOWN = 'The mail service could not be reached';
const once = (addresses: string[]) => Object.fromEntries(addresses.map((address) => [address, 1]));

const database = databaseForAll();

let home: AccountHarness;
beforeEach(async () => {
  await database.db.execute("DELETE FROM outbox WHERE status = 'pending'");
  home = await createAccountHarness(database.db);
  return () => home.resend.close();
});

/** Bea with a fresh token: hours have passed. */
const signedIn = async (): Promise<Person> => {
  const { bea: actor, app } = home.ctx;
  const token = await signAccess(home.deps, actor, await openFamily(home.deps, actor));
  return { ...actor, token, call: (method, path, body) => call(app, method, path, body, token) };
};
const failedJobs = async () =>
  (await (await signedIn()).call('GET', '/api/failed-jobs')).body.docs as Record<string, unknown>[];
const resendJob = async (id: unknown) => (await signedIn()).call('POST', `/api/failed-jobs/${id}/resend`);
const dismiss = async (id: unknown) => (await signedIn()).call('DELETE', `/api/failed-jobs/${id}`);
const rowsOf = async (kind: string) => {
  const sql = 'SELECT status, payload, last_error FROM outbox WHERE hoa_id = ? AND kind = ?';
  return (await database.db.execute({ sql, args: [home.ctx.hoa_id, kind] })).rows.map((row) => ({ ...row }));
};
/** The drain of the request that left a job tries it once, beside the test. */
const hasFailed = (kind: string) =>
  vi.waitFor(async () => expect(await rowsOf(kind)).toMatchObject([{ last_error: expect.any(String) }]), {
    timeout: 5000,
  });
const leave = (effect: Effect, hoa_id = home.ctx.hoa_id) =>
  transactAsSystem(home.deps, hoa_id, async (tx) => tx.after(effect), { action: null });
const pass = async (minutes: number, step: number, deps = home.deps) => {
  for (let passed = 0; passed < minutes; passed += step) {
    home.advance(step);
    await drainOutbox(deps, { maxWaitMs: 0 });
  }
};
/** One mail of each kind with its recipient. */
const askForAll = async () => {
  const { bea, rex, rita, sue } = home.ctx;
  const invited = await invite(bea);
  await issue(bea, rex);
  await create(bea, [rita], { frequency: 'one_time', send_date: '2020-01-31' });
  await home.post('forgot-password', { email: sue.email });
  await vi.waitFor(async () => expect(await rowsOf('mailReset')).toHaveLength(1), { timeout: 5000 });
  await vi.waitFor(async () => expect(await rowsOf('mailInvoices')).toHaveLength(1), { timeout: 5000 });
  return [invited.email as string, rex.email, rita.email, sue.email];
};

describe('an outage is waited out', () => {
  test('[SYNC-12] a mail outage of 50 minutes loses no invitation, notice, invoice mail or reset link', async () => {
    await home.resend.close();
    const addresses = await askForAll();
    await pass(50, 1);
    expect(await failedJobs()).toEqual([]);
    await home.resend.open();
    await pass(HOUR, 30);
    expect(home.resend.received()).toEqual(once(addresses));
  });

  test('[SYNC-12] [AUTH-37] after 70 hours everything still goes out but the reset link, which has run out', async () => {
    await home.resend.close();
    const addresses = await askForAll();
    await pass(70 * HOUR, 5 * HOUR);
    await home.resend.open();
    await pass(2 * HOUR, HOUR);
    expect(home.resend.received()).toEqual(once(addresses.slice(0, 3)));
    expect(await rowsOf('mailReset')).toMatchObject([
      { status: 'failed', last_error: 'The link ran out before the mail service came back' },
    ]);
    expect(await failedJobs()).toEqual([]);
  });

  test('[SYNC-12] after 72 hours the board is told, nothing is wiped, and Resend sends it', async () => {
    const { bea, rex } = home.ctx;
    await home.resend.close();
    const { _id } = await issue(bea, rex);
    await pass(76 * HOUR, 4 * HOUR);
    const failed = { kind: 'mailViolation', subject: 'violation', subject_id: _id, user_id: rex.id, reason: DOWN };
    const [job] = await failedJobs();
    expect(await failedJobs()).toMatchObject([failed]);
    expect(job).not.toHaveProperty('payload');
    expect(await rowsOf('mailViolation')).toMatchObject([
      { status: 'failed', payload: expect.stringContaining(_id), last_error: DOWN },
    ]);
    await home.resend.open();
    expect(statusAndMessage(await resendJob(job?._id))).toEqual([200, 'It will be sent again']);
    await vi.waitFor(() => expect(home.resend.received()).toEqual(once([rex.email])), { timeout: 5000 });
    expect(await failedJobs()).toEqual([]);
    expect(statusAndMessage(await resendJob(job?._id))).toEqual([404, 'This has been resent or dismissed already']);
  });

  test.each<[string, Effect, Partial<Deps>]>([
    [
      'files that are down',
      { kind: 'deleteFile', key: 'delete', payload: { key: 'files/x' } },
      { storage: { delete: () => Promise.reject(new Error('Storage answered 503')) } as unknown as Deps['storage'] },
    ],
    ['Stripe that is down', { kind: 'expireCheckout', key: 'expire', payload: { session: 'cs_1' } }, {}],
    [
      'a fault of our own',
      { kind: 'deleteFile', key: 'fault', payload: { key: 'files/x' } },
      { storage: {} as Deps['storage'] },
    ],
  ])(
    '[SYNC-12] %s: asked again for 72 hours, then in the list, with what it was about kept',
    async (_, effect, over) => {
      const log = vi.spyOn(console, 'error').mockReturnValue();
      const deps = withClock({ ...home.deps, ...over }, home.deps.now);
      await leave(effect);
      await pass(70 * HOUR, 5 * HOUR, deps);
      expect(await rowsOf(effect.kind)).toMatchObject([{ status: 'pending' }]);
      await pass(6 * HOUR, 2 * HOUR, deps);
      expect(await rowsOf(effect.kind)).toMatchObject([{ status: 'failed', payload: JSON.stringify(effect.payload) }]);
      const [job] = await failedJobs();
      expect(job).toMatchObject({ kind: effect.kind, subject: null, reason: expect.stringMatching(/^[A-Z]/) });
      expect(statusAndMessage(await dismiss(job?._id))).toEqual([204, undefined]);
      expect(await failedJobs()).toEqual([]);
      log.mockRestore();
    },
  );
});

describe('a refusal ends at once', () => {
  const refuse = (email: string) => void home.resend.invalid.add(email);

  test('[USERS-39] an invitation that is refused stands in the list, on the board’s devices alone; Resend sends a new link', async () => {
    const { bea, rex, ctx } = { ...home.ctx, ctx: home.ctx };
    const [beas, rexs] = take(await Promise.all([bea, rex].map((person) => new Device(ctx, person).sync())), 2);
    const email = 'gone@example.test';
    refuse(email);
    const user = await invite(bea, { email });
    await vi.waitFor(async () => expect(await failedJobs()).toHaveLength(1), { timeout: 5000 });
    await Promise.all([beas.sync(), rexs.sync()]);
    const [job] = beas.store.rows('failedJob').all;
    const reason = `Invalid \`to\` field: ${email}`;
    expect(job).toMatchObject({ kind: 'mailInvitations', subject: 'user', subject_id: user._id, reason });
    expect(job).not.toHaveProperty('payload');
    expect(rexs.store.rows('failedJob').size).toBe(0);
    home.resend.invalid.clear();
    await beas.store.mutate('resendFailedJob', { id: job?.id });
    expect(beas.store.rows('failedJob').size).toBe(0);
    await beas.sync();
    expect((await home.activate(await home.tokenTo(email))).status).toBe(200);
    expect(await failedJobs()).toEqual([]);
    await Promise.all([beas.close(), rexs.close()]);
  });

  test('[BULK-34] [DUE-32] of many, those alone who were refused are in the list', async () => {
    const { bea, rex, rita } = home.ctx;
    home.resend.permissive = true;
    refuse(rex.email);
    refuse('second@example.test');
    await create(bea, [rex, rita], { frequency: 'one_time', send_date: '2020-01-31' });
    const users = ['first', 'second', 'third'].map((name) => ({
      resident_name: name,
      resident_email: `${name}@example.test`,
      role: 'resident',
    }));
    await bea.call('POST', '/api/users/bulk', { users });
    await vi.waitFor(async () => expect(await failedJobs()).toHaveLength(2), { timeout: 5000 });
    const jobs = await failedJobs();
    const [{ _id }] = (await invoices(rex)).docs;
    expect(jobs.map(({ subject_id }) => subject_id)).toContain(_id);
    expect(jobs.map(({ kind }) => kind).sort()).toEqual(['mailInvitations', 'mailInvoices']);
    home.resend.invalid.clear();
    for (const job of jobs) expect((await resendJob(job._id)).status).toBe(200);
    const all = [rex.email, rita.email, ...users.map(({ resident_email }) => resident_email)];
    await vi.waitFor(() => expect(home.resend.received()).toEqual(once(all)), { timeout: 5000 });
  });

  test('[USERS-38] [VIO-50] [INV-28] what nobody waits for any more leaves the list by itself', async () => {
    const { bea, rex, rita } = home.ctx;
    for (const email of [rex.email, rita.email, 'late@example.test']) refuse(email);
    const { _id } = await issue(bea, rex);
    await create(bea, [rita], { frequency: 'one_time', send_date: '2020-01-31' });
    const user = await invite(bea, { email: 'late@example.test' });
    await vi.waitFor(async () => expect(await failedJobs()).toHaveLength(3), { timeout: 5000 });
    await setStatus(bea, _id, 'dismissed');
    await settle(bea, (await invoices(rita)).docs[0]._id, 'paid');
    home.resend.invalid.clear();
    await bea.call('POST', `/api/users/${user._id}/resend-invite`);
    expect(await failedJobs()).toEqual([]);
  });
});

describe('who may', () => {
  testBothApis(
    '[USERS-38] [SEC-14] the board resends and dismisses, residents and other HOAs do not',
    async (api, ctx) => {
      const { bea, rex, olga, sue } = ctx;
      const id = uuidv7();
      const put = () =>
        transactAsSystem(
          ctx.deps,
          ctx.hoa_id,
          (tx) =>
            tx.put('failedJob', {
              id,
              kind: 'mailInvitations',
              subject: 'user',
              subject_id: sue.id,
              user_id: sue.id,
              reason: 'No',
              payload: { ids: [sue.id] },
              created_at: tx.now,
              failed_at: tx.now,
            }),
          { action: 'reportFailure' },
        );
      await put();
      await ctx.db.execute({
        sql: "UPDATE users SET status = 'invited', rev = rev + 1 WHERE id = ?",
        args: [sue.id],
      });
      for (const mutation of ['resendFailedJob', 'dismissFailedJob'] as const) {
        expect(await api.act(rex, mutation, { id })).toMatchObject({ code: 'forbidden' });
        expect(await api.act(olga, mutation, { id })).toMatchObject({ code: 'not_found' });
      }
      // Only a superadmin may resend a superadmin's invitation.
      expect(await api.act(bea, 'resendFailedJob', { id })).toMatchObject({ code: 'forbidden' });
      expect(await api.act(bea, 'dismissFailedJob', { id })).toEqual({ ok: true });
      expect(await api.act(bea, 'dismissFailedJob', { id })).toMatchObject({ code: 'not_found' });
      expect((await rex.call('GET', '/api/failed-jobs')).status).toBe(403);
    },
  );
});

describe('what has passed is not sent', () => {
  test('[USERS-39] [AUTH-49] an invitation whose link would have run out is not; Resend sends a link that works', async () => {
    await home.resend.close();
    const user = await invite(home.ctx.bea);
    await hasFailed('mailInvitations');
    home.advance(8 * 24 * HOUR);
    await home.resend.open();
    await home.drain();
    expect(home.resend.sent).toEqual([]);
    const [job] = await failedJobs();
    expect(job).toMatchObject({ reason: 'The link ran out before the mail service came back', subject_id: user._id });
    await resendJob(job?._id);
    expect((await home.activate(await home.tokenTo(user.email))).status).toBe(200);
    expect(await readStatusAndMessage(await home.activate('another'))).toEqual([400, 'Invalid activation token']);
  });

  test('[VIO-50] the notice of a violation that ended meanwhile is not, and its history says so', async () => {
    const { bea, rex } = home.ctx;
    await home.resend.close();
    const { _id } = await issue(bea, rex);
    await hasFailed('mailViolation');
    await setStatus(bea, _id, 'resolved');
    home.advance(HOUR);
    await home.resend.open();
    await home.drain();
    await home.drain();
    expect(home.resend.sent).toEqual([]);
    const { history } = await read(await signedIn(), _id);
    expect(history.at(-1)).toMatchObject({ action: 'Sent no notice by email: the violation had ended before' });
    expect(await failedJobs()).toEqual([]);
  });
});

test('[SEC-14] work of two HOAs under one key is done for both', async () => {
  const { ctx } = home;
  const seen: string[] = [];
  const storage = { delete: async (key: string) => void seen.push(key) } as unknown as Deps['storage'];
  await leave({ kind: 'deleteFile', key: 'same', payload: { key: 'ours' } });
  await leave({ kind: 'deleteFile', key: 'same', payload: { key: 'theirs' } }, ctx.olga.hoa_id);
  await drainOutbox(withClock({ ...home.deps, storage }, home.deps.now), { maxWaitMs: 0 });
  expect(seen.sort()).toEqual(['ours', 'theirs']);
});
