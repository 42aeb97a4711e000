import { uuidv7 } from 'uuidv7';
import { beforeEach, expect, test } from 'vitest';
import { announcementLimit, invitationLimit, MAILS_A_DAY, mailKey } from '../../schema/limits.ts';
import { FILE_LIMIT } from '../../schema/uploads.ts';
import { MAILS_USED_UP } from '../../sync/failed-jobs/mail-pause.ts';
import { withoutEmails } from '../../sync/server/limits.ts';
import { runSchedule } from '../../worker/five-minutes.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { create, push } from '../support/announcements.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { create as createDue, createTrackedContext, issue } from '../support/dues.ts';
import { testConfig } from '../support/fixtures.ts';
import { clockAtNoon, countedToday, endDay, leave } from '../support/limits.ts';
import { addResidents, once } from '../support/mail-harness.ts';
import { ownDatabase } from '../support/own-database.ts';
import { nth, required } from '../support/required.ts';
import { ResendEmulator } from '../support/resend-emulator.ts';
import { newGroup, pullAll } from '../support/sync.ts';
import { presign } from '../support/uploads.ts';
import { issue as issueViolation } from '../support/violations.ts';

const database = ownDatabase();
const TRIAL = MAILS_A_DAY.starter.trial;

/** An HOA on a starter trial, at noon. */
const createHome = async () => {
  await database.db.execute("DELETE FROM outbox WHERE status = 'pending'");
  const resend = await new ResendEmulator().open();
  const clock = clockAtNoon();
  const ctx = await createTrackedContext({
    db: database.db,
    now: clock.now,
    config: { ...testConfig(), resendUrl: resend.url },
  });
  const { hoa_id, db, deps } = ctx;
  await db.execute({
    sql: `INSERT INTO subscriptions (id, hoa_id, plan, status, created_at) VALUES (?, ?, 'starter', 'trialing', ?)`,
    args: [uuidv7(), hoa_id, clock.now().toISOString()],
  });
  return {
    ...ctx,
    resend,
    advance: clock.advance,
    leaveMails: (left: number) => leave(ctx, { key: mailKey('mails', hoa_id), max: TRIAL }, left),
    drain: async () => {
      await ctx.finishBackgroundWork();
      await drainOutbox(deps, { hoa_id, maxWaitMs: 0, budget: 1000 });
    },
    announcement: async (id: string) => {
      const sql = 'SELECT status, delivered_count, failed_count FROM announcements WHERE id = ?';
      return { ...(await db.execute({ sql, args: [id] })).rows[0] };
    },
    pausedUntil: async () =>
      (await db.execute({ sql: 'SELECT mails_paused_until AS at FROM hoas WHERE id = ?', args: [hoa_id] })).rows[0]?.at,
  };
};

let home: Awaited<ReturnType<typeof createHome>>;
beforeEach(async () => {
  home = await createHome();
  return () => home.resend.close();
});
const everybody = () => once([home.bea, home.rex, home.rita, home.sue].map(({ email }) => email));
const send = (id: string) => push(home, home.bea, ['sendAnnouncement', { id }]);

test('[ANN-59] an announcement that fits the day goes out; one that does not waits until the next, and nothing is lost', async () => {
  const { bea, deps, resend, drain } = home;
  await home.leaveMails(7);
  const [fits, waits] = [(await create(bea))._id, (await create(bea))._id];
  for (const id of [fits, waits]) {
    await send(id);
    await drain();
  }
  expect(await home.announcement(fits)).toMatchObject({ status: 'sent', delivered_count: 4 });
  expect(await home.announcement(waits)).toMatchObject({ status: 'sending', delivered_count: 0, failed_count: 0 });
  expect(resend.received()).toEqual(everybody());
  const midnight = `${deps.now().toISOString().slice(0, 10)}T00:00:00.000Z`;
  expect(Date.parse(String(await home.pausedUntil()))).toBe(Date.parse(midnight) + 86_400_000);
  // Neither the hours nor the schedule make a failure of it.
  home.advance(2);
  await runSchedule(deps);
  expect(await home.announcement(waits)).toMatchObject({ status: 'sending' });
  home.advance(10.1);
  await runSchedule(deps);
  await drain();
  expect(await home.announcement(waits)).toEqual({ status: 'sent', delivered_count: 4, failed_count: 0 });
});

