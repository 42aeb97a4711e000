import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { DUE_DATE_PAST, VIOLATION_STATUSES } from '../../schema/violations.ts';
import { versionOf } from '../../sync/versions.ts';
import { isOverdue } from '../../sync/violations/entity.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { contextForAll } from '../support/fixtures.ts';
import { addMessage, inDays, issue, read, setStatus, upload } from '../support/violations.ts';

const ctx = contextForAll();
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('the due date', () => {
  testBothApis(
    '[14.4] [VIO-30] the board moves it, never into the past; history and the trail say from when to when',
    async (api, { bea, rex, rita, sue }) => {
      const { _id, due_date: before } = await issue(bea, rex);
      const move = (person: typeof bea, due_date: string) => api.act(person, 'updateViolation', { id: _id, due_date });
      expect(await move(rex, inDays(60))).toMatchObject({ ok: false, code: 'forbidden' });
      expect(await move(rita, inDays(60))).toMatchObject({ ok: false, code: 'not_found' });
      expect(await move(bea, inDays(-5))).toMatchObject({ ok: false, code: 'invalid', message: DUE_DATE_PAST });
      expect(await move(bea, 'soon')).toMatchObject({ ok: false, code: 'invalid' });
      for (let times = 0; times < 2; times += 1) expect(await move(bea, inDays(60))).toEqual({ ok: true });
      const { due_date, history } = await read(rex, _id);
      expect([due_date, history.map(({ action }: { action: string }) => action)]).toEqual([
        inDays(60),
        ['Created the violation', `Moved the due date from ${before} to ${inDays(60)}`],
      ]);
      const { body } = await sue.call('GET', `/api/activity?entity_id=${_id}`);
      const moves = body.docs.filter(({ action }: { action: string }) => action === 'updateViolation');
      expect(moves.map(({ changes }: { changes: object }) => changes)).toEqual([{ due_date: [before, inDays(60)] }]);
    },
  );
});

describe('the status', () => {
  test('[VIO-22] [VIO-23] [VIO-44] the board sets any status from any other, and each change enters history once', async () => {
    const { bea, sue, rex } = ctx;
    const { _id } = await issue(bea, rex);
    let [current, changes] = ['open', 0];
    for (const status of VIOLATION_STATUSES.flatMap((from) => VIOLATION_STATUSES.flatMap((to) => [from, to]))) {
      const answer = await setStatus(sue, _id, status);
      expect([answer.status, answer.body.status]).toEqual([200, status]);
      if (status !== current) changes += 1;
      current = status;
    }
    const { history } = await read(rex, _id);
    expect(history).toHaveLength(1 + changes);
    expect(history).toContainEqual({
      action: 'Set under review',
      user_id: { _id: sue.id, name: sue.name },
      timestamp: INSTANT,
    });
  });

  testBothApis(
    '[VIO-44] [14.2] the board answers and sets the status in one act, which the resident may not',
    async (api, { bea, sue, rex }) => {
      const { _id } = await issue(bea, rex);
      const answer = (person: typeof bea, more: object) =>
        api.act(person, 'addViolationMessage', { id: uuidv7(), violation_id: _id, message: '<p>Thanks.</p>', ...more });
      expect(await answer(rex, { status: 'resolved' })).toMatchObject({ ok: false, code: 'forbidden' });
      expect(await answer(bea, { status: 'done' })).toMatchObject({ ok: false, code: 'invalid' });
      expect((await read(rex, _id)).messages).toEqual([]);
      expect(await answer(bea, { status: 'resolved' })).toEqual({ ok: true });
      const { status, messages, resolution, history } = await read(rex, _id);
      expect([status, messages.length, history.length]).toEqual(['resolved', 1, 2]);
      expect(resolution.resolved_by).toMatchObject({ _id: bea.id });
      await setStatus(sue, _id, 'resolved', { resolution_notes: 'Bins are gone' });
      expect(await answer(bea, { status: 'open', base: { resolution_notes: versionOf(null) } })).toMatchObject({
        ok: false,
        code: 'conflict',
      });
      expect((await read(rex, _id)).status).toBe('resolved');
    },
  );

  testBothApis(
    '[VIO-49] resolved and dismissed say who, when and why; any other status clears it',
    async (api, { bea, sue, rex }) => {
      const { _id } = await issue(bea, rex);
      const set = (person: typeof bea, status: string, more = {}) =>
        api.act(person, 'setViolationStatus', { id: _id, status, ...more });
      for (const status of ['resolved', 'dismissed']) {
        expect(await set(sue, status, { resolution_notes: 'Bins are gone' })).toEqual({ ok: true });
        expect((await read(rex, _id)).resolution).toEqual({
          resolved_by: { _id: sue.id, name: sue.name },
          resolved_at: INSTANT,
          resolution_notes: 'Bins are gone',
        });
        expect(await set(bea, status)).toEqual({ ok: true });
        expect((await read(rex, _id)).resolution).toMatchObject({
          resolved_by: { _id: sue.id },
          resolution_notes: 'Bins are gone',
        });
      }
      expect(await set(bea, 'resolved')).toEqual({ ok: true });
      expect((await read(rex, _id)).resolution).toMatchObject({ resolved_by: { _id: bea.id }, resolution_notes: null });
      expect(await set(bea, 'open', { resolution_notes: 'x' })).toEqual({ ok: true });
      expect((await read(rex, _id)).resolution).toBeNull();
    },
  );

  testBothApis('[VIO-22] [API-11] a status outside the list is refused', async (api, { bea, rex }) => {
    const { _id } = await issue(bea, rex);
    for (const status of ['closed', 'Open', '', undefined, null, ['open'], 7])
      expect(await api.act(bea, 'setViolationStatus', { id: _id, status })).toEqual({
        ok: false,
        code: 'invalid',
        message: 'Invalid status',
      });
    const long = { id: _id, status: 'resolved', resolution_notes: 'x'.repeat(5001) };
    expect(await api.act(bea, 'setViolationStatus', long)).toMatchObject({ ok: false, code: 'invalid' });
    expect(await read(bea, _id)).toMatchObject({ status: 'open', resolution: null, history: [expect.anything()] });
  });

  test('[VIO-25] [VIO-26] it is overdue when it is open and its due day has ended where the viewer is', () => {
    const due_date = '2026-03-08';
    expect(isOverdue({ due_date, status: 'open' }, '2026-03-07')).toBe(false);
    expect(isOverdue({ due_date, status: 'open' }, '2026-03-08')).toBe(false);
    expect(isOverdue({ due_date, status: 'open' }, '2026-03-09')).toBe(true);
    for (const status of VIOLATION_STATUSES.filter((one) => one !== 'open'))
      expect(isOverdue({ due_date, status }, '2027-01-01')).toBe(false);
  });
});

