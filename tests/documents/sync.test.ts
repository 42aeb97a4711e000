import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { Device } from '../support/device.ts';
import { create, fields, get, list, NOT_FOUND, remove, update, upload } from '../support/documents.ts';
import { createContext, type Person, type TestContext, withClock } from '../support/fixtures.ts';

let ctx: TestContext;
const devices: Device[] = [];
beforeEach(async () => {
  ctx = await createContext();
});
afterEach(async () => {
  for (const device of devices.splice(0)) await device.close();
});

const deviceOf = async (person: Person) => {
  const device = new Device(ctx, person);
  devices.push(device);
  return device.sync();
};
const titles = (device: Device) => device.store.rows('document').all.map(({ title }) => title);

test('[DOC-20] [DOC-21] [SYNC-01] residents’ devices hold what is public, without who uploaded it', async () => {
  await create(ctx.bea, { title: 'Open' });
  await create(ctx.bea, { title: 'Hidden', is_public: false });
  const [rex, sue, olga] = [await deviceOf(ctx.rex), await deviceOf(ctx.sue), await deviceOf(ctx.olga)];
  expect(titles(rex)).toEqual(['Open']);
  expect(titles(sue)).toEqual(['Hidden', 'Open']);
  expect(titles(olga)).toEqual([]);
  const [mine, theirs] = [rex, sue].map((device) =>
    device.store.rows('document').all.find(({ title }) => title === 'Open'),
  );
  expect(JSON.stringify(mine)).not.toMatch(new RegExp(`uploaded_by|${ctx.bea.id}`));
  expect(theirs).toMatchObject({ uploaded_by: ctx.bea.id, uploaded_by_name: ctx.bea.name });
});

test('[DOC-21] [SYNC-13] switching to Board Only removes it from residents’ devices on the next pull, and back again', async () => {
  const { _id } = await create(ctx.bea, { title: 'Budget' });
  const [rex, rita, bea] = [await deviceOf(ctx.rex), await deviceOf(ctx.rita), await deviceOf(ctx.bea)];
  expect(titles(rex)).toEqual(['Budget']);
  ctx.pokes.length = 0;
  await update(ctx.bea, _id, { is_public: false });
  expect(ctx.pokes).toContainEqual({ hoa_id: ctx.hoa_id, audiences: expect.arrayContaining(['residents']) });
  for (const device of [rex, rita]) expect(titles(await device.sync())).toEqual([]);
  expect(titles(await bea.sync())).toEqual(['Budget']);
  expect(titles(await deviceOf(ctx.rita))).toEqual([]);
  await update(ctx.bea, _id, { is_public: true, title: 'Budget, approved' });
  for (const device of [rex, rita, bea]) expect(titles(await device.sync())).toEqual(['Budget, approved']);
});

test('[SYNC-13] what was Board Only from the start is not even mentioned to residents', async () => {
  const rex = await deviceOf(ctx.rex);
  ctx.pokes.length = 0;
  const { _id } = await create(ctx.bea, { is_public: false });
  await update(ctx.bea, _id, { title: 'Still hidden' });
  await remove(ctx.bea, _id);
  expect(ctx.pokes.flatMap(({ audiences }) => audiences)).not.toContain('residents');
  const cookie = await rex.store.replicache.cookie;
  const group = await rex.store.replicache.clientGroupID;
  const asked = { pullVersion: 1, clientGroupID: group, profileID: 'p', schemaVersion: '1', cookie };
  expect(JSON.stringify((await ctx.rex.call('POST', '/api/replicache/pull', asked)).body)).not.toContain(_id);
});

test('[SYNC-13] losing and gaining the board’s role takes and gives what is Board Only', async () => {
  await create(ctx.bea, { title: 'Hidden', is_public: false });
  await create(ctx.bea, { title: 'Open' });
  const ben = await ctx.join(ctx.hoa_id, 'Ben Marsh', 'board');
  const device = await deviceOf(ben);
  expect(titles(device)).toEqual(['Open', 'Hidden']);
  const setRole = (role: string) =>
    ctx.db.execute({ sql: 'UPDATE users SET role = ?, epoch = epoch + 1 WHERE id = ?', args: [role, ben.id] });
  await setRole('resident');
  expect(titles(await device.sync())).toEqual(['Open']);
  expect(JSON.stringify(device.store.rows('document').all)).not.toContain(ctx.bea.name);
  await setRole('board');
  expect(titles(await device.sync())).toEqual(['Open', 'Hidden']);
});