test('[ANN-59] once emails wait, a further announcement is refused until then, on an offline device too', async () => {
  const { bea, rex, resend } = home;
  const device = await new Device(home, bea).sync();
  const resident = await new Device(home, rex).sync();
  await home.leaveMails(3);
  const [waits, next] = [(await create(bea))._id, (await create(bea))._id];
  await send(waits);
  await home.drain();
  const { status, body, headers } = await bea.call('POST', `/api/announcements/${next}/send`, {});
  expect([status, body.message]).toEqual([429, `${MAILS_USED_UP} Please try again in 12 hours.`]);
  expect(headers.get('Retry-After')).toBe(String(body.retryAfter));
  await Promise.all([device.sync(), resident.sync()]);
  device.online = false;
  const hoa = device.store.rows('hoa').all[0];
  expect(hoa?.mails_paused_until).toBe(await home.pausedUntil());
  expect(resident.store.rows('hoa').all[0]?.mails_paused_until).toBeUndefined();
  await expect(device.store.mutate('sendAnnouncement', { id: next })).rejects.toThrow(MAILS_USED_UP);
  expect(resend.sent).toEqual([]);
  await Promise.all([device.close(), resident.close()]);
});

test('[DUE-32] invoices have mails of their own; over theirs they wait, for days if need be, and are never given up', async () => {
  const { bea, rex, rita, resend, deps, hoa_id } = home;
  const SENT = Date.parse('2099-01-31T18:00:00Z');
  const on = (day: number) => ({ ...home, deps: { ...deps, now: () => new Date(SENT + day * 86_400_000) } });
  const drainOn = (day: number) => drainOutbox(on(day).deps, { hoa_id, maxWaitMs: 0, budget: 1000 });
  const leaveOn = (day: number, left: number) => leave(on(day), { key: mailKey('invoices', hoa_id), max: TRIAL }, left);
  await leave(on(0), { key: mailKey('mails', hoa_id), max: TRIAL }, 0);
  const due = await createDue(bea, [rex, rita], { frequency: 'one_time' });
  await home.finishBackgroundWork();
  await issue(home, due._id, '2099-01-31T18:00:00Z');
  for (let day = 0; day < 10; day += 1) {
    await leaveOn(day, 1);
    await drainOn(day);
  }
  expect(resend.calls).toEqual([]);
  await leaveOn(10, 2);
  await drainOn(10);
  expect(resend.received()).toEqual(once([rex.email, rita.email]));
  const sql = "SELECT count(*) AS failed FROM outbox WHERE hoa_id = ? AND status = 'failed'";
  expect((await home.db.execute({ sql, args: [hoa_id] })).rows[0]?.failed).toBe(0);
});

test('[VIO-41] [BULK-24] notices and invitations wait as well; their records are there at once', async () => {
  const { bea, rex, resend } = home;
  await home.leaveMails(0);
  const emails = [1, 2].map(() => `${uuidv7()}@example.test`);
  const users = emails.map((resident_email) => ({ resident_name: 'New', resident_email, role: 'resident' }));
  expect((await bea.call('POST', '/api/users/bulk', { users })).status).toBe(201);
  await issueViolation(bea, rex);
  await home.drain();
  expect(resend.sent).toEqual([]);
  home.advance(12.1);
  await home.drain();
  expect(resend.received()).toEqual(once([...emails, rex.email]));
});

test('[SYNC-12] mails that the provider did not take count nothing', async () => {
  const { bea, resend, drain } = home;
  resend.behave = () => ({ status: 503, message: 'Down' });
  await send((await create(bea))._id);
  await drain();
  const key = mailKey('mails', home.hoa_id);
  expect([resend.calls.length > 0, await countedToday(home, key)]).toEqual([true, 0]);
  resend.behave = () => 'accept';
  home.advance(1);
  await drain();
  expect([resend.received(), await countedToday(home, key)]).toEqual([everybody(), 4]);
});

