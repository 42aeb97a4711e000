import { describe, expect, test } from 'vitest';
import { runSchedule } from '../../worker/five-minutes.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { list, read, send, waitForAnnouncement } from '../support/announcements.ts';
import { withClock } from '../support/fixtures.ts';
import { addResidents, everybody, mailsForEach, once, setRecipients, startSending } from '../support/mail-harness.ts';

const harness = mailsForEach();

/** Runs the schedule as if its event had come `minutes` from now. */
const cron = (minutes: number) =>
  runSchedule(withClock(harness.deps, () => new Date(harness.deps.now().getTime() + minutes * 60_000)));

describe('the schedule', () => {
  test('[ANN-63] a sending that stands still for 15 minutes has failed, however often and in whatever order that is found', async () => {
    const { ctx, resend } = harness;
    await resend.close();
    const id = await startSending(ctx, ctx.bea);
    await waitForAnnouncement(
      ctx.bea,
      id,
      ({ recipient_count, sending_since }) => recipient_count === 4 && sending_since,
    );
    await cron(14);
    expect(await read(ctx.bea, id)).toMatchObject({ status: 'sending', failed_count: 0 });
    await Promise.all([cron(16), cron(16), cron(17)]);
    await cron(3);
    const failed = await read(ctx.bea, id);
    expect(failed).toMatchObject({ status: 'failed', failed_count: 4, delivered_count: 0, sending_since: null });
    expect(failed.delivery_stats.email_failed[0].reason).toBe('The mail service did not respond in time');
    expect((await list(ctx.rex)).totalDocs).toBe(0);
    await resend.open();
    await cron(60);
    expect(resend.sent).toEqual([]);
    expect((await send(ctx.bea, id)).body.delivery_summary).toEqual({ email_delivered: 4, total_recipients: 4 });
    expect(resend.received()).toEqual(once(everybody(harness)));
  });

  test('[ANN-63] one that still moves goes on, and one that has stopped half way keeps whom it reached', async () => {
    const { ctx, resend } = harness;
    const addresses = await addResidents(ctx, 146);
    resend.behave = ({ to }) => (to.length === 100 ? 'accept' : { status: 503, message: 'Service Unavailable' });
    const id = await startSending(ctx, ctx.bea);
    const half = await waitForAnnouncement(ctx.bea, id, ({ delivered_count }) => delivered_count === 100);
    const sql = setRecipients("iif(value ->> 5 IS NULL, value, json_replace(value, '$[5]', ?))");
    const soon = new Date(harness.deps.now().getTime() + 10 * 60_000).toISOString();
    await ctx.db.execute({ sql, args: [soon, id] });
    await cron(20);
    expect(await read(ctx.bea, id)).toMatchObject({ status: 'sending', failed_count: 0 });
    await cron(26);
    expect(await read(ctx.bea, id)).toMatchObject({ status: 'failed', delivered_count: 100, failed_count: 50 });
    resend.behave = () => 'accept';
    expect((await send(ctx.bea, id)).body.delivery_summary).toEqual({ email_delivered: 150, total_recipients: 150 });
    expect(half.recipient_count).toBe(150);
    expect(resend.received()).toEqual(once([...everybody(harness), ...addresses]));
  });

  test('[SYNC-12] what a worker that was killed or away left undone goes out, in every HOA, also after weeks', async () => {
    const { ctx, resend } = harness;
    const id = await harness.queueAnnouncement();
    await ctx.db.execute({
      sql: "UPDATE outbox SET next_at = ? WHERE status = 'pending'",
      args: [harness.deps.now().toISOString()],
    });
    await cron(3 * 7 * 24 * 60);
    expect(await read(ctx.bea, id)).toMatchObject({ status: 'sent', delivered_count: 4 });
    expect(resend.received()).toEqual(once(everybody(harness)));
  });

  test('[SYNC-12] late events, twice and at once, still send everything once', async () => {
    const { ctx, resend } = harness;
    const addresses = await addResidents(ctx, 246);
    const id = await harness.queueAnnouncement();
    await Promise.all([cron(-60), cron(-60), cron(-5), cron(0), drainOutbox(harness.deps, { maxWaitMs: 0 })]);
    await waitForAnnouncement(ctx.bea, id, ({ status }) => status === 'sent');
    expect(resend.calls).toHaveLength(3);
    expect(resend.received()).toEqual(once([...everybody(harness), ...addresses]));
  });

  test('[ANN-63] a drain of one HOA leaves the work of others alone', async () => {
    const { ctx } = harness;
    const id = await harness.queueAnnouncement();
    await drainOutbox(harness.deps, { hoa_id: ctx.olga.hoa_id, maxWaitMs: 0 });
    expect(await read(ctx.bea, id)).toMatchObject({ status: 'sending', recipient_count: 4, delivered_count: 0 });
    await drainOutbox(harness.deps, { hoa_id: ctx.hoa_id, maxWaitMs: 0 });
    expect((await read(ctx.bea, id)).status).toBe('sent');
  });
});
