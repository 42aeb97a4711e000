import { describe, expect, test, vi } from 'vitest';
import type { Effect } from '../../schema/outbox.ts';
import type { Deps } from '../../worker/deps.ts';
import { create } from '../support/dues.ts';
import { HOUR, jobsForEach, once } from '../support/failed-jobs.ts';
import { statusAndMessage, withClock } from '../support/fixtures.ts';
import { invite } from '../support/users.ts';
import { issue } from '../support/violations.ts';

const DOWN = 'The mail service could not be reached';

const home = jobsForEach();

/** One mail of each kind with its recipient. */
const askForAll = async () => {
  const { bea, rex, rita, sue } = home.ctx;
  const invited = await invite(bea);
  await issue(bea, rex);
  await create(bea, [rita], { frequency: 'one_time', send_date: '2020-01-31' });
  await home.post('forgot-password', { email: sue.email });
  await vi.waitFor(async () => expect(await home.rowsOf('mailReset')).toHaveLength(1), { timeout: 5000 });
  await vi.waitFor(async () => expect(await home.rowsOf('mailInvoices')).toHaveLength(1), { timeout: 5000 });
  return [invited.email as string, rex.email, rita.email, sue.email];
};

describe('an outage is waited out', () => {
  test('[SYNC-12] a mail outage of 50 minutes loses no invitation, notice, invoice mail or reset link', async () => {
    await home.resend.close();
    const addresses = await askForAll();
    await home.pass(50, 1);
    expect(await home.failedJobs()).toEqual([]);
    await home.resend.open();
    await home.pass(HOUR, 30);
    expect(home.resend.received()).toEqual(once(addresses));
  });

  test('[SYNC-12] [AUTH-37] after 70 hours everything still goes out but the reset link, which has run out', async () => {
    await home.resend.close();
    const addresses = await askForAll();
    await home.pass(70 * HOUR, 5 * HOUR);
    await home.resend.open();
    await home.pass(2 * HOUR, HOUR);
    expect(home.resend.received()).toEqual(once(addresses.slice(0, 3)));
    expect(await home.rowsOf('mailReset')).toMatchObject([
      { status: 'failed', last_error: 'The link ran out before the mail service came back' },
    ]);
    expect(await home.failedJobs()).toEqual([]);
  });

  test('[SYNC-12] after 72 hours the board is told, nothing is wiped, and Resend sends it', async () => {
    const { bea, rex } = home.ctx;
    await home.resend.close();
    const { _id } = await issue(bea, rex);
    await home.pass(76 * HOUR, 4 * HOUR);
    const failed = { kind: 'mailViolation', subject: 'violation', subject_id: _id, user_id: rex.id, reason: DOWN };
    const [job] = await home.failedJobs();
    expect(await home.failedJobs()).toMatchObject([failed]);
    expect(job).not.toHaveProperty('payload');
    expect(await home.rowsOf('mailViolation')).toMatchObject([
      { status: 'failed', payload: expect.stringContaining(_id), last_error: DOWN },
    ]);
    await home.resend.open();
    expect(statusAndMessage(await home.resendJob(job?._id))).toEqual([200, 'It will be sent again']);
    await vi.waitFor(() => expect(home.resend.received()).toEqual(once([rex.email])), { timeout: 5000 });
    expect(await home.failedJobs()).toEqual([]);
    expect(statusAndMessage(await home.resendJob(job?._id))).toEqual([404, 'This was already resent or dismissed']);
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
      await home.leave(effect);
      await home.pass(70 * HOUR, 5 * HOUR, deps);
      expect(await home.rowsOf(effect.kind)).toMatchObject([{ status: 'pending' }]);
      await home.pass(6 * HOUR, 2 * HOUR, deps);
      expect(await home.rowsOf(effect.kind)).toMatchObject([
        { status: 'failed', payload: JSON.stringify(effect.payload) },
      ]);
      const [job] = await home.failedJobs();
      expect(job).toMatchObject({ kind: effect.kind, subject: null, reason: expect.stringMatching(/^[A-Z]/) });
      expect(statusAndMessage(await home.dismiss(job?._id))).toEqual([204, undefined]);
      expect(await home.failedJobs()).toEqual([]);
      log.mockRestore();
    },
  );
});
