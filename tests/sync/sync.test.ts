import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';

import { type PatchOperation, unpackRows } from '../../sync/protocol.ts';
import { contextForAll, createContext } from '../support/fixtures.ts';
import { create, keys, newClient, newGroup, pull, pullAll, pullOf, push, request, rowsOf } from '../support/sync.ts';

const ctx = contextForAll();

describe('pull', () => {
  test('[SYNC-01] a first sync brings everything the user may see, and says how far it is', async () => {
    const mine = request('Mine');
    const client = newClient();
    const group = newGroup();
    await push(ctx.rex, group, client, 1, [create(mine)]);
    const { patch, cookie, numbers } = await pullAll(ctx.rex, newGroup());
    expect(keys(patch)).toContain(`request/${mine.id}`);
    expect(keys(patch)).toContain(`user/${ctx.rex.id}`);
    expect(keys(patch)).toContain(`hoa/${ctx.hoa_id}`);
    expect(patch.findLast((one) => one.op === 'put' && one.key === 'meta/sync')).toMatchObject({
      value: { complete: true },
    });
    expect(cookie.first).toBeUndefined();
    expect(numbers).toEqual({});
  });

  test('[SYNC-13] nothing more to give repeats the cookie with an empty patch', async () => {
    const group = newGroup();
    const { cookie } = await pullAll(ctx.rita, group);
    const again = await pull(ctx.rita, group, cookie);
    expect(again).toEqual({ cookie, lastMutationIDChanges: {}, patch: [] });
  });

  test('[SYNC-13] a first sync comes in pages, newest first, and later changes follow it', async () => {
    const own = await createContext();
    const client = newClient();
    const group = newGroup();
    const all = Array.from({ length: 700 }, (_, at) => request(`Number ${at}`));
    for (let at = 0; at < all.length; at += 50)
      await push(
        own.bea,
        group,
        client,
        at + 1,
        all.slice(at, at + 50).map((args) => create(args)),
      );
    const reader = newGroup();
    const first = await pull(own.sue, reader);
    expect(keys(first.patch)[0]).toBe(`request/${all.at(-1)?.id}`);
    expect(keys(first.patch).length).toBeLessThan(700);
    const { body } = await own.sue.call('POST', '/api/replicache/pull', { ...pullOf(newGroup(), null), tables: true });
    expect(keys(body.patch)).toEqual(['meta/sync']);
    const byKey = (patch: PatchOperation[]) =>
      patch.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    expect(byKey(unpackRows(body).patch)).toEqual(byKey(first.patch));
    const late = request('While it was coming');
    await push(own.bea, group, client, 701, [create(late)]);
    const rest = await pullAll(own.sue, reader, first.cookie);
    const got = new Set([...keys(first.patch), ...keys(rest.patch)]);
    for (const { id } of [...all, late]) expect(got).toContain(`request/${id}`);
  });

  test('[SYNC-13] a resident gets their own requests alone, without private messages and staff names', async () => {
    const mine = request('For my eyes');
    await ctx.rita.call('POST', '/api/requests', mine);
    const board = newGroup();
    const client = newClient();
    const own = request('Ritas');
    await push(ctx.rita, newGroup(), client, 1, [create(own)]);
    const [open, secret] = [uuidv7(), uuidv7()];
    await push(ctx.bea, board, newClient(), 1, [
      { name: 'addRequestComment', args: { id: open, request_id: own.id, message: '<p>Hello</p>', is_public: true } },
      {
        name: 'addRequestComment',
        args: { id: secret, request_id: own.id, message: '<p>Secret</p>', is_public: false },
      },
      { name: 'updateRequest', args: { id: own.id, status: 'resolved', assigned_to: ctx.sue.id } },
    ]);
    const ritas = (await pullAll(ctx.rita, newGroup())).patch;
    expect(keys(ritas)).toContain(`requestComment/${open}`);
    expect(JSON.stringify(ritas)).not.toContain(secret);
    expect(JSON.stringify(ritas)).not.toContain('Bea Marsh');
    expect(JSON.stringify(ritas)).not.toContain(ctx.sue.id);
    expect(JSON.stringify(ritas)).toContain('HOA Staff');
    const rexes = (await pullAll(ctx.rex, newGroup())).patch;
    expect(JSON.stringify(rexes)).not.toContain(own.id);
    const olgas = (await pullAll(ctx.olga, newGroup())).patch;
    expect(JSON.stringify(olgas)).not.toContain(own.id);
  });

  test('[SYNC-14] the client group of another user answers 403, to pull and to push', async () => {
    const group = newGroup();
    await pullAll(ctx.rex, group);
    expect((await ctx.rita.call('POST', '/api/replicache/pull', pullOf(group, null))).status).toBe(403);
    const before = await rowsOf(ctx);
    expect((await push(ctx.rita, group, newClient(), 1, [create()])).status).toBe(403);
    expect(await rowsOf(ctx)).toEqual(before);
  });

  test.each([
    ['another database', { order: 7, epoch: 'elsewhere.1', seq: 3 }],
    ['the future', { order: 7, epoch: 'x', seq: 9_999_999_999 }],
    ['another shape', { order: 7, something: 'else' }],
    ['a bare number', 41],
  ])('[SYNC-13] a cookie from %s starts over, with a cookie that follows it', async (_, cookie) => {
    const answer = await pull(ctx.rex, newGroup(), cookie);
    expect(answer.patch[0]).toEqual({ op: 'clear' });
    expect(answer.cookie.order).toBeGreaterThan(typeof cookie === 'number' ? cookie : cookie.order);
  });

  test('[SYNC-13] a lost right empties the device: a board member who became a resident starts over', async () => {
    const own = await createContext();
    const rexs = request('Of Rex');
    await push(own.rex, newGroup(), newClient(), 1, [create(rexs)]);
    const group = newGroup();
    const { cookie, patch } = await pullAll(own.bea, group);
    expect(keys(patch)).toContain(`request/${rexs.id}`);
    await own.db.execute({
      sql: "UPDATE users SET role = 'resident', epoch = epoch + 1, rev = rev + 1 WHERE id = ?",
      args: [own.bea.id],
    });
    const after = await pullAll(own.bea, group, cookie);
    expect(after.patch[0]).toEqual({ op: 'clear' });
    expect(JSON.stringify(after.patch)).not.toContain(rexs.id);
  });

  test('[SYNC-22] a client of a version never shipped is asked to reload, and nothing of it is dropped', async () => {
    const group = newGroup();
    const body = { ...pullOf(group, null), schemaVersion: '999' };
    const { status, body: answer } = await ctx.rex.call('POST', '/api/replicache/pull', body);
    expect(status).toBe(426);
    expect(answer.message).toMatch(/reload/i);
  });
});
