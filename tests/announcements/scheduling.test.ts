import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { announcementLimit } from '../../schema/limits.ts';
import { sendAnnouncement } from '../../worker/jobs/mail-announcement.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { create, draft, get, NOT_FOUND, push, read, send } from '../support/announcements.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { failingAfter } from '../support/failing-database.ts';
import { statusAndMessage } from '../support/fixtures.ts';
import { endDay, leave } from '../support/limits.ts';
import { everybody, mailsForEach, once } from '../support/mail-harness.ts';
import { required } from '../support/required.ts';
import { address, setUser } from '../support/users.ts';

const harness = mailsForEach();
const FAR = '2099-01-01T17:00:00.000Z';

const inMinutes = (minutes: number) => new Date(harness.deps.now().getTime() + minutes * 60_000).toISOString();

const schedule = (id: string, send_at: string) =>
  harness.afterDrains(harness.ctx.bea.call('PUT', `/api/announcements/${id}/schedule`, { send_at }));
const unschedule = (id: string) => harness.ctx.bea.call('DELETE', `/api/announcements/${id}/schedule`);

/** A draft that goes out in so many minutes. */
const scheduled = async (minutes: number, over: object = {}) => {
  const { _id } = await create(harness.ctx.bea, over);
  const send_at = inMinutes(minutes);
  const { status, body } = await schedule(_id, send_at);
  expect([status, body.status, body.send_at]).toEqual([200, 'scheduled', send_at]);
  return { id: _id as string, send_at };
};

/** Access tokens end after some minutes, so the database is asked. */
const statusOf = async (id: string) => {
  const sql = 'SELECT status FROM announcements WHERE id = ?';
  return (await harness.ctx.db.execute({ sql, args: [id] })).rows[0]?.status;
};

