import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { contextForAll, createContext, type Person, statusAndMessage } from '../support/fixtures.ts';
import { type Endpoint, testSignedIn } from '../support/signed-in.ts';
import { addMessage, draft, issue, list, NOT_FOUND, read, setStatus } from '../support/violations.ts';

const ctx = contextForAll();
const FORBIDDEN = { ok: false, code: 'forbidden', message: 'You do not have permission to do this' };

describe('who may see a violation', () => {
  test('[VIO-38] [SEC-14] [SEC-15] residents see their own, the board the HOA’s, another HOA nothing', async () => {
    const { rex, rita, bea, sue, olga, otto } = await createContext();
    const { _id } = await issue(bea, rex);
    await issue(sue, rita);
    expect((await list(rex)).docs.map((violation: { _id: string }) => violation._id)).toEqual([_id]);
    for (const person of [bea, sue]) expect((await list(person)).totalDocs).toBe(2);
    for (const person of [olga, otto]) expect((await list(person)).totalDocs).toBe(0);
    for (const person of [rex, bea, sue]) expect((await read(person, _id))._id).toBe(_id);
    for (const person of [rita, olga, otto])
      expect(statusAndMessage(await person.call('GET', `/api/violations/${_id}`))).toEqual([404, NOT_FOUND]);
  });

  testBothApis(
    '[VIO-39] [SEC-14] a hidden violation is as absent as one that never was, and nothing is written',
    async (api, { rex, rita, olga, bea }) => {
      const { _id } = await issue(bea, rex);
      for (const id of [_id, uuidv7()])
        for (const person of [rita, olga]) {
          const hidden = { ok: false, code: 'not_found', message: NOT_FOUND };
          expect(await api.act(person, 'setViolationStatus', { id, status: 'dismissed' })).toEqual(hidden);
          const message = { id: uuidv7(), violation_id: id, message: '<p>Hello</p>' };
          expect(await api.act(person, 'addViolationMessage', message)).toEqual(hidden);
        }
      expect(await read(bea, _id)).toMatchObject({ status: 'open', messages: [], history: [expect.anything()] });
    },
  );

  test.each(['nonsense', '%00', '..%2F..%2Fapi', "'%20OR%201=1", 'x'.repeat(300)])(
    '[API-06] the id %s is not found',
    async (id) => {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PUT', '/status', { status: 'open' }],
        ['POST', '/messages', { message: '<p>x</p>' }],
      ] as const)
        expect(statusAndMessage(await ctx.bea.call(method, `/api/violations/${id}${path}`, body))).toEqual([
          404,
          NOT_FOUND,
        ]);
    },
  );

  test('[VIO-38] [SYNC-13] a device holds its resident’s violations alone, and a demotion takes the rest away', async () => {
    const { rex, rita, bea, sue, db, join, hoa_id } = ctx;
    const { _id } = await issue(bea, rex);
    await issue(bea, rita);
    const mine = await new Device(ctx, rex).sync();
    expect(mine.store.rows('violation').all.every((row) => row.user_id === rex.id)).toBe(true);
    expect(mine.store.rows('violation').get(_id)).toMatchObject({
      issued_by_name: bea.name,
      issued_by_email: bea.email,
    });
    const ben = await join(hoa_id, 'Ben Former', 'board');
    const theirs = await new Device(ctx, ben).sync();
    expect(theirs.store.rows('violation').size).toBe((await list(sue)).totalDocs);
    await db.execute({ sql: "UPDATE users SET role = 'resident', epoch = epoch + 1 WHERE id = ?", args: [ben.id] });
    await theirs.sync();
    expect(theirs.store.rows('violation').size).toBe(0);
    for (const device of [mine, theirs]) await device.close();
  });
});

