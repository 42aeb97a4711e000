import { uuidv7 } from 'uuidv7';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { drainOutbox } from '../worker/jobs/outbox.ts';
import { type Cast, cast, type Person, withClock } from './support/cast.ts';
import { Device } from './support/device.ts';
import { create, fields, get, list, NOT_FOUND, remove, update, upload } from './support/documents.ts';

let stage: Cast;
const devices: Device[] = [];
beforeEach(async () => {
  stage = await cast();
});
afterEach(async () => {
  for (const device of devices.splice(0)) await device.close();
});

const deviceOf = async (person: Person) => {
  const device = new Device(stage, person);
  devices.push(device);
  return device.sync();
};
const titles = (device: Device) => device.store.rows('document').all.map(({ title }) => title);

test('[DOC-20] [DOC-21] [SYNC-01] [SYNC-13] residents’ devices hold what is public, without who uploaded it', async () => {
  await create(stage.bea, { title: 'Open' });
  await create(stage.bea, { title: 'Hidden', is_public: false });
  const [rex, sue, olga] = [await deviceOf(stage.rex), await deviceOf(stage.sue), await deviceOf(stage.olga)];
  expect(titles(rex)).toEqual(['Open']);
  expect(titles(sue)).toEqual(['Hidden', 'Open']);
  expect(titles(olga)).toEqual([]);
  const [mine, theirs] = [rex, sue].map((device) =>
    device.store.rows('document').all.find(({ title }) => title === 'Open'),
  );
  expect(JSON.stringify(mine)).not.toMatch(new RegExp(`uploaded_by|${stage.bea.id}`));
  expect(theirs).toMatchObject({ uploaded_by: stage.bea.id, uploaded_by_name: stage.bea.name });
});

test('[DOC-21] [SYNC-13] switching to Board Only removes it from residents’ devices on the next pull, and back again', async () => {
  const { _id } = await create(stage.bea, { title: 'Budget' });
  const [rex, rita, bea] = [await deviceOf(stage.rex), await deviceOf(stage.rita), await deviceOf(stage.bea)];
  expect(titles(rex)).toEqual(['Budget']);
  stage.pokes.length = 0;
  await update(stage.bea, _id, { is_public: false });
  expect(stage.pokes).toContainEqual({ hoa_id: stage.hoa_id, audiences: expect.arrayContaining(['residents']) });
  for (const device of [rex, rita]) expect(titles(await device.sync())).toEqual([]);
  expect(titles(await bea.sync())).toEqual(['Budget']);
  expect(titles(await deviceOf(stage.rita))).toEqual([]);
  await update(stage.bea, _id, { is_public: true, title: 'Budget, approved' });
  for (const device of [rex, rita, bea]) expect(titles(await device.sync())).toEqual(['Budget, approved']);
});

test('[SYNC-13] what was Board Only from the start is not even mentioned to residents', async () => {
  const rex = await deviceOf(stage.rex);
  stage.pokes.length = 0;
  const { _id } = await create(stage.bea, { is_public: false });
  await update(stage.bea, _id, { title: 'Still hidden' });
  await remove(stage.bea, _id);
  expect(stage.pokes.flatMap(({ audiences }) => audiences)).not.toContain('residents');
  const cookie = await rex.store.replicache.cookie;
  const group = await rex.store.replicache.clientGroupID;
  const asked = { pullVersion: 1, clientGroupID: group, profileID: 'p', schemaVersion: '1', cookie };
  expect(JSON.stringify((await stage.rex.call('POST', '/api/replicache/pull', asked)).body)).not.toContain(_id);
});

test('[SYNC-13] losing and gaining the board’s role takes and gives what is Board Only', async () => {
  await create(stage.bea, { title: 'Hidden', is_public: false });
  await create(stage.bea, { title: 'Open' });
  const ben = await stage.join(stage.hoa_id, 'Ben Marsh', 'board');
  const device = await deviceOf(ben);
  expect(titles(device)).toEqual(['Open', 'Hidden']);
  const setRole = (role: string) =>
    stage.db.execute({ sql: 'UPDATE users SET role = ?, epoch = epoch + 1 WHERE id = ?', args: [role, ben.id] });
  await setRole('resident');
  expect(titles(await device.sync())).toEqual(['Open']);
  expect(JSON.stringify(device.store.rows('document').all)).not.toContain(stage.bea.name);
  await setRole('board');
  expect(titles(await device.sync())).toEqual(['Open', 'Hidden']);
});

test('[SYNC-03] [SYNC-06] [SYNC-11] [DOC-27] a deletion offline shows at once and reaches the server once', async () => {
  const { _id, s3_key } = await create(stage.bea, { title: 'Old' });
  const [bea, rex] = [await deviceOf(stage.bea), await deviceOf(stage.rex)];
  bea.online = false;
  await bea.store.mutate('deleteDocument', { id: _id, title: 'Old' });
  expect(titles(bea)).toEqual([]);
  expect(bea.store.outbox).toMatchObject([{ kind: 'pending', mutation: 'deleteDocument', args: { title: 'Old' } }]);
  expect((await list(stage.rex)).totalDocs).toBe(1);
  bea.online = true;
  bea.loseAnswers = 1;
  await bea.sync();
  expect(titles(await rex.sync())).toEqual([]);
  expect(bea.store.outbox).toEqual([]);
  expect((await get(stage.bea, _id)).status).toBe(404);
  await drainOutbox(
    withClock(stage.deps, () => new Date(Date.now() + 120_000)),
    { hoa_id: stage.hoa_id },
  );
  expect(await stage.deps.storage.head(s3_key)).toBeUndefined();
});

test('[SYNC-09] [SYNC-10] a resident’s pushed deletion is rolled back and waits with its reason', async () => {
  const { _id } = await create(stage.bea, { title: 'Kept' });
  const ben = await stage.join(stage.hoa_id, 'Ben Marsh', 'board');
  const device = await deviceOf(ben);
  device.online = false;
  await device.store.mutate('deleteDocument', { id: _id, title: 'Kept' });
  await stage.db.execute({ sql: "UPDATE users SET role = 'resident' WHERE id = ?", args: [ben.id] });
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
  const { _id } = await create(stage.bea);
  const [bea, sue] = [await deviceOf(stage.bea), await deviceOf(stage.sue)];
  for (const device of [bea, sue]) {
    device.online = false;
    await device.store.mutate('deleteDocument', { id: _id });
    device.online = true;
    await device.sync();
  }
  expect(bea.store.outbox).toEqual([]);
  expect(sue.store.outbox).toMatchObject([{ kind: 'refused', message: NOT_FOUND }]);
});

test('[SYNC-17] edits of different fields by two of the board are both kept', async () => {
  const { _id } = await create(stage.bea);
  const [bea, sue] = [await deviceOf(stage.bea), await deviceOf(stage.sue)];
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
  const { _id } = await create(stage.olga);
  const device = await deviceOf(stage.bea);
  await device.store.mutate('createDocument', { id: _id, ...fields(await upload(stage.bea)) });
  await device.store.mutate('createDocument', { id: uuidv7(), ...fields(await upload(stage.bea), { title: 'Fine' }) });
  await device.sync();
  expect(device.store.outbox).toMatchObject([{ kind: 'refused', message: 'This id is already in use' }]);
  expect(titles(device)).toEqual(['Fine']);
});