test.each([
  ['starter', 'trialing', MAILS_A_DAY.starter.trial],
  ['starter', 'active', MAILS_A_DAY.starter.paid],
  ['pro', 'past_due', MAILS_A_DAY.pro.paid],
  [undefined, undefined, MAILS_A_DAY.free.paid],
])('the mails of a day on the plan %s that is %s are %i', async (plan, status, max) => {
  const { db, hoa_id, bea, drain } = home;
  if (plan)
    await db.execute({
      sql: 'UPDATE subscriptions SET plan = ?, status = ? WHERE hoa_id = ?',
      args: [plan, required(status), hoa_id],
    });
  else await db.execute({ sql: 'DELETE FROM subscriptions WHERE hoa_id = ?', args: [hoa_id] });
  await leave(home, { key: mailKey('mails', hoa_id), max }, 4);
  await send((await create(bea))._id);
  await drain();
  expect([home.resend.sent.length, await countedToday(home, mailKey('mails', hoa_id))]).toEqual([4, max]);
});

testBothApis('[ANN-59] announcements of an HOA a day: over them 429, the next day passes', async (api, ctx) => {
  const limit = announcementLimit(ctx.hoa_id);
  await leave(ctx, limit, 1);
  const sending = async () => api.act(ctx.bea, 'sendAnnouncement', { id: (await create(ctx.bea))._id });
  expect(await sending()).toEqual({ ok: true });
  expect(await sending()).toMatchObject({ ok: false, message: expect.stringMatching(tooMany(limit.reason)) });
  await endDay(ctx, [limit]);
  expect(await sending()).toEqual({ ok: true });
});

testBothApis('[USERS-39] invitations to one person a day: over them 429, the next day passes', async (api, ctx) => {
  const { bea, hoa_id } = ctx;
  const person = { id: uuidv7(), email: `${uuidv7()}@example.test`, role: 'resident' };
  expect(await api.act(bea, 'inviteUser', person)).toEqual({ ok: true });
  const sql = 'SELECT id FROM users WHERE email = ?';
  const id = String((await ctx.db.execute({ sql, args: [person.email] })).rows[0]?.id);
  const again = () => api.act(bea, 'resendInvite', { id });
  for (let sent = 1; sent < 5; sent += 1) expect(await again()).toEqual({ ok: true });
  const limit = invitationLimit(hoa_id, person.email);
  expect(await again()).toMatchObject({ ok: false, message: expect.stringMatching(tooMany(limit.reason)) });
  // Deleting and inviting them anew is no way around it.
  expect(await api.act(bea, 'deleteUser', { id })).toEqual({ ok: true });
  expect(await api.act(bea, 'inviteUser', { ...person, id: uuidv7() })).toMatchObject({ ok: false });
  await endDay(ctx, [{ key: withoutEmails(limit.key, hoa_id) }]);
  expect(await api.act(bea, 'inviteUser', { ...person, id: uuidv7() })).toEqual({ ok: true });
});

const tooMany = (reason: string) =>
  new RegExp(`^${reason.replaceAll('.', '\\.')} Please try again in \\d+ (minutes?|hours?)\\.$`);

test('a trial of 400 units meets no limit on a day on which it invites everybody, writes to them twice, and files 30 scans', async () => {
  const { db, hoa_id, bea, sue, resend, drain } = home;
  await db.execute({ sql: "UPDATE subscriptions SET plan = 'pro' WHERE hoa_id = ?", args: [hoa_id] });
  const emails = await addResidents(home, 800);
  const users = Array.from({ length: 800 }, (_, at) => ({
    resident_name: `New ${at}`,
    resident_email: `${uuidv7()}@example.test`,
    role: 'resident',
  }));
  expect((await bea.call('POST', '/api/users/bulk', { users })).status).toBe(201);
  for (let sent = 0; sent < 2; sent += 1) await send((await create(bea))._id);
  await drain();
  expect(resend.sent).toHaveLength(800 + 2 * (800 + 4));
  expect(resend.received()[nth(emails, 0)]).toBe(2);
  expect(await home.pausedUntil()).toBeNull();
  const scans = Array.from({ length: 30 }, () => presign(sue, 'scan.pdf', { fileSize: FILE_LIMIT }));
  const firstSyncs = Array.from({ length: 5 }, () => pullAll(sue, newGroup()));
  await Promise.all(firstSyncs);
  expect(new Set((await Promise.all(scans)).map(({ status }) => status))).toEqual(new Set([200]));
});
