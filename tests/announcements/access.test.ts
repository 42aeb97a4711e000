import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { failStalledSending } from '../../sync/announcements/sending.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import type { Tx } from '../../sync/tx.ts';
import { transactAsSystem } from '../../worker/transact.ts';
import {
  create,
  draft,
  get,
  idsOf,
  list,
  NOT_FOUND,
  publish,
  read,
  remove,
  send,
  update,
} from '../support/announcements.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { contextForAll, createContext, type Person, statusAndMessage, type TestContext } from '../support/fixtures.ts';
import { required } from '../support/required.ts';
import { type Endpoint, testSignedIn } from '../support/signed-in.ts';

const ctx = contextForAll();
const FORBIDDEN = { ok: false, code: 'forbidden', message: 'You do not have permission to do this' };
const HIDDEN = { ok: false, code: 'not_found', message: NOT_FOUND };

const onDevice = async (ctx: TestContext, person: Person, id: string) => {
  const device = await new Device(ctx, person).sync();
  const row = device.store.rows('announcement').get(id);
  const held = { row, recipients: device.store.rows('announcementRecipients').size };
  await device.close();
  return held;
};

describe('who may see an announcement', () => {
  test('[ANN-100] [ANN-101] [SYNC-13] each audience, over REST and on the device', async () => {
    const ctx = await createContext();
    const { bea, sue, rex, rita, olga, otto } = ctx;
    const people = { bea, sue, rex, rita, olga, otto };
    const everybody = ['bea', 'sue', 'rex', 'rita'];
    for (const [over, seers] of [
      [{ audience_type: 'all' }, everybody],
      [{ audience_type: 'residents' }, everybody],
      [{ audience_type: 'board' }, ['bea', 'sue']],
      [{ audience_type: 'custom', custom_recipients: [rex.id] }, ['bea', 'sue', 'rex']],
    ] as const) {
      const { _id } = await publish(bea, over);
      for (const [name, person] of Object.entries(people)) {
        const { status, body } = await get(person, _id);
        const sees = (seers as readonly string[]).includes(name);
        expect([name, status]).toEqual([name, sees ? 200 : 404]);
        if (!sees) expect(body.message).toBe(NOT_FOUND);
        expect((await list(person)).docs.some((one: { _id: string }) => one._id === _id)).toBe(sees);
        expect((await onDevice(ctx, person, _id)).row !== undefined).toBe(sees);
      }
    }
  });

  test('[ANN-100] [ANN-101] residents have what is sending or sent, the board every status', async () => {
    const ctx = await createContext();
    const { bea, rex, db } = ctx;
    for (const status of ['draft', 'scheduled', 'sending', 'sent', 'failed']) {
      const { _id } = await create(bea);
      await db.execute({ sql: 'UPDATE announcements SET status = ? WHERE id = ?', args: [status, _id] });
      expect((await read(bea, _id)).status).toBe(status);
      expect((await get(rex, _id)).status).toBe(status === 'sending' || status === 'sent' ? 200 : 404);
    }
    expect((await list(bea)).totalDocs).toBe(5);
    expect((await list(rex)).totalDocs).toBe(2);
  });

  test('[ANN-100] who joins later has what was sent to all and to residents before', async () => {
    const ctx = await createContext();
    const { bea, rex, join, hoa_id } = ctx;
    const [all, residents] = [await publish(bea), await publish(bea, { audience_type: 'residents' })];
    const board = await publish(bea, { audience_type: 'board' });
    const custom = await publish(bea, { audience_type: 'custom', custom_recipients: [rex.id] });
    const ivy = await join(hoa_id, 'Ivy New', 'resident');
    expect(idsOf((await list(ivy)).docs)).toEqual([all._id, residents._id].sort());
    for (const { _id } of [all, residents]) expect((await onDevice(ctx, ivy, _id)).row).toBeDefined();
    for (const { _id } of [board, custom]) expect((await onDevice(ctx, ivy, _id)).row).toBeUndefined();
    expect((await read(ivy, all._id)).recipient_count).toBe(4);
  });

  test('[ANN-102] [SEC-07] [SYNC-13] a resident learns neither who wrote it nor whom else it went to', async () => {
    const ctx = await createContext();
    const { bea, rex, rita } = ctx;
    const chosen = [rex.id, rita.id];
    const { _id } = await publish(bea, { audience_type: 'custom', custom_recipients: chosen });
    const seen = await read(rex, _id);
    expect(seen).toEqual({
      _id,
      title: 'Pool',
      message: '<p>Closed on Monday</p>',
      category: 'general',
      status: 'sent',
      attachment: null,
      delivery_methods: ['in_app', 'email'],
      recipient_count: 2,
      isReadBy: false,
      createdAt: expect.any(String),
      sent_at: expect.any(String),
    });
    const { row, recipients } = await onDevice(ctx, rex, _id);
    expect(recipients).toBe(0);
    for (const seenBy of [seen, await list(rex), row])
      for (const secret of [bea.id, bea.name, rita.id, rita.name, rita.email, 'custom', 'delivered_count'])
        expect(JSON.stringify(seenBy)).not.toContain(secret);
    const board = await read(bea, _id);
    expect(idsOf(board.recipients)).toEqual([...chosen].sort());
    expect((await onDevice(ctx, bea, _id)).row).toMatchObject({ custom_recipients: chosen, created_by: bea.id });
  });

  test('[ANN-100] [SYNC-13] one that fails leaves the residents’ devices, and one deleted leaves the board’s', async () => {
    const ctx = await createContext();
    const { bea, rex, db } = ctx;
    const { _id } = await create(bea);
    await db.execute({
      sql: "UPDATE announcements SET status = 'sending', sending_since = ? WHERE id = ?",
      args: ['x', _id],
    });
    const touch = async (tx: Tx) => tx.put('announcement', required(await tx.get('announcement', _id)));
    await transactAsSystem(ctx.deps, ctx.hoa_id, touch, { action: null });
    const [mine, theirs] = [await new Device(ctx, rex).sync(), await new Device(ctx, bea).sync()];
    expect(mine.store.rows('announcement').get(_id)?.status).toBe('sending');
    await transactAsSystem(ctx.deps, ctx.hoa_id, (tx) => failStalledSending(tx, _id, 'y'), { action: null });
    await Promise.all([mine.sync(), theirs.sync()]);
    expect(mine.store.rows('announcement').get(_id)).toBeUndefined();
    expect(theirs.store.rows('announcement').get(_id)?.status).toBe('failed');
    expect((await remove(bea, _id)).status).toBe(204);
    await theirs.sync();
    expect(theirs.store.rows('announcement').get(_id)).toBeUndefined();
  });

  test('[SYNC-24] other users’ read marks are on nobody’s device', async () => {
    const ctx = await createContext();
    const { bea, rex, rita } = ctx;
    const { _id } = await publish(bea);
    for (const person of [rex, rita]) await person.call('POST', `/api/announcements/${_id}/read`);
    for (const [person, marks] of [
      [rex, 1],
      [bea, 0],
    ] as const) {
      const device = await new Device(ctx, person).sync();
      expect(device.store.rows('announcementRead').size).toBe(marks);
    }
  });
});

