import { describe, expect, test } from 'vitest';
import { Device } from '../support/device.ts';
import { contextForAll, createContext } from '../support/fixtures.ts';
import { create, newClient, newGroup, push, request } from '../support/sync.ts';

const ctx = contextForAll();

describe('device', () => {
  test('[SYNC-06] a change shows at once, waits while offline, and arrives once after lost answers', async () => {
    const own = await createContext();
    const device = await new Device(own, own.rex).sync();
    device.online = false;
    const mine = request('Written in the basement');
    await device.store.mutate('createRequest', mine);
    expect(device.store.rows('request').get(mine.id)?.title).toBe('Written in the basement');
    expect(device.store.outbox).toMatchObject([{ kind: 'pending', mutation: 'createRequest' }]);
    await device.store.persist();
    expect(device.store.outbox).toMatchObject([{ state: 'device' }]);
    device.online = true;
    device.loseAnswers = 2;
    await device.sync();
    await expect.poll(() => device.store.outbox).toEqual([]);
    const { rows } = await own.db.execute({ sql: 'SELECT id FROM requests WHERE id = ?', args: [mine.id] });
    expect(rows).toHaveLength(1);
    await device.close();
  });

  test('[SYNC-10] a change that only the server can refuse rolls back and stays in the outbox', async () => {
    const own = await createContext();
    const device = await new Device(own, own.bea).sync();
    const one = request();
    await push(own.rex, newGroup(), newClient(), 1, [create(one)]);
    await device.sync();
    device.online = false;
    await device.store.mutate('updateRequest', { id: one.id, status: 'closed' });
    expect(device.store.rows('request').get(one.id)?.status).toBe('closed');
    await own.db.execute({
      sql: "UPDATE users SET role = 'resident', epoch = epoch + 1, rev = rev + 1 WHERE id = ?",
      args: [own.bea.id],
    });
    device.online = true;
    await device.sync();
    expect(device.store.rows('request').get(one.id)).toBeUndefined();
    await expect
      .poll(() => device.store.outbox)
      .toMatchObject([{ kind: 'refused', mutation: 'updateRequest', args: { status: 'closed' } }]);
    await device.close();
  });

  test('[SYNC-09] the local rule refuses at once what the server would refuse, and queues nothing', async () => {
    const device = await new Device(ctx, ctx.rex).sync();
    await expect(device.store.mutate('createRequest', { ...request(), title: ' ' })).rejects.toThrow(
      'Title is required',
    );
    expect(device.store.outbox).toEqual([]);
    await device.close();
  });
});
