import { describe, expect, test } from 'vitest';
import { idsOf, list, push, read, retry, send, waitForAnnouncement } from '../support/announcements.ts';
import {
  addResidents,
  everybody,
  isEnded,
  mailJobs,
  mailsForEach,
  once,
  setRecipients,
  startSending,
} from '../support/mail-harness.ts';
import { nth } from '../support/required.ts';
import { issue } from '../support/violations.ts';

const harness = mailsForEach();

describe('a provider that is not well', () => {
  test('[SYNC-12] [ANN-59] down: the announcement stays sending, the app goes on, and it goes out once the provider is back', async () => {
    const { ctx, resend } = harness;
    await resend.close();
    const id = await startSending(ctx, ctx.bea);
    await waitForAnnouncement(
      ctx.bea,
      id,
      ({ recipient_count, sending_since }) => recipient_count === 4 && sending_since,
    );
    await expect
      .poll(() => mailJobs(harness), { timeout: 10_000 })
      .toMatchObject([{ status: 'pending', last_error: 'The mail service could not be reached' }]);
    expect(await read(ctx.bea, id)).toMatchObject({ status: 'sending', delivered_count: 0, failed_count: 0 });
    expect((await list(ctx.rex)).docs[0]).toMatchObject({ _id: id, status: 'sending' });
    await resend.open();
    harness.advance(1);
    await harness.drain();
    expect(await waitForAnnouncement(ctx.bea, id, isEnded)).toMatchObject({ status: 'sent', delivered_count: 4 });
    expect(resend.received()).toEqual(once(everybody(harness)));
  });

  test('[SYNC-12] 429: it is asked again with the same key, not before the time it named', async () => {
    const { ctx, resend } = harness;
    const busy = {
      status: 429,
      name: 'rate_limit_exceeded',
      message: 'Too many requests',
      headers: { 'Retry-After': '90' },
    };
    resend.behave = () => (resend.calls.length === 1 ? busy : 'accept');
    const id = await startSending(ctx, ctx.bea);
    await expect.poll(() => mailJobs(harness)).toMatchObject([{ status: 'pending', last_error: 'Too many requests' }]);
    harness.advance(1);
    await harness.drain();
    expect(resend.calls).toHaveLength(1);
    harness.advance(1);
    await harness.drain();
    expect(await waitForAnnouncement(ctx.bea, id, isEnded)).toMatchObject({ status: 'sent', delivered_count: 4 });
    expect(resend.calls[1]).toEqual(resend.calls[0]);
    expect(resend.received()).toEqual(once(everybody(harness)));
  });

  test('[SYNC-12] a short refusal is waited for: the drain that met it sends the mail itself', async () => {
    const { ctx, resend } = harness;
    resend.behave = () => (resend.calls.length === 1 ? { status: 503, message: 'Service Unavailable' } : 'accept');
    const id = await startSending(ctx, ctx.bea);
    expect(await waitForAnnouncement(ctx.bea, id, isEnded)).toMatchObject({ status: 'sent', delivered_count: 4 });
    expect(resend.received()).toEqual(once(everybody(harness)));
  });

  test('[SYNC-12] an answer that got lost: the mails were taken, and nobody gets them twice', async () => {
    const { ctx, resend } = harness;
    resend.behave = () => (resend.calls.length === 1 ? 'lose' : 'accept');
    const id = await startSending(ctx, ctx.bea);
    await expect.poll(() => mailJobs(harness)).toMatchObject([{ status: 'pending', last_error: expect.any(String) }]);
    harness.advance(1);
    await harness.drain();
    expect(await waitForAnnouncement(ctx.bea, id, isEnded)).toMatchObject({ status: 'sent', delivered_count: 4 });
    expect(resend.received()).toEqual(once(everybody(harness)));
  });

  test('[ANN-61] [ANN-51] one that refuses everything: every mail failed with its reason, in one call a batch', async () => {
    const { ctx, resend } = harness;
    await addResidents(ctx, 196);
    resend.behave = () => ({ status: 403, name: 'invalid_api_key', message: 'API key is invalid' });
    const id = await startSending(ctx, ctx.bea);
    const failed = await waitForAnnouncement(ctx.bea, id, isEnded);
    expect(failed).toMatchObject({ status: 'failed', delivered_count: 0, failed_count: 200, sending_since: null });
    expect(failed.delivery_stats.email_failed).toHaveLength(200);
    expect(failed.delivery_stats.email_failed[0]).toMatchObject({ name: ctx.bea.name, reason: 'API key is invalid' });
    expect(resend.calls).toHaveLength(2);
    expect((await list(ctx.rex)).totalDocs).toBe(0);
    const ended = { status: 'failed', payload: expect.stringContaining(id) };
    await expect.poll(() => mailJobs(harness)).toMatchObject([ended, ended]);
  });

  test('[ANN-61] [SYNC-12] given up after three days: the mails failed with the reason, and Retry Send reaches each once', async () => {
    const { ctx, resend } = harness;
    // Every call is accepted but its answer is lost, so the outcome is unknown.
    resend.behave = () => 'lose';
    const id = await startSending(ctx, ctx.bea);
    await expect
      .poll(() => mailJobs(harness))
      .toMatchObject([{ attempts: 1, last_error: expect.stringContaining('reached') }]);
    for (let hour = 0; hour < 74; hour += 1) {
      harness.advance(61);
      await harness.drain();
    }
    harness.advance(-74 * 61);
    await expect
      .poll(() => mailJobs(harness))
      .toMatchObject([{ status: 'failed', payload: expect.stringContaining(id) }]);
    const failed = await read(ctx.bea, id);
    expect(failed).toMatchObject({ status: 'failed', failed_count: 4 });
    expect(failed.delivery_stats.email_failed[0].reason).toBe('The mail service could not be reached');
    resend.behave = () => 'accept';
    expect((await send(ctx.bea, id)).body.delivery_summary).toEqual({ email_delivered: 4, total_recipients: 4 });
    expect(resend.received()).toEqual(once(everybody(harness)));
  });

  test('[VIO-50] [SYNC-12] a violation’s mail waits for the provider too, and is sent once', async () => {
    const { ctx, resend } = harness;
    resend.behave = () => (resend.calls.length === 1 ? 'lose' : 'accept');
    await issue(ctx.bea, ctx.rex);
    await expect
      .poll(() => mailJobs(harness))
      .toMatchObject([{ kind: 'mailViolation', last_error: expect.any(String) }]);
    harness.advance(1);
    await harness.drain();
    await expect.poll(() => mailJobs(harness)).toMatchObject([{ status: 'done', payload: '{}' }]);
    expect(resend.received()).toEqual(once([ctx.rex.email]));
  });

  test('[VIO-50] a violation’s mail that is refused for good is not tried again; one to somebody who has left is not sent', async () => {
    const { ctx, resend } = harness;
    resend.invalid.add(ctx.rex.email);
    await issue(ctx.bea, ctx.rex);
    await expect
      .poll(() => mailJobs(harness))
      .toMatchObject([{ status: 'failed', attempts: 1, last_error: expect.stringContaining('Invalid') }]);
    await resend.close();
    await issue(ctx.bea, ctx.rita);
    await expect
      .poll(async () => (await mailJobs(harness)).map((row) => row.last_error))
      .toContainEqual(expect.stringContaining('reached'));
    await ctx.db.execute({ sql: "UPDATE users SET status = 'inactive' WHERE id = ?", args: [ctx.rita.id] });
    await resend.open();
    harness.advance(1);
    await harness.drain();
    expect(resend.sent).toEqual([]);
  });
});

