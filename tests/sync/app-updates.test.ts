import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { Device } from '../support/device.ts';
import { savedByEarlierRelease } from '../support/earlier-release.ts';
import { contextForAll, type Person } from '../support/fixtures.ts';

const ctx = contextForAll();

const request = (title: string) => ({
  id: uuidv7(),
  title,
  description: '<p>It is stuck.</p>',
  category: 'Maintenance',
});

const opened = async (person: Person, name: string, online: boolean): Promise<Device> => {
  const device = new Device(ctx, person, name);
  device.online = online;
  await device.store.loaded;
  return device;
};

test('[SYNC-10] changes saved by an earlier release are in the outbox of the next one, offline', async () => {
  const mine = request('Written before the update');
  const name = await savedByEarlierRelease(ctx.rex, [['createRequest', mine]]);
  const device = await opened(ctx.rex, name, false);
  expect(device.store.outbox).toMatchObject([
    { kind: 'pending', mutation: 'createRequest', args: { title: mine.title }, state: 'device' },
  ]);
  await device.close();
});

test('[SYNC-10] [SYNC-11] an earlier release’s changes are sent, and one refused keeps its content', async () => {
  const good = request('Good');
  const bad = { id: uuidv7(), status: 'closed' };
  const name = await savedByEarlierRelease(ctx.rex, [
    ['createRequest', good],
    ['updateRequest', bad],
  ]);
  const device = await opened(ctx.rex, name, true);
  await expect
    .poll(() => device.store.outbox.map(({ kind, mutation }) => `${kind} ${mutation}`), { timeout: 10_000 })
    .toEqual(['refused updateRequest']);
  expect(device.store.outbox).toMatchObject([{ args: bad, message: expect.stringContaining('not found') }]);
  await expect.poll(() => device.store.rows('request').get(good.id)?.title).toBe('Good');
  await device.close();

  const later = await (await opened(ctx.rex, name, true)).sync();
  expect(later.store.outbox).toMatchObject([{ kind: 'refused', args: bad }]);
  await later.store.mutate('dismissRefusal', { id: later.store.outbox[0]?.id });
  await later.sync();
  expect(later.store.outbox).toEqual([]);
  await later.close();
});

test('[SYNC-10] what waits after two updates in a row is all sent once the line is back', async () => {
  const [one, two] = [request('Before the first update'), request('Before the second')];
  const name = await savedByEarlierRelease(ctx.rita, [['createRequest', one]]);
  const offline = await opened(ctx.rita, name, false);
  await offline.store.mutate('createRequest', two);
  await offline.store.saved();
  expect(offline.store.outbox).toHaveLength(2);
  await offline.close();
  const device = await opened(ctx.rita, name, false);
  expect(device.store.outbox.map(({ args }) => args.title)).toEqual([one.title, two.title]);
  await expect.poll(() => device.store.rows('request').get(two.id)?.title).toBe(two.title);
  device.online = true;
  device.store.syncNow();
  await expect.poll(() => device.store.outbox, { timeout: 20_000 }).toEqual([]);
  const { body } = await ctx.rita.call('GET', '/api/requests?limit=100');
  const titles = body.docs.map((doc: { title: string }) => doc.title);
  expect(titles.filter((title: string) => [one.title, two.title].includes(title)).sort()).toEqual([
    one.title,
    two.title,
  ]);
  await device.close();
});

test('[SYNC-14] refusals of another user’s client group never come over, whatever groups a pull names', async () => {
  const [rexs, ritas] = [`g-${uuidv7()}`, `g-${uuidv7()}`];
  const push = {
    pushVersion: 1,
    clientGroupID: rexs,
    mutations: [{ clientID: uuidv7(), id: 1, name: 'createRequest', args: { secret: 'nonsense' } }],
  };
  expect((await ctx.rex.call('POST', '/api/replicache/push', push)).status).toBe(200);
  const pull = { pullVersion: 1, clientGroupID: ritas, cookie: null, groups: [rexs] };
  const { status, body } = await ctx.rita.call('POST', '/api/replicache/pull', pull);
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain('nonsense');
  const own = await ctx.rex.call('POST', '/api/replicache/pull', { ...pull, clientGroupID: rexs, groups: [] });
  expect(JSON.stringify(own.body)).toContain('nonsense');
});
