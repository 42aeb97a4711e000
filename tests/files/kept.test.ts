import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import {
  create as createAnnouncement,
  read as readAnnouncement,
  send,
  update as updateAnnouncement,
  upload as uploadAttachment,
} from '../support/announcements.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { contextForAll, type Person, statusAndMessage } from '../support/fixtures.ts';
import { create, draft, read } from '../support/requests.ts';
import { createWithFile, download, GENUINE, HTML, upload } from '../support/uploads.ts';
import { addMessage, issue, read as readViolation, upload as uploadPhoto } from '../support/violations.ts';

const FILE_TAKEN = 'This file already belongs to another record. Please upload it again.';

const DAY_MS = 86_400_000;
const TAKEN = { ok: false, code: 'conflict', message: FILE_TAKEN };

const ctx = contextForAll();

const drainIn = (days: number) =>
  drainOutbox({ ...ctx.deps, now: () => new Date(Date.now() + days * DAY_MS) }, { hoa_id: ctx.hoa_id, budget: 1000 });
const isStored = async (key: string) => (await ctx.deps.storage.head(key)) !== undefined;
const lines = (record: { history: { action: string }[] }) => record.history.map(({ action }) => action);
/** Attaches a file in one push, as a device does. */
const attach = async (person: Person, id: string, photo_url: string, mutation = 'attachRequestFile' as const) => {
  const device = await new Device(ctx, person).sync();
  await device.store.mutate(mutation, { id, photo_url });
  await device.sync();
  const refusals = device.store.rows('refusal').all;
  await device.close();
  return refusals;
};