describe('an address that is no good', () => {
  test.each([
    ['names it', true],
    ['refuses the batch', false],
  ])(
    '[ANN-51] [ANN-61] a provider that %s: all others get theirs, and Retry All tries that one alone',
    async (_, permissive) => {
      const { ctx, resend } = harness;
      const addresses = await addResidents(ctx, 146);
      const bad = [nth(addresses, 40), nth(addresses, 120)];
      for (const address of bad) resend.invalid.add(address);
      resend.permissive = permissive;
      const id = await startSending(ctx, ctx.bea);
      const sent = await waitForAnnouncement(ctx.bea, id, isEnded);
      expect(sent).toMatchObject({ status: 'sent', recipient_count: 150, delivered_count: 148, failed_count: 2 });
      const failed = sent.delivery_stats.email_failed as { _id: string; email: string; reason: string }[];
      expect(failed.map(({ email, reason }) => [email, reason]).sort()).toEqual(
        bad.map((address) => [address, `Invalid \`to\` field: ${address}`]).sort(),
      );
      expect(resend.received()).toEqual(
        once([...everybody(harness), ...addresses].filter((one) => !bad.includes(one))),
      );
      expect(resend.calls.length).toBeLessThanOrEqual(permissive ? 2 : 32);
      expect((await retry(ctx.bea, id)).body.retry_summary).toEqual({ email_delivered: 0, email_failed: 2 });
      resend.invalid.clear();
      resend.calls = [];
      const first = nth(failed, 0);
      expect((await retry(ctx.bea, id, [first._id])).body.retry_summary).toEqual({
        email_delivered: 1,
        email_failed: 0,
      });
      expect(resend.calls.flatMap(({ to }) => to)).toEqual([first.email]);
      expect((await retry(ctx.bea, id)).body.retry_summary).toEqual({ email_delivered: 1, email_failed: 0 });
      const mended = await read(ctx.bea, id);
      expect(mended).toMatchObject({ status: 'sent', delivered_count: 150, failed_count: 0, sending_since: null });
      expect(mended.sent_at).toBe(sent.sent_at);
      expect(resend.received()).toEqual(once([...everybody(harness), ...addresses]));
    },
  );

  test('[ANN-60] Retry Send asks again for those alone whom the failed sending did not reach', async () => {
    const { ctx, resend } = harness;
    const gone = nth(await addResidents(ctx, 1), 0);
    for (const address of [gone, ...everybody(harness)]) resend.invalid.add(address);
    const id = await startSending(ctx, ctx.bea);
    expect(await waitForAnnouncement(ctx.bea, id, isEnded)).toMatchObject({ status: 'failed', failed_count: 5 });
    await ctx.db.batch([
      {
        sql: setRecipients("iif(value ->> 0 = ?, json_replace(value, '$[3]', 'delivered'), value)"),
        args: [ctx.rex.id, id],
      },
      { sql: "UPDATE users SET status = 'inactive' WHERE email = ?", args: [gone] },
    ]);
    resend.invalid.clear();
    expect((await send(ctx.bea, id)).body.delivery_summary).toEqual({ email_delivered: 4, total_recipients: 4 });
    expect(resend.received()).toEqual(once(everybody(harness).filter((email) => email !== ctx.rex.email)));
    expect(idsOf((await read(ctx.bea, id)).recipients)).not.toContain(gone);
  });

  test('[ANN-88] [ANN-90] retries pressed one after the other without a connection are all made', async () => {
    const { ctx, resend } = harness;
    for (const person of [ctx.rex, ctx.rita, ctx.sue]) resend.invalid.add(person.email);
    const id = await startSending(ctx, ctx.bea);
    expect(await waitForAnnouncement(ctx.bea, id, isEnded)).toMatchObject({ status: 'sent', failed_count: 3 });
    resend.invalid.clear();
    const each = [ctx.rex, ctx.rita, ctx.sue].map(
      (person) => ['retryAnnouncement', { id, user_ids: [person.id] }] as [string, object],
    );
    expect(await push(ctx, ctx.bea, ...each)).toEqual([]);
    const sent = await waitForAnnouncement(ctx.bea, id, ({ sending_since }) => sending_since === null);
    expect(sent).toMatchObject({ delivered_count: 4, failed_count: 0 });
    expect(resend.received()).toEqual(once(everybody(harness)));
  });
});
