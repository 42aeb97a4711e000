import { uuidv7 } from 'uuidv7';
import { describe, expect, test, vi } from 'vitest';
import type { Deps } from '../../worker/deps.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { transactAsSystem } from '../../worker/transact.ts';
import { readStatusAndMessage } from '../support/accounts.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { create, invoices, settle } from '../support/dues.ts';
import { HOUR, jobsForEach, once } from '../support/failed-jobs.ts';
import { withClock } from '../support/fixtures.ts';
import { take } from '../support/required.ts';
import { invite } from '../support/users.ts';
import { issue, read, setStatus } from '../support/violations.ts';

const home = jobsForEach();

/** The drain of the request that left a job tries it once, beside the test. */
const hasFailed = (kind: string) =>
  vi.waitFor(async () => expect(await home.rowsOf(kind)).toMatchObject([{ last_error: expect.any(String) }]), {
    timeout: 5000,
  });
describe('a refusal ends at once', () => {
  const refuse = (email: string) => void home.resend.invalid.add(email);

  test('[USERS-39] an invitation that is refused stands in the list, on the board’s devices alone; Resend sends a new link', async () => {
    const { bea, rex, ctx } = { ...home.ctx, ctx: home.ctx };
    const [beas, rexs] = take(await Promise.all([bea, rex].map((person) => new Device(ctx, person).sync())), 2);
    const email = 'gone@example.test';
    refuse(email);
    const user = await invite(bea, { email });
    await home.haveFailed(1);
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
    expect(await home.failedJobs()).toEqual([]);
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
    await home.haveFailed(2);
    const jobs = await home.failedJobs();
    const [{ _id }] = (await invoices(rex)).docs;
    expect(jobs.map(({ subject_id }) => subject_id)).toContain(_id);
    expect(jobs.map(({ kind }) => kind).sort()).toEqual(['mailInvitations', 'mailInvoices']);
    home.resend.invalid.clear();
    for (const job of jobs) expect((await home.resendJob(job._id)).status).toBe(200);
    const all = [rex.email, rita.email, ...users.map(({ resident_email }) => resident_email)];
    await vi.waitFor(() => expect(home.resend.received()).toEqual(once(all)), { timeout: 5000 });
  });

  test('[USERS-38] [VIO-50] [INV-28] what nobody waits for any more leaves the list by itself', async () => {
    const { bea, rex, rita } = home.ctx;
    for (const email of [rex.email, rita.email, 'late@example.test']) refuse(email);
    const { _id } = await issue(bea, rex);
    await create(bea, [rita], { frequency: 'one_time', send_date: '2020-01-31' });
    const user = await invite(bea, { email: 'late@example.test' });
    await home.haveFailed(3);
    await setStatus(bea, _id, 'dismissed');
    await settle(bea, (await invoices(rita)).docs[0]._id, 'paid');
    home.resend.invalid.clear();
    await bea.call('POST', `/api/users/${user._id}/resend-invite`);
    expect(await home.failedJobs()).toEqual([]);
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
    const [job] = await home.failedJobs();
    expect(job).toMatchObject({ reason: 'The link ran out before the mail service came back', subject_id: user._id });
    await home.resendJob(job?._id);
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
    const { history } = await read(await home.signedIn(), _id);
    expect(history.at(-1)).toMatchObject({ action: 'No notice was emailed because the violation had already ended' });
    expect(await home.failedJobs()).toEqual([]);
  });
});

test('[SEC-14] work of two HOAs under one key is done for both', async () => {
  const { ctx } = home;
  const seen: string[] = [];
  const storage = { delete: async (key: string) => void seen.push(key) } as unknown as Deps['storage'];
  await home.leave({ kind: 'deleteFile', key: 'same', payload: { key: 'ours' } });
  await home.leave({ kind: 'deleteFile', key: 'same', payload: { key: 'theirs' } }, ctx.olga.hoa_id);
  await drainOutbox(withClock({ ...home.deps, storage }, home.deps.now), { maxWaitMs: 0 });
  expect(seen.sort()).toEqual(['ours', 'theirs']);
});
