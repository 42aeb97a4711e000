import type { Client, InStatement } from '@libsql/client';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Deps } from '../../worker/deps.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { read, waitForAnnouncement } from '../support/announcements.ts';
import {
  addResidents,
  everybody,
  isEnded,
  mailJobs,
  mailsForEach,
  once,
  startSending,
} from '../support/mail-harness.ts';

const harness = mailsForEach();

describe('a worker that is killed', () => {
  beforeEach(() => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    return () => log.mockRestore();
  });

  /** The same worker, whose writes fail from some point on, as if it had been killed there; its lease stays. */
  const dying = (db: Client, isDead: (statements: InStatement[]) => boolean): Deps => {
    let dead = false;
    const gate = (statements: InStatement[], mode: 'read' | 'write') => {
      dead ||= isDead(statements);
      return dead ? Promise.reject(new Error('killed')) : db.batch(statements, mode);
    };
    return {
      ...harness.deps,
      db: new Proxy(db, { get: (target, name) => (name === 'batch' ? gate : Reflect.get(target, name, target)) }),
    };
  };
  const endsRow = (statements: InStatement[]) => JSON.stringify(statements).includes("payload = '{}'");

  test('[SYNC-12] between the provider’s answer and its record: nobody gets it twice, nobody is left out', async () => {
    const { ctx, resend } = harness;
    const id = await harness.queueAnnouncement();
    const killed = dying(ctx.db, () => resend.calls.length > 0);
    await expect(drainOutbox(killed, { maxWaitMs: 0 })).rejects.toThrow('killed');
    expect(resend.received()).toEqual(once(everybody(harness)));
    expect(await read(ctx.bea, id)).toMatchObject({ status: 'sending', delivered_count: 0 });
    await harness.drain();
    expect(resend.calls).toHaveLength(1);
    harness.advance(1);
    await harness.drain();
    expect(await read(ctx.bea, id)).toMatchObject({ status: 'sent', delivered_count: 4, failed_count: 0 });
    expect(resend.calls).toHaveLength(2);
    expect(resend.received()).toEqual(once(everybody(harness)));
  });

  test('[SYNC-12] after the record, before the row is done: it sends nothing more', async () => {
    const { ctx, resend } = harness;
    const id = await harness.queueAnnouncement();
    const killed = dying(ctx.db, (statements) => resend.calls.length > 0 && endsRow(statements));
    await expect(drainOutbox(killed, { maxWaitMs: 0 })).rejects.toThrow('killed');
    expect(await read(ctx.bea, id)).toMatchObject({ status: 'sent', delivered_count: 4 });
    harness.advance(1);
    await harness.drain();
    expect(resend.calls).toHaveLength(1);
    expect(await mailJobs(harness)).toMatchObject([{ status: 'done' }]);
  });

  test('[SYNC-12] [ANN-62] once recipients are fixed: they are not fixed again, and each batch goes out once', async () => {
    const { ctx, resend } = harness;
    const addresses = await addResidents(ctx, 246);
    const id = await harness.queueAnnouncement();
    await expect(drainOutbox(dying(ctx.db, endsRow), { maxWaitMs: 0 })).rejects.toThrow('killed');
    expect((await read(ctx.bea, id)).recipient_count).toBe(250);
    harness.advance(1);
    await harness.drain();
    expect(await read(ctx.bea, id)).toMatchObject({ status: 'sent', delivered_count: 250 });
    expect(resend.calls).toHaveLength(3);
    expect(resend.received()).toEqual(once([...everybody(harness), ...addresses]));
  });

  test('[SYNC-12] many drains at once send each batch once', async () => {
    const { ctx, resend } = harness;
    const addresses = await addResidents(ctx, 396);
    const id = await startSending(ctx, ctx.bea);
    await Promise.all(Array.from({ length: 12 }, () => harness.drain()));
    expect(await waitForAnnouncement(ctx.bea, id, isEnded)).toMatchObject({ status: 'sent', delivered_count: 400 });
    expect(resend.calls).toHaveLength(4);
    expect(new Set(resend.calls.map(({ key }) => key)).size).toBe(4);
    expect(resend.received()).toEqual(once([...everybody(harness), ...addresses]));
  });
});