describe('[ANN-55] a scheduled announcement', () => {
  test('[ANN-62] [SYNC-12] goes out at its time, once', async () => {
    const { ctx, resend, drain, advance } = harness;
    const { id } = await scheduled(3);
    await drain();
    advance(2);
    await drain();
    expect([resend.received(), await statusOf(id)]).toEqual([{}, 'scheduled']);
    expect((await get(ctx.rex, id)).status).toBe(404);
    advance(1);
    await drain();
    await drain();
    expect([resend.received(), await statusOf(id)]).toEqual([once(everybody(harness)), 'sent']);
    expect((await get(ctx.rex, id)).status).toBe(200);
  });

  test('[SYNC-12] goes out once where its job runs twice at a time, and again later', async () => {
    const { ctx, deps, resend, drain, advance } = harness;
    const { id, send_at } = await scheduled(3);
    advance(4);
    const run = () => sendAnnouncement(deps, { id, send_at }, { hoa_id: ctx.hoa_id } as never);
    await Promise.all([run(), run(), drain()]);
    await drain();
    await run();
    await drain();
    expect([resend.received(), await statusOf(id)]).toEqual([once(everybody(harness)), 'sent']);
  });

  test.each([1, 2, 3, 4, 5, 6, 8])('[INVAR-07] goes out once where its worker dies after %i batches', async (most) => {
    const { deps, resend, drain, advance } = harness;
    const { id } = await scheduled(3);
    advance(4);
    const dying = { ...failingAfter(deps, most).deps, log: () => {} };
    await drainOutbox(dying, { maxWaitMs: 0 }).catch(() => undefined);
    // The lease of the job that died ends.
    for (let round = 0; round < 6; round += 1) {
      advance(1);
      await drain();
    }
    expect([resend.received(), await statusOf(id)]).toEqual([once(everybody(harness)), 'sent']);
  });

  test('is a draft again once canceled, is not sent, and can be sent then', async () => {
    const { ctx, resend, drain, advance } = harness;
    const { id } = await scheduled(3);
    expect(statusAndMessage(await send(ctx.bea, id))).toEqual([
      409,
      'This announcement is scheduled. Cancel the schedule to send it now.',
    ]);
    expect((await unschedule(id)).body).toMatchObject({ status: 'draft', send_at: null });
    expect((await unschedule(id)).status).toBe(200);
    advance(4);
    await drain();
    expect([resend.received(), await statusOf(id)]).toEqual([{}, 'draft']);
    expect((await send(ctx.bea, id)).status).toBe(200);
    expect(resend.received()).toEqual(once(everybody(harness)));
    expect(statusAndMessage(await unschedule(id))).toEqual([409, 'This announcement has already been sent']);
  });

  test('goes out at the time that was set last, also where that was the first', async () => {
    const { resend, drain, advance } = harness;
    const { id, send_at } = await scheduled(3);
    await schedule(id, inMinutes(6));
    advance(4);
    await drain();
    expect([resend.received(), await statusOf(id)]).toEqual([{}, 'scheduled']);
    const back = await scheduled(3);
    await schedule(back.id, inMinutes(9));
    await schedule(back.id, back.send_at);
    advance(4);
    await drain();
    expect(send_at < back.send_at).toBe(true);
    expect([await statusOf(id), await statusOf(back.id)]).toEqual(['sent', 'sent']);
    expect(Object.values(resend.received())).toEqual([2, 2, 2, 2]);
  });

  test('[ANN-62] reaches who moved to its street after it was scheduled, not who left it', async () => {
    const { ctx, resend, drain, advance } = harness;
    const homes = [await address(ctx.bea, { street: '1 Fern Way' }), await address(ctx.bea, { street: '2 Fern Way' })];
    await setUser(ctx, ctx.rex, `address_id = '${homes[0]._id}'`);
    const { id } = await scheduled(3, { audience_type: 'custom', streets: ['Fern Way'] });
    await setUser(ctx, ctx.rita, `address_id = '${homes[1]._id}'`);
    await setUser(ctx, ctx.rex, 'address_id = NULL');
    advance(4);
    await drain();
    expect(resend.received()).toEqual(once([ctx.rita.email]));
    expect([(await get(ctx.rita, id)).status, (await get(ctx.rex, id)).status]).toEqual([200, 404]);
  });

  test('[ANN-59] waits where the announcements of the day are used up', async () => {
    const { ctx, drain, advance, resend } = harness;
    const limit = announcementLimit(ctx.hoa_id);
    const { id } = await scheduled(3);
    await leave(ctx, limit, 0);
    advance(4);
    await drain();
    expect([resend.received(), await statusOf(id)]).toEqual([{}, 'scheduled']);
    await endDay(ctx, [limit]);
    advance(24 * 60);
    await drain();
    expect([resend.received(), await statusOf(id)]).toEqual([once(everybody(harness)), 'sent']);
  });

  test('keeps its instant where the association’s time zone changes', async () => {
    const { ctx } = harness;
    const { id, send_at } = await scheduled(3);
    const hoa = (await ctx.bea.call('GET', '/api/hoa')).body;
    await ctx.sue.call('PUT', '/api/hoa', { ...hoa, time_zone: 'America/Denver' });
    expect((await read(ctx.bea, id)).send_at).toBe(send_at);
    expect((await schedule(id, '2099-01-01T10:00:00-07:00')).body.send_at).toBe(FAR);
  });
});

describe('a device that comes back late', () => {
  test('[SYNC-07] whose edit or sending arrives after the time is refused, and its text is kept', async () => {
    const { ctx, drain, advance, resend } = harness;
    const { id } = await scheduled(3);
    await unschedule(id);
    const device = await new Device(ctx, ctx.sue).sync();
    device.online = false;
    await device.store.mutate('updateAnnouncement', { id, title: 'Written in the basement' });
    await device.store.mutate('sendAnnouncement', { id });
    await schedule(id, inMinutes(3));
    advance(4);
    await drain();
    device.online = true;
    await device.sync();
    const refused = device.store.rows('refusal').all;
    expect(Object.fromEntries(refused.map(({ mutation, message }) => [mutation, message]))).toEqual({
      updateAnnouncement: 'Only drafts can be edited',
      sendAnnouncement: 'This announcement has already been sent',
    });
    expect(refused.map(({ args }) => args)).toContainEqual(
      expect.objectContaining({ title: 'Written in the basement' }),
    );
    expect(device.store.rows('announcement').get(id)).toMatchObject({ status: 'sent', title: 'Pool' });
    expect(resend.received()).toEqual(once(everybody(harness)));
    await device.close();
  });

  test('[SYNC-07] whose time has passed meanwhile leaves a draft, and says so', async () => {
    const { ctx, advance } = harness;
    const device = await new Device(ctx, ctx.sue).sync();
    device.online = false;
    const id = uuidv7();
    await device.store.mutate('createAnnouncement', { id, ...draft({ title: 'Later' }) });
    await device.store.mutate('scheduleAnnouncement', { id, send_at: inMinutes(5) });
    expect(device.store.rows('announcement').get(id)?.status).toBe('scheduled');
    advance(10);
    device.online = true;
    await device.sync();
    expect(device.store.rows('refusal').all.map(({ message }) => message)).toEqual([PAST]);
    expect(await read(ctx.bea, id)).toMatchObject({ status: 'draft', title: 'Later', send_at: null });
    await device.close();
  });
});

