import { describe, expect, test } from 'vitest';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { contextForAll, type Person } from '../support/fixtures.ts';
import { create, read } from '../support/requests.ts';
import { link, namesOf, uploads } from '../support/uploads.ts';
import { addMessage, inDays, issue, read as readViolation, upload as uploadNotice } from '../support/violations.ts';

const ctx = contextForAll();

describe('files taken off', () => {
  const deletionsOf = async (key: string) => {
    const sql = "SELECT next_at FROM outbox WHERE kind = 'deleteFile' AND json_extract(payload, '$.key') = ?";
    const { rows } = await ctx.db.execute({ sql, args: [key] });
    return rows.map(({ next_at }) => String(next_at).slice(0, 10));
  };

  testBothApis(
    '[14.4] the author or the board takes one off: the next is first, its link ends, and it is deleted 30 days later',
    async (api, { rex, bea, rita, sue }) => {
      const [photo_url, second] = await uploads(rex, 2);
      const { _id, photo } = await create(rex, { photo_url, more_photo_urls: [second] });
      const remove = (person: Person, key: string) =>
        api.act(person, 'removePhoto', { entity: 'request', id: _id, photo_url: key });
      expect(await remove(rita, photo.key)).toMatchObject({ ok: false, code: 'not_found' });
      expect(await remove(rex, photo.key)).toEqual({ ok: true });
      const request = await read(bea, _id);
      expect([request.photo_url, namesOf(request)]).toEqual([request.photo.key, ['2.png']]);
      expect(request.history.at(-1).action).toContain('Removed the file 1.png');
      expect((await link(rex, photo.key)).status).toBe(404);
      expect(await deletionsOf(photo.key)).toEqual([inDays(30)]);
      expect(await remove(rex, photo.key)).toMatchObject({ ok: false, code: 'not_found' });
      expect(await remove(bea, request.photo_url)).toEqual({ ok: true });
      expect(await read(rex, _id)).toMatchObject({ photo_url: null, photo: null, more_photos: null });
      const { body } = await sue.call('GET', `/api/activity?entity_id=${_id}`);
      const removals = body.docs.filter(({ action }: { action: string }) => action === 'removePhoto');
      expect(removals).toHaveLength(2);
    },
  );

  testBothApis(
    '[14.4] [SEC-12] what the board attached to a violation is not its resident’s to remove',
    async (api, { rex, bea }) => {
      const { _id, photo_url } = await issue(bea, rex, { photo_url: await uploadNotice(bea, 'bins.png') });
      const removal = { entity: 'violation', id: _id, photo_url };
      expect(await api.act(rex, 'removePhoto', removal)).toMatchObject({ ok: false, code: 'forbidden' });
      expect((await readViolation(rex, _id)).photo_url).toBe(photo_url);
      expect(await api.act(bea, 'removePhoto', removal)).toEqual({ ok: true });
      expect(await readViolation(rex, _id)).toMatchObject({ photo_url: null });
    },
  );

  test('[14.4] of a message its author or the board takes a file off', async () => {
    const { bea, rex } = ctx;
    const { _id } = await issue(bea, rex);
    for (const person of [bea, rex, rex])
      await addMessage(person, _id, '<p>See</p>', { photo_url: await uploadNotice(person, 'a.png') });
    const [ofBoard, first, second] = (await readViolation(bea, _id)).messages;
    const mine = await new Device(ctx, rex).sync();
    const board = await new Device(ctx, bea).sync();
    const remove = (device: Device, message: { _id: string; photo_url: string }) =>
      device.store.mutate('removePhoto', { entity: 'violationMessage', id: message._id, photo_url: message.photo_url });
    await expect(remove(mine, ofBoard)).rejects.toMatchObject({ code: 'forbidden' });
    await remove(mine, first);
    await remove(board, second);
    await Promise.all([mine.sync(), board.sync()]);
    expect((await readViolation(bea, _id)).messages.map(namesOf)).toEqual([['a.png'], [undefined], [undefined]]);
    await Promise.all([mine.close(), board.close()]);
  });
});