describe('one record a file', () => {
  testBothApis(
    '[FILE-10] a file of one record cannot be named by another, nor deleted through it',
    async (api, ctx) => {
      const { rex, bea, deps } = ctx;
      const { _id, photo_url } = await createWithFile(rex, (await upload(rex, 'gate.png')).s3Key);
      for (const person of [rex, bea])
        expect(await api.act(person, 'createRequest', { id: uuidv7(), ...draft({ photo_url }) })).toEqual(TAKEN);
      await drainOutbox(
        { ...deps, now: () => new Date(Date.now() + 60 * DAY_MS) },
        { hoa_id: ctx.hoa_id, budget: 1000 },
      );
      expect((await read(rex, _id)).photo_url).toBe(photo_url);
      expect(await (await download(rex, photo_url)).bytes()).toEqual(GENUINE.png);
    },
  );

  test('[FILE-10] a board member cannot bring a resident’s file to another record to replace it there', async () => {
    const { rex, bea } = ctx;
    const { _id, photo_url } = await createWithFile(rex, (await upload(rex, 'gate.png')).s3Key);
    const other = await create(bea);
    expect(await attach(bea, other._id, photo_url)).toMatchObject([{ code: 'conflict', message: FILE_TAKEN }]);
    expect((await read(bea, other._id)).photo_url).toBeNull();
    expect((await read(rex, _id)).photo_url).toBe(photo_url);
  });

  testBothApis('[FILE-10] of records that name a file at once, one gets it', async (api, { rex }) => {
    const { s3Key } = await upload(rex, 'gate.png');
    const act = () => api.act(rex, 'createRequest', { id: uuidv7(), ...draft({ photo_url: s3Key }) });
    const outcomes = await Promise.all([act(), act(), act(), act()]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect(outcomes.filter(({ ok }) => !ok)).toEqual([TAKEN, TAKEN, TAKEN]);
  });

  test('[FILE-10] two changes of one push cannot share a file either', async () => {
    const { rex } = ctx;
    const { s3Key } = await upload(rex, 'gate.png');
    const device = await new Device(ctx, rex).sync();
    await device.store.mutate('createRequest', { id: uuidv7(), ...draft({ photo_url: s3Key }) });
    await device.store.mutate('createRequest', { id: uuidv7(), ...draft({ photo_url: s3Key }) });
    await device.sync();
    expect(device.store.rows('refusal').all).toMatchObject([{ message: FILE_TAKEN }]);
    await device.close();
  });

  test('[SYNC-10] a push whose answer is lost names its file once', async () => {
    const { rex } = ctx;
    const { _id } = await create(rex);
    const { s3Key } = await upload(rex, 'gate.png');
    const device = await new Device(ctx, rex).sync();
    device.loseAnswers = 2;
    await device.store.mutate('attachRequestFile', { id: _id, photo_url: s3Key });
    await device.sync();
    expect(device.store.rows('refusal').all).toEqual([]);
    expect((await read(rex, _id)).photo).toMatchObject({ name: 'gate.png' });
    await device.close();
  });

  test('[FILE-10] the same record may name its file again, whoever saves it', async () => {
    const { bea, sue } = ctx;
    const attachment = await uploadAttachment(bea, 'agenda.pdf');
    const announcement = await createAnnouncement(bea, { attachment });
    const again = { title: 'Agenda', attachment: announcement.attachment };
    expect((await updateAnnouncement(sue, announcement._id, again)).status).toBe(200);
    expect((await updateAnnouncement(bea, announcement._id, { attachment })).status).toBe(200);
    const now = await readAnnouncement(bea, announcement._id);
    expect(now.attachment).toEqual(announcement.attachment);
    expect(now.history).toBeUndefined();
  });
});

describe('replaced files', () => {
  test('[REQ-39] a replaced attachment leaves a line of who, which and how large, and is kept for 30 days', async () => {
    const { rex, bea } = ctx;
    const { _id, photo_url } = await createWithFile(rex, (await upload(rex, 'gate.png')).s3Key);
    await attach(bea, _id, (await upload(bea, 'plan.pdf')).s3Key);
    const record = await read(bea, _id);
    expect(record.history.at(-1)).toMatchObject({
      action: 'Replaced the file gate.png (0.00 MB) with plan.pdf (0.00 MB)',
      user_id: { name: bea.name },
    });
    await drainIn(29);
    expect(await isStored(photo_url)).toBe(true);
    await drainIn(31);
    expect(await isStored(photo_url)).toBe(false);
    expect(await isStored(record.photo_url)).toBe(true);
  });

  test('[VIO-33] so it is with a violation', async () => {
    const { bea, rex } = ctx;
    const { _id, photo_url } = await issue(bea, rex, { photo_url: await uploadPhoto(bea, 'old.png') });
    const device = await new Device(ctx, bea).sync();
    await device.store.mutate('attachViolationFile', { id: _id, photo_url: await uploadPhoto(bea, 'new.png') });
    await device.sync();
    expect(lines(await readViolation(rex, _id)).at(-1)).toMatch(/^Replaced the file old\.png .+ with new\.png/);
    await drainIn(29);
    expect(await isStored(photo_url)).toBe(true);
    await device.close();
  });

  test('[ANN-10] so it is with an announcement, whose history is the board’s alone', async () => {
    const { bea, rex } = ctx;
    const announcement = await createAnnouncement(bea, { attachment: await uploadAttachment(bea, 'agenda.pdf') });
    await updateAnnouncement(bea, announcement._id, { attachment: await uploadAttachment(bea, 'minutes.pdf') });
    await updateAnnouncement(bea, announcement._id, { attachment: null });
    expect(lines(await readAnnouncement(bea, announcement._id))).toEqual([
      expect.stringMatching(/^Replaced the file agenda\.pdf .+ with minutes\.pdf/),
      expect.stringMatching(/^Removed the file minutes\.pdf/),
    ]);
    await send(bea, announcement._id);
    await drainIn(1);
    expect(await readAnnouncement(rex, announcement._id)).not.toHaveProperty('history');
    const device = await new Device(ctx, rex).sync();
    expect(device.store.rows('announcement').get(announcement._id)?.history).toBeUndefined();
    await device.close();
  });

  test('[FILE-10] a file put back within the 30 days stays', async () => {
    const { rex } = ctx;
    const { _id, photo_url } = await createWithFile(rex, (await upload(rex, 'gate.png')).s3Key);
    const other = (await upload(rex, 'plan.pdf')).s3Key;
    await attach(rex, _id, other);
    await attach(rex, _id, photo_url);
    const { history } = await read(rex, _id);
    expect(history).toHaveLength(3);
    await drainIn(31);
    expect(await isStored(photo_url)).toBe(true);
    expect((await read(rex, _id)).photo_url).toBe(photo_url);
    expect(await (await download(rex, photo_url)).bytes()).toEqual(GENUINE.png);
    await attach(rex, _id, (await upload(rex, 'third.png')).s3Key);
    await drainIn(62);
    expect(await isStored(photo_url)).toBe(false);
  });

  test('[DOC-27] deleting a record deletes its own file and no other', async () => {
    const { bea } = ctx;
    const kept = await createAnnouncement(bea, { attachment: await uploadAttachment(bea, 'agenda.pdf') });
    const gone = await createAnnouncement(bea, { attachment: await uploadAttachment(bea, 'agenda.pdf') });
    const stolen = await updateAnnouncement(bea, gone._id, { attachment: kept.attachment });
    expect(statusAndMessage(stolen)).toEqual([409, FILE_TAKEN]);
    await bea.call('DELETE', `/api/announcements/${gone._id}`);
    await expect.poll(() => isStored(gone.attachment.s3_key)).toBe(false);
    const link = await bea.call('POST', '/api/announcements/download-url', { s3Key: kept.attachment.s3_key });
    expect(link.status).toBe(200);
    expect(await isStored(kept.attachment.s3_key)).toBe(true);
  });

  test('[VIO-47] a message and its violation cannot share a file', async () => {
    const { bea, rex } = ctx;
    const photo_url = await uploadPhoto(bea, 'bins.png');
    const { _id } = await issue(bea, rex, { photo_url });
    expect(statusAndMessage(await addMessage(bea, _id, '<p>See here</p>', { photo_url }))).toEqual([409, FILE_TAKEN]);
  });

  test('[FILE-09] a file of the wrong content replaces nothing', async () => {
    const { rex } = ctx;
    const { _id, photo_url } = await createWithFile(rex, (await upload(rex, 'gate.png')).s3Key);
    expect(await attach(rex, _id, (await upload(rex, 'page.png', HTML)).s3Key)).toHaveLength(1);
    const record = await read(rex, _id);
    expect([record.photo_url, lines(record)]).toEqual([photo_url, ['Created the request']]);
  });
});
