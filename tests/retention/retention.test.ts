import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Deps } from '../../worker/deps.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { NIGHTLY_CRON, runNightly } from '../../worker/nightly.ts';
import { runCron } from '../../worker/schedule.ts';
import { Device } from '../support/device.ts';
import { createTrackedContext } from '../support/dues.ts';
import { createContext, type TestContext, withClock } from '../support/fixtures.ts';
import { ownDatabase } from '../support/own-database.ts';
import { request } from '../support/sync.ts';
import { createWithFile, upload } from '../support/uploads.ts';
import { invite } from '../support/users.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const daysLater = ({ deps }: TestContext, days: number): Deps =>
  withClock(deps, () => new Date(Date.now() + days * DAY_MS));
const countOf = async ({ db, hoa_id }: TestContext, table: string, where = '1') => {
  const sql = `SELECT count(*) AS count FROM ${table} WHERE hoa_id = ? AND ${where}`;
  return Number((await db.execute({ sql, args: [hoa_id] })).rows[0]?.count);
};

describe('the nightly sweep', () => {
  const own = ownDatabase();
  test('has a cron of its own, and keeps what is not due', async () => {
    const ctx = await createTrackedContext({ db: own.db });
    const crons = /^crons = (.*)$/m.exec(readFileSync('wrangler.toml', 'utf8'))?.[1];
    expect(JSON.parse(crons ?? '[]')).toContain(NIGHTLY_CRON);
    await invite(ctx.bea);
    await ctx.finishBackgroundWork();
    expect(await countOf(ctx, 'outbox', "kind = 'mailInvitations' AND status = 'done'")).toBe(1);
    const kept = ['outbox', 'refresh_tokens', 'user_tokens'];
    const before = await Promise.all(kept.map((table) => countOf(ctx, table)));
    await runCron(ctx.deps, NIGHTLY_CRON);
    expect(await Promise.all(kept.map((table) => countOf(ctx, table)))).toEqual(before);
  });

  test('[FILE-15] removes an upload that no record has claimed, with its file, and leaves claimed ones', async () => {
    const ctx = await createTrackedContext({ db: own.db });
    const claimed = await upload(ctx.rex, 'kept.png');
    const left = await upload(ctx.rex, 'left.png');
    const { photo_url } = (await createWithFile(ctx.rex, claimed.s3Key)) as unknown as { photo_url: string };
    const later = daysLater(ctx, 8);
    await runNightly(later);
    await drainOutbox(
      withClock(later, () => new Date(Date.now() + 9 * DAY_MS)),
      { hoa_id: ctx.hoa_id },
    );
    expect(await countOf(ctx, 'uploads')).toBe(1);
    expect(await ctx.deps.storage.head(left.s3Key)).toBeUndefined();
    expect(await ctx.deps.storage.head(photo_url)).toBeDefined();
  });

  test('removes done jobs, expired links and sign-ins once their periods are over', async () => {
    const ctx = await createTrackedContext({ db: own.db });
    await invite(ctx.bea);
    await ctx.finishBackgroundWork();
    await runNightly(daysLater(ctx, 45));
    expect(await countOf(ctx, 'outbox', "kind = 'mailInvitations' AND status = 'done'")).toBe(1);
    expect(await countOf(ctx, 'user_tokens')).toBe(0);
    await runNightly(daysLater(ctx, 401));
    expect(await countOf(ctx, 'outbox', "kind = 'mailInvitations'")).toBe(0);
    expect(await countOf(ctx, 'refresh_tokens')).toBe(0);
  });

  test('a step that fails is told, and the others run', async () => {
    const { deps } = await createContext({ db: own.db });
    const ran: string[] = [];
    const steps = [
      { name: 'first', run: () => Promise.reject(new Error('no')) },
      { name: 'second', run: async () => void ran.push('second') },
    ];
    await expect(runNightly(deps, steps)).rejects.toThrow('nightly first failed: Error: no');
    expect(ran).toEqual(['second']);
  });
});

describe('a device away for more than a year', () => {
  const own = ownDatabase();
  const yearPasses = ({ db }: TestContext) =>
    db.execute("UPDATE sync_clients SET seen_at = strftime('%Y-%m-%dT%H:%M:%fZ', seen_at, '-366 days')");

  test('[SYNC-10] [SYNC-11] has what it had not heard of kept in the outbox, and nothing applied twice', async () => {
    const ctx = await createContext({ db: own.db });
    const device = await new Device(ctx, ctx.rex).sync();
    const pulls = device.holdPulls();
    device.loseAnswers = 5;
    const [accepted, unsent] = [request('Accepted'), request('Unsent')];
    await device.store.mutate('createRequest', accepted);
    await device.store.replicache.push({ now: true }).catch(() => undefined);
    device.online = false;
    await device.store.mutate('createRequest', unsent);
    await yearPasses(ctx);
    await runNightly(ctx.deps);
    expect(await countOf(ctx, 'sync_clients')).toBe(0);
    Object.assign(device, { online: true, loseAnswers: 0 });
    pulls.release();
    await device.sync();
    expect(device.store.outbox.map(({ kind, message }) => [kind, message?.slice(0, 49)])).toEqual([
      ['refused', 'This device has not connected for more than a yea'],
      ['refused', 'This device has not connected for more than a yea'],
    ]);
    expect(device.store.rows('request').all.map(({ id }) => id)).toEqual([accepted.id]);
    await device.store.mutate('createRequest', request('New'));
    await device.sync();
    expect(device.store.rows('request').all).toHaveLength(2);
    await device.close();
  });
});