describe('who may act', () => {
  testBothApis('[SEC-10] [SEC-12] [VIO-49] residents neither issue nor settle violations', async (api, ctx) => {
    const { rex, rita, bea } = ctx;
    for (const resident of [rex, rita])
      expect(await api.act(rex, 'createViolation', { id: uuidv7(), ...draft(resident) })).toEqual(FORBIDDEN);
    const { _id } = await issue(bea, rex);
    for (const status of ['resolved', 'open'])
      expect(await api.act(rex, 'setViolationStatus', { id: _id, status, resolution_notes: 'Mine' })).toEqual(
        FORBIDDEN,
      );
    expect(await read(bea, _id)).toMatchObject({ status: 'open', resolution: null });
    expect((await list(bea)).totalDocs).toBe(1);
  });

  testBothApis(
    '[VIO-36] [VIO-37] [SEC-14] it goes to an active user of the HOA, whoever they are, and to nobody else',
    async (api, { bea, sue, otto, olga, hoa_id, join, db }) => {
      const gone = await join(hoa_id, 'Gone Away', 'resident');
      await db.execute({ sql: "UPDATE users SET deleted_at = '2026-01-01' WHERE id = ?", args: [gone.id] });
      const others = [
        otto,
        olga,
        gone,
        await join(hoa_id, 'Ivy Invited', 'resident', 'invited'),
        await join(hoa_id, 'Ira Inactive', 'resident', 'inactive'),
        { id: uuidv7() },
      ];
      for (const person of others)
        expect(await api.act(bea, 'createViolation', { id: uuidv7(), ...draft(person) })).toEqual({
          ok: false,
          code: 'not_found',
          message: 'Resident not found',
        });
      expect((await list(bea)).totalDocs).toBe(0);
      for (const person of [sue, bea])
        expect(await api.act(bea, 'createViolation', { id: uuidv7(), ...draft(person) })).toEqual({ ok: true });
    },
  );

  test('[SEC-16] a demotion holds at once, whatever the token says', async () => {
    const { join, hoa_id, rex, bea, db } = ctx;
    const ben = await join(hoa_id, 'Ben Marsh', 'board');
    const { _id } = await issue(bea, rex);
    expect((await setStatus(ben, _id, 'under_review')).status).toBe(200);
    await db.execute({ sql: "UPDATE users SET role = 'resident' WHERE id = ?", args: [ben.id] });
    expect((await setStatus(ben, _id, 'open')).status).toBe(404);
    expect((await ben.call('POST', '/api/violations', draft(rex))).status).toBe(403);
    expect((await list(ben)).totalDocs).toBe(0);
  });
});

describe('internal messages', () => {
  testBothApis('[VIO-41] a resident may not write one, not even to themselves', async (api, { rex, bea }) => {
    const { _id } = await issue(bea, rex);
    const message = { id: uuidv7(), violation_id: _id, message: '<p>Secret</p>', is_internal: true };
    expect(await api.act(rex, 'addViolationMessage', message)).toEqual({
      ok: false,
      code: 'forbidden',
      message: 'Only the board can write internal messages',
    });
    expect((await read(bea, _id)).messages).toEqual([]);
  });

  testBothApis('[VIO-41] [VIO-20] they are for the board alone, in every answer', async (api, { rex, bea, sue }) => {
    const { _id } = await issue(bea, rex);
    await addMessage(rex, _id, '<p>Moved it</p>');
    const internal = { id: uuidv7(), violation_id: _id, message: '<p>Secret</p>', is_internal: true };
    expect(await api.act(bea, 'addViolationMessage', internal)).toEqual({ ok: true });
    expect((await read(sue, _id)).messages).toMatchObject([{ is_internal: false }, { is_internal: true }]);
    const answers = [
      (await list(rex)).docs[0],
      await read(rex, _id),
      (await addMessage(rex, _id, '<p>And cleaned</p>')).body,
      await read(rex, _id),
    ];
    expect(answers.map(({ messages }) => messages.length)).toEqual([1, 1, 2, 2]);
    expect(JSON.stringify(answers)).not.toContain('Secret');
  });

  test('[VIO-41] [SYNC-13] they never reach the resident’s device, not even where it asks again from the start', async () => {
    const { rex, bea } = ctx;
    const { _id } = await issue(bea, rex);
    const devices = [await new Device(ctx, rex).sync(), await new Device(ctx, bea).sync()];
    await addMessage(bea, _id, '<p>Secret</p>', { is_internal: true });
    await addMessage(bea, _id, '<p>Open</p>');
    devices.push(await new Device(ctx, rex).sync());
    const seen = async (device: Device) =>
      (await device.sync()).store
        .rows('violationMessage')
        .all.filter((row) => row.violation_id === _id)
        .map((row) => row.message)
        .sort();
    const [before, board, after] = devices as [Device, Device, Device];
    expect(await seen(board)).toEqual(['<p>Open</p>', '<p>Secret</p>']);
    for (const device of [before, after]) expect(await seen(device)).toEqual(['<p>Open</p>']);
    for (const device of devices) await device.close();
  });

  test('[VIO-41] nobody but the board and the trail of the superadmin is woken by one', async () => {
    const { rex, bea, pokes } = ctx;
    const { _id } = await issue(bea, rex);
    pokes.length = 0;
    await addMessage(bea, _id, '<p>Secret</p>', { is_internal: true });
    expect(pokes.flatMap(({ audiences }) => audiences)).toEqual(['superadmin', 'board']);
    await addMessage(bea, _id, '<p>Open</p>');
    expect(pokes.at(-1)?.audiences).toContain(rex.id);
  });
});