test('[SYNC-03] [SYNC-06] [DOC-27] a deletion offline shows at once and reaches the server once', async () => {
  const { _id, s3_key } = await create(ctx.bea, { title: 'Old' });
  const [bea, rex] = [await deviceOf(ctx.bea), await deviceOf(ctx.rex)];
  bea.online = false;
  await bea.store.mutate('deleteDocument', { id: _id, title: 'Old' });
  expect(titles(bea)).toEqual([]);
  expect(bea.store.outbox).toMatchObject([{ kind: 'pending', mutation: 'deleteDocument', args: { title: 'Old' } }]);
  expect((await list(ctx.rex)).totalDocs).toBe(1);
  bea.online = true;
  bea.loseAnswers = 1;
  await bea.sync();
  expect(titles(await rex.sync())).toEqual([]);
  expect(bea.store.outbox).toEqual([]);
  expect((await get(ctx.bea, _id)).status).toBe(404);
  await drainOutbox(
    withClock(ctx.deps, () => new Date(Date.now() + 120_000)),
    { hoa_id: ctx.hoa_id },
  );
  expect(await ctx.deps.storage.head(s3_key)).toBeUndefined();
});

test('[SYNC-09] [SYNC-10] a resident’s pushed deletion is rolled back and waits with its reason', async () => {
  const { _id } = await create(ctx.bea, { title: 'Kept' });
  const ben = await ctx.join(ctx.hoa_id, 'Ben Marsh', 'board');
  const device = await deviceOf(ben);
  device.online = false;
  await device.store.mutate('deleteDocument', { id: _id, title: 'Kept' });
  await ctx.db.execute({ sql: "UPDATE users SET role = 'resident' WHERE id = ?", args: [ben.id] });
  device.online = true;
  await device.sync();
  expect(titles(device)).toEqual(['Kept']);
  expect(device.store.outbox).toMatchObject([
    {
      kind: 'refused',
      mutation: 'deleteDocument',
      message: 'You do not have permission to do this',
      args: { id: _id },
    },
  ]);
});

test('[SYNC-10] of two deletions of one document the later one is told that it is gone', async () => {
  const { _id } = await create(ctx.bea);
  const [bea, sue] = [await deviceOf(ctx.bea), await deviceOf(ctx.sue)];
  for (const device of [bea, sue]) {
    device.online = false;
    await device.store.mutate('deleteDocument', { id: _id });
  }
  for (const device of [bea, sue]) {
    device.online = true;
    await device.sync();
  }
  expect(bea.store.outbox).toEqual([]);
  expect(sue.store.outbox).toMatchObject([{ kind: 'refused', message: NOT_FOUND }]);
});

test('[SYNC-17] edits of different fields by two of the board are both kept', async () => {
  const { _id } = await create(ctx.bea);
  const [bea, sue] = [await deviceOf(ctx.bea), await deviceOf(ctx.sue)];
  bea.online = false;
  sue.online = false;
  await bea.store.mutate('updateDocument', { id: _id, title: 'By Bea' });
  await sue.store.mutate('updateDocument', { id: _id, notes: 'By Sue', category: 'Legal' });
  bea.online = true;
  sue.online = true;
  await sue.sync();
  await bea.sync();
  await sue.sync();
  for (const device of [bea, sue])
    expect(device.store.rows('document').get(_id)).toMatchObject({
      title: 'By Bea',
      notes: 'By Sue',
      category: 'Legal',
    });
});

test('[SYNC-15] an id in use in any HOA is refused with the same words', async () => {
  const { _id } = await create(ctx.olga);
  const device = await deviceOf(ctx.bea);
  await device.store.mutate('createDocument', { id: _id, ...fields(await upload(ctx.bea)) });
  await device.store.mutate('createDocument', { id: uuidv7(), ...fields(await upload(ctx.bea), { title: 'Fine' }) });
  await device.sync();
  expect(device.store.outbox).toMatchObject([{ kind: 'refused', message: 'This id is already in use' }]);
  expect(titles(device)).toEqual(['Fine']);
});
