import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { uuidv7 } from 'uuidv7';
import { describe, expect, test, vi } from 'vitest';
import { FILE_TYPE_MESSAGE } from '../../schema/uploads.ts';
import { type MutatorName, mutators } from '../../sync/mutators.ts';
import { fileKeysOf } from '../../sync/server/transact.ts';
import type { Mutator } from '../../sync/tx.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { STORAGE_AWAY } from '../../worker/services/errors.ts';
import { createStorage, type Storage } from '../../worker/services/storage.ts';
import {
  create as createAnnouncement,
  read as readAnnouncement,
  upload as uploadAttachment,
} from '../support/announcements.ts';
import { endpointOf } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { fields, list as listDocuments, upload as uploadDocument } from '../support/documents.ts';
import { createContext, statusAndMessage, type TestContext, testConfig } from '../support/fixtures.ts';
import { MUTATORS } from '../support/isolation-mutators.ts';
import { storeRecords } from '../support/isolation-records.ts';
import { create, draft, read } from '../support/requests.ts';
import { nth } from '../support/required.ts';
import { disguised, download, GENUINE, HTML, link, named, presign, put, upload } from '../support/uploads.ts';
import { issue, read as readViolation, upload as uploadPhoto } from '../support/violations.ts';

const FILE_PENDING = 'This file is still being checked. You can download it after the check.';

/** A context whose file storage can be shut down. */
const castWithStorage = async () => {
  const { s3 } = testConfig();
  const dead = createStorage({ ...s3, endpoint: 'http://127.0.0.1:1' });
  let present = createStorage(s3);
  const storage = new Proxy({} as Storage, { get: (_, name) => present[name as keyof Storage] });
  const ctx = await createContext({ storage });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  return {
    ctx,
    stop: () => {
      present = dead;
    },
    /** Restarts the storage and runs the outbox. */
    resume: async () => {
      present = createStorage(s3);
      await drainOutbox(
        { ...ctx.deps, now: () => new Date(Date.now() + 900_000) },
        { hoa_id: ctx.hoa_id, budget: 1000 },
      );
    },
  };
};

/** The REST calls that name files, each with fresh uploads in their place. */
const callsWithFiles = async (ctx: TestContext) => {
  const records = await storeRecords(ctx, { board: ctx.bea, resident: ctx.rex });
  const calls = [];
  for (const name of Object.keys(MUTATORS) as MutatorName[]) {
    const args = MUTATORS[name].args(records);
    const endpoint = endpointOf(name, args);
    if (!endpoint) continue;
    let json = JSON.stringify(endpoint.body);
    const keys = fileKeysOf(mutators[name] as Mutator, args);
    const by = name === 'createRequest' ? ctx.rex : ctx.bea;
    for (const key of keys) {
      const feature = key.split('/')[2];
      const presigned = await by.call('POST', `/api/${feature}/presigned-url`, named('plan.pdf'));
      await put(presigned.body.uploadUrl, GENUINE.pdf as Uint8Array, 'application/pdf');
      json = json.replaceAll(JSON.stringify(key), JSON.stringify(presigned.body.s3Key));
    }
    if (keys.length > 0) calls.push({ ...endpoint, name, by, body: JSON.parse(json) });
  }
  return calls;
};

const refusalsOf = (device: Device) => device.store.rows('refusal').all;