describe('the route itself', () => {
  const endpoints: Endpoint[] = [
    ['GET', ''],
    ['POST', ''],
    ['GET', '/x'],
    ['PUT', '/x/status'],
    ['POST', '/x/messages'],
    ['POST', '/presigned-url'],
    ['POST', '/download-url'],
  ];
  testSignedIn(ctx, '/api/violations', endpoints);

  test('[API-06] malformed JSON is 400, a body over 1 MB is 413, and neither writes anything', async () => {
    const { _id } = await issue(ctx.bea, ctx.rex);
    const before = await list(ctx.bea);
    for (const [method, path] of endpoints.filter(([verb]) => verb !== 'GET')) {
      const at = `/api/violations${path.replace('x', _id)}`;
      expect((await ctx.bea.call(method, at, '{"title": ')).status).toBe(400);
      expect((await ctx.bea.call(method, at, `"${'x'.repeat(1024 * 1024)}"`)).status).toBe(413);
    }
    for (const body of ['null', '[]', '"text"', '7'])
      expect((await ctx.bea.call('POST', '/api/violations', body)).status).toBe(400);
    expect(await list(ctx.bea)).toEqual(before);
  });

  test('[SYNC-15] an id in use in any HOA is refused with the same words', async () => {
    const { bea, rex, olga, otto } = ctx;
    const push = async (person: Person, name: string, args: object) => {
      const [clientID, clientGroupID] = [uuidv7(), uuidv7()];
      const mutations = [{ clientID, id: 1, name, args, timestamp: 0 }];
      const body = { pushVersion: 1, clientGroupID, profileID: 'p', schemaVersion: '1', mutations };
      expect((await person.call('POST', '/api/replicache/push', body)).status).toBe(200);
      const sql = 'SELECT code, message FROM refusals WHERE client_group_id = ?';
      return (await ctx.db.execute({ sql, args: [clientGroupID] })).rows.map((row) => [row.code, row.message]);
    };
    const taken = [['conflict', 'This id is already in use']];
    const [id, line] = [uuidv7(), uuidv7()];
    expect(await push(bea, 'createViolation', { id, ...draft(rex) })).toEqual([]);
    expect(await push(bea, 'createViolation', { id, ...draft(rex, { title: 'Stolen' }) })).toEqual(taken);
    expect(await push(olga, 'createViolation', { id, ...draft(otto) })).toEqual(taken);
    expect(await read(rex, id)).toMatchObject({ title: 'Bins' });
    const foreign = await issue(olga, otto);
    const message = (violation_id: string) => ({ id: line, violation_id, message: '<p>x</p>' });
    expect(await push(rex, 'addViolationMessage', message(id))).toEqual([]);
    expect(await push(bea, 'addViolationMessage', message(id))).toEqual(taken);
    expect(await push(otto, 'addViolationMessage', message(foreign._id))).toEqual(taken);
  });
});