const PAST = 'This time has passed. Choose a later one.';

describe('who may schedule what', () => {
  testBothApis('[ANN-44] a time that is past or none, and what its author never saw, are refused', async (api, ctx) => {
    const { _id: id } = await create(ctx.bea);
    const act = (args: object) => api.act(ctx.bea, 'scheduleAnnouncement', { id, ...args });
    expect(await act({ send_at: '2020-01-01T17:00:00.000Z' })).toEqual({ ok: false, code: 'invalid', message: PAST });
    for (const send_at of ['2099-01-01', '2099-01-01T17:00:00', 'soon', null, undefined])
      expect(await act({ send_at })).toMatchObject({ ok: false, code: 'invalid' });
    expect(await act({ send_at: FAR, base: { title: 'other' } })).toMatchObject({ ok: false, code: 'conflict' });
    expect((await read(ctx.bea, id)).status).toBe('draft');
    expect(await act({ send_at: FAR })).toEqual({ ok: true });
    expect(await read(ctx.bea, id)).toMatchObject({ status: 'scheduled', send_at: FAR });
  });

  testBothApis(
    '[SEC-07] [SEC-13] residents, owners or renters, cannot, and another HOA finds nothing',
    async (api, ctx) => {
      const { bea, rex, rita, olga, otto } = ctx;
      const home = await address(bea);
      await bea.call('PUT', `/api/addresses/${home._id}`, { ...home, is_rented: true });
      await setUser(ctx, rita, `address_id = '${home._id}'`);
      const { _id: id } = await create(bea);
      const { _id: sent } = await create(bea);
      await send(bea, sent);
      for (const person of [rex, rita])
        for (const [mutation, args] of [
          ['scheduleAnnouncement', { send_at: FAR }],
          ['unscheduleAnnouncement', {}],
        ] as const) {
          expect(await api.act(person, mutation, { id, ...args })).toEqual(HIDDEN);
          expect(await api.act(person, mutation, { id: sent, ...args })).toMatchObject({ code: 'forbidden' });
          for (const stranger of [olga, otto])
            expect(await api.act(stranger, mutation, { id, ...args })).toEqual(HIDDEN);
        }
      expect((await read(bea, id)).status).toBe('draft');
      expect(await api.act(bea, 'scheduleAnnouncement', { id: sent, send_at: FAR })).toEqual(ALREADY_SENT);
      expect(await api.act(bea, 'unscheduleAnnouncement', { id: sent })).toEqual(ALREADY_SENT);
    },
  );

  test('[SYNC-10] a device that knows no schedule changes nothing of it', async () => {
    const { ctx } = harness;
    const { id, send_at } = await scheduled(3);
    const refused = await push(ctx, ctx.bea, ['updateAnnouncement', { id, title: 'x' }], ['sendAnnouncement', { id }]);
    expect(refused.map(([code]) => code)).toEqual(['conflict', 'conflict']);
    expect(required(await read(ctx.bea, id))).toMatchObject({ status: 'scheduled', send_at, title: 'Pool' });
  });
});

const HIDDEN = { ok: false, code: 'not_found', message: NOT_FOUND };
const ALREADY_SENT = { ok: false, code: 'conflict', message: 'This announcement has already been sent' };