describe('with storage away', () => {
  test('[FILE-10] a REST change that names a file is a 503 with a sentence, and is done when it is sent again', async () => {
    const { ctx, stop, resume } = await castWithStorage();
    const calls = await callsWithFiles(ctx);
    expect(calls.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['createRequest', 'createDocument', 'createAnnouncement', 'createViolation', 'addPhoto']),
    );
    const send = async ({ by, method, path, body }: (typeof calls)[number]) => {
      const answer = await by.call(method, path, body);
      return [answer.status, answer.body.message, answer.headers.get('Retry-After')];
    };
    stop();
    for (const call of calls) expect([call.name, ...(await send(call))]).toEqual([call.name, 503, STORAGE_AWAY, '30']);
    await resume();
    const first = nth(
      calls.filter(({ name }) => name === 'createDocument'),
      0,
    );
    expect((await send(first))[0]).toBe(201);
  });

  test('[SYNC-10] a change that names a file is accepted with the file pending, and later changes of the device go on', async () => {
    const { ctx, stop, resume } = await castWithStorage();
    const { rex } = ctx;
    const { _id } = await create(rex);
    const { s3Key } = await upload(rex, 'gate.png');
    const device = await new Device(ctx, rex).sync();
    stop();
    await device.store.mutate('attachRequestFile', { id: _id, photo_url: s3Key });
    await device.store.mutate('addRequestComment', { id: uuidv7(), request_id: _id, message: '<p>It is open</p>' });
    await device.sync();
    const before = await read(rex, _id);
    expect(before.comments).toHaveLength(1);
    expect(before.photo).toMatchObject({ name: 'gate.png', pending: true });
    expect(statusAndMessage(await link(rex, before.photo_url))).toEqual([409, FILE_PENDING]);
    await resume();
    const { photo, photo_url } = await read(rex, _id);
    expect(photo).toEqual({ key: before.photo_url, name: 'gate.png', size: GENUINE.png?.length, type: 'image/png' });
    expect(await (await download(rex, photo_url)).bytes()).toEqual(GENUINE.png);
    expect((await device.sync()).store.rows('request').get(_id)?.photo).toEqual(photo);
    expect(refusalsOf(device)).toEqual([]);
    await device.close();
  });

  test('[SYNC-10] a file that proves bad later is taken off every kind of record, and its author is told', async () => {
    const { ctx, stop, resume } = await castWithStorage();
    const { bea, rex } = ctx;
    const request = await create(bea);
    const violation = await issue(bea, rex);
    const announcement = await createAnnouncement(bea);
    const message = uuidv7();
    const [photo, notice, proof, attachment, bylaws] = await Promise.all([
      upload(bea, 'gate.png', HTML).then(({ s3Key }) => s3Key),
      uploadPhoto(bea, 'bins.png', HTML),
      uploadPhoto(bea, 'proof.png', HTML),
      uploadAttachment(bea, 'agenda.pdf', HTML),
      uploadDocument(bea, 'bylaws.pdf', HTML),
    ]);
    const device = await new Device(ctx, bea).sync();
    stop();
    await device.store.mutate('attachRequestFile', { id: request._id, photo_url: photo });
    await device.store.mutate('attachViolationFile', { id: violation._id, photo_url: notice });
    const sent = { id: message, violation_id: violation._id, message: '<p>See here</p>', photo_url: proof };
    await device.store.mutate('addViolationMessage', sent);
    await device.store.mutate('updateAnnouncement', { id: announcement._id, attachment });
    await device.store.mutate('createDocument', { id: uuidv7(), ...fields(bylaws) });
    await device.sync();
    expect((await readAnnouncement(bea, announcement._id)).attachment).toMatchObject({ pending: true });
    expect((await listDocuments(bea)).docs).toMatchObject([{ file_pending: true }]);
    await resume();
    await device.sync();
    const reason = `Removed the file gate.png: ${FILE_TYPE_MESSAGE}`;
    expect((await read(bea, request._id)).history.at(-1)).toMatchObject({
      action: reason,
      user_id: { name: 'Porchlight' },
    });
    expect(await read(bea, request._id)).toMatchObject({ photo: null, photo_url: null });
    const after = await readViolation(bea, violation._id);
    expect(after).toMatchObject({ photo: null, photo_url: null });
    expect(after.history.at(-1).action).toContain('Removed the file bins.png');
    expect(after.messages).toMatchObject([{ _id: message, photo_url: null }]);
    const draftNow = await readAnnouncement(bea, announcement._id);
    expect(draftNow.attachment).toBeNull();
    expect(draftNow.history.at(-1).action).toContain('Removed the file agenda.pdf');
    expect((await listDocuments(bea)).docs).toEqual([]);
    expect(refusalsOf(device).map(({ args }) => (args as { fileName: string }).fileName)).toEqual(
      expect.arrayContaining(['gate.png', 'bins.png', 'proof.png', 'agenda.pdf', 'bylaws.pdf']),
    );
    expect(refusalsOf(device)[0]?.message).toMatch(/^The file .+ was not saved: /);
    await device.close();
  });

  test('[SYNC-10] a key that was never uploaded to is found out later, too', async () => {
    const { ctx, stop, resume } = await castWithStorage();
    const { _id } = await create(ctx.rex);
    const { s3Key } = (await presign(ctx.rex, 'a.png')).body;
    const device = await new Device(ctx, ctx.rex).sync();
    stop();
    await device.store.mutate('attachRequestFile', { id: _id, photo_url: s3Key });
    await device.sync();
    await resume();
    await device.sync();
    expect((await read(ctx.rex, _id)).photo_url).toBeNull();
    expect(refusalsOf(device)).toMatchObject([
      { code: 'not_found', message: 'The file a.png was not saved: File not found' },
    ]);
    await device.close();
  });

  test('[FILE-09] what replaces an upload while its check is awaited is judged in its place', async () => {
    const { ctx, stop, resume } = await castWithStorage();
    const { _id } = await create(ctx.rex);
    const { uploadUrl, s3Key } = await upload(ctx.rex, 'a.png');
    const device = await new Device(ctx, ctx.rex).sync();
    stop();
    await device.store.mutate('attachRequestFile', { id: _id, photo_url: s3Key });
    await device.sync();
    expect(await put(uploadUrl, disguised('a.png'), 'image/png')).toBe(200);
    await resume();
    expect((await read(ctx.rex, _id)).photo_url).toBeNull();
    await device.close();
  });

  test('[DOC-27] a record deleted while its file waits leaves nothing behind', async () => {
    const { ctx, stop, resume } = await castWithStorage();
    const { bea, db, deps } = ctx;
    const s3_key = await uploadDocument(bea);
    const device = await new Device(ctx, bea).sync();
    const id = uuidv7();
    stop();
    await device.store.mutate('createDocument', { id, ...fields(s3_key) });
    await device.store.mutate('deleteDocument', { id });
    await device.sync();
    const kept = 'SELECT final_key FROM uploads WHERE key = ?';
    const final_key = String((await db.execute({ sql: kept, args: [s3_key] })).rows[0]?.final_key);
    await resume();
    expect((await db.execute({ sql: kept, args: [s3_key] })).rows).toEqual([]);
    expect(await deps.storage.head(final_key)).toBeUndefined();
    await drainOutbox({ ...deps, now: () => new Date(Date.now() + 7_200_000) }, { hoa_id: ctx.hoa_id, budget: 1000 });
    expect(await deps.storage.head(s3_key)).toBeUndefined();
    await device.close();
  });

  test('[SYNC-10] storage that takes calls and never answers holds up no push either', async () => {
    const hanging = createServer(() => {});
    await once(hanging.listen(0, '127.0.0.1'), 'listening');
    const { port } = hanging.address() as AddressInfo;
    const storage = createStorage({ ...testConfig().s3, endpoint: `http://127.0.0.1:${port}` });
    const ctx = await createContext({ storage });
    const { _id } = await create(ctx.rex);
    // The link leads to the storage that hangs; only its key matters here.
    const { s3Key } = (await presign(ctx.rex, 'a.png')).body;
    const device = await new Device(ctx, ctx.rex).sync();
    await device.store.mutate('attachRequestFile', { id: _id, photo_url: s3Key });
    await device.sync();
    expect((await read(ctx.rex, _id)).photo).toMatchObject({ name: 'a.png', pending: true });
    await device.close();
    hanging.closeAllConnections();
    hanging.close();
  });

  test('[SYNC-10] over REST the claim is a fault, and nothing is written', async () => {
    const { ctx, stop } = await castWithStorage();
    const { s3Key } = await upload(ctx.rex, 'a.png');
    stop();
    expect((await ctx.rex.call('POST', '/api/requests', draft({ photo_url: s3Key }))).status).toBe(503);
    expect((await ctx.rex.call('GET', '/api/requests')).body.totalDocs).toBe(0);
  });
});