describe('who may do what', () => {
  const acts = (id: string): [mutation: MutatorName, args: object][] => [
    ['updateAnnouncement', { id, title: 'Mine' }],
    ['deleteAnnouncement', { id }],
    ['sendAnnouncement', { id }],
    ['retryAnnouncement', { id }],
  ];

  testBothApis('[SEC-07] [ANN-44] [ANN-85] residents write, send and delete nothing', async (api, { bea, rex }) => {
    expect(await api.act(rex, 'createAnnouncement', { id: uuidv7(), ...draft() })).toEqual(FORBIDDEN);
    const [hidden, sent] = [await create(bea), await publish(bea)];
    for (const [mutation, args] of acts(hidden._id)) expect(await api.act(rex, mutation, { ...args })).toEqual(HIDDEN);
    for (const [mutation, args] of acts(sent._id)) expect(await api.act(rex, mutation, { ...args })).toEqual(FORBIDDEN);
    expect(await api.act(rex, 'markAnnouncementRead', { id: hidden._id })).toEqual(HIDDEN);
    expect(await read(bea, hidden._id)).toEqual(hidden);
    expect((await list(bea)).totalDocs).toBe(2);
  });

  testBothApis(
    '[SEC-13] [SEC-14] another HOA’s announcement is as absent as one that never was',
    async (api, { bea, olga, otto }) => {
      const before = await publish(bea);
      for (const id of [before._id, uuidv7()])
        for (const person of [olga, otto])
          for (const [mutation, args] of [...acts(id), ['markAnnouncementRead', { id }] as const])
            expect(await api.act(person, mutation, { ...args })).toEqual(HIDDEN);
      expect(await read(bea, before._id)).toEqual(before);
    },
  );

  test('[SEC-16] a demotion holds at once, whatever the token says', async () => {
    const { join, hoa_id, db } = ctx;
    const ben = await join(hoa_id, 'Ben Marsh', 'board');
    const { _id } = await create(ben);
    await db.execute({ sql: "UPDATE users SET role = 'resident' WHERE id = ?", args: [ben.id] });
    for (const answer of [await send(ben, _id), await update(ben, _id, { title: 'x' }), await get(ben, _id)])
      expect(statusAndMessage(answer)).toEqual([404, NOT_FOUND]);
    expect((await ben.call('POST', '/api/announcements', draft())).status).toBe(403);
  });

  const endpoints: Endpoint[] = [
    ['GET', ''],
    ['POST', ''],
    ['GET', '/x'],
    ['PUT', '/x'],
    ['DELETE', '/x'],
    ['POST', '/x/read'],
    ['POST', '/x/send'],
    ['POST', '/x/retry'],
    ['POST', '/presigned-url'],
    ['POST', '/download-url'],
  ];
  testSignedIn(ctx, '/api/announcements', endpoints);

  test('[ANN-96] [ANN-97] [API-06] malformed JSON is 400, a body over 1 MB is 413, and neither writes anything', async () => {
    const before = await create(ctx.bea);
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', `/${before._id}`],
      ['POST', `/${before._id}/retry`],
      ['POST', '/presigned-url'],
    ] as const) {
      expect((await ctx.bea.call(method, `/api/announcements${path}`, '{"title": ')).status).toBe(400);
      expect((await ctx.bea.call(method, `/api/announcements${path}`, `"${'x'.repeat(1024 * 1024)}"`)).status).toBe(
        413,
      );
    }
    for (const body of ['null', '[]', '"text"', '7'])
      expect((await ctx.bea.call('POST', '/api/announcements', body)).status).toBe(400);
    expect(await read(ctx.bea, before._id)).toEqual(before);
  });

  test.each(['nonsense', '%00', '..%2F..%2Fapi', "'%20OR%201=1", 'x'.repeat(300)])(
    '[API-06] the id %s is not found',
    async (id) => {
      for (const [method, path] of endpoints.filter(([, path]) => path.startsWith('/x')))
        expect(statusAndMessage(await ctx.bea.call(method, `/api/announcements/${id}${path.slice(2)}`))).toEqual([
          404,
          NOT_FOUND,
        ]);
    },
  );
});