describe('[API-10] the thread', () => {
  testBothApis('[VIO-35] a message must say something', async (api, { bea, rex }) => {
    const { _id } = await issue(bea, rex);
    for (const message of [undefined, '', '<p></p>', '<p>&nbsp;<br></p>', '<style>p{}</style>', 7])
      expect(await api.act(rex, 'addViolationMessage', { id: uuidv7(), violation_id: _id, message })).toEqual({
        ok: false,
        code: 'invalid',
        message: 'Message cannot be empty',
      });
    expect((await read(rex, _id)).messages).toEqual([]);
  });

  test('[VIO-40] [VIO-45] [VIO-17] both sides may write; each message answers 201 with the violation', async () => {
    const { bea, rex } = ctx;
    const { _id } = await issue(bea, rex);
    const photo_url = await upload(bea, 'letter.pdf');
    expect((await addMessage(rex, _id, '<p>Done</p>')).status).toBe(201);
    const { body } = await addMessage(bea, _id, '<p>Thank you</p>', { photo_url });
    expect(body.messages).toEqual([
      {
        _id: expect.any(String),
        sender_id: { _id: rex.id, name: rex.name },
        message: '<p>Done</p>',
        is_internal: false,
        is_staff: false,
        photo_url: null,
        photo: null,
        more_photos: null,
        sent_at: INSTANT,
      },
      expect.objectContaining({
        sender_id: { _id: bea.id, name: bea.name },
        is_staff: true,
        photo_url: expect.stringMatching(/^files\//),
        photo: expect.objectContaining({ name: 'letter.pdf' }),
      }),
    ]);
    expect(await read(rex, _id)).toEqual(body);
  });

  test('[SYNC-16] [SEC-17] sender, resident, time and staff mark are the server’s', async () => {
    const { bea, rex, rita } = ctx;
    const { _id } = await issue(bea, rex);
    const forged = { sender_id: bea.id, resident_id: rita.id, is_staff: true, sent_at: '2020-01-01T00:00:00.000Z' };
    await addMessage(rex, _id, '<p>x</p>', { violation_id: uuidv7(), ...forged });
    const [seen] = (await read(rex, _id)).messages;
    expect(seen).toMatchObject({ sender_id: { _id: rex.id, name: rex.name }, is_staff: false });
    expect(Date.parse(seen.sent_at)).toBeGreaterThan(Date.now() - 60_000);
  });

  test('[SYNC-16] [SYNC-17] messages written offline on two devices append in the order of each', async () => {
    const { bea, rex } = ctx;
    const { _id } = await issue(bea, rex);
    const devices = await Promise.all([bea, rex].map((person) => new Device(ctx, person).sync()));
    for (const device of devices) device.online = false;
    for (const [at, device] of devices.entries())
      for (const n of [1, 2, 3])
        await device.store.mutate('addViolationMessage', { id: uuidv7(), violation_id: _id, message: `${at}${n}` });
    for (const device of devices) {
      device.online = true;
      await device.sync();
    }
    await devices[0]?.sync();
    const { messages } = await read(rex, _id);
    expect(messages.map(({ message }: { message: string }) => message)).toEqual(['01', '02', '03', '11', '12', '13']);
    for (const device of devices) {
      expect(device.store.rows('violationMessage').all.filter((row) => row.violation_id === _id)).toHaveLength(6);
      await device.close();
    }
  });
});
