import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { create, draft, list, send, update, upload } from '../support/announcements.ts';
import { testBothApis } from '../support/apis.ts';
import { contextForAll, type Person, statusAndMessage } from '../support/fixtures.ts';
import { GENUINE, HTML } from '../support/uploads.ts';

const ctx = contextForAll();

describe('[FILE-02] attachments', () => {
  const link = (person: Person, s3Key: string) => person.call('POST', '/api/announcements/download-url', { s3Key });

  test('[ANN-32] [ANN-50] [ANN-91] what was uploaded is kept, and downloads for those who see it', async () => {
    const { bea, rex, olga } = ctx;
    const attachment = await upload(bea, 'Pool rules.pdf');
    const lie = { ...attachment, filename: 'a\u202eb.exe', file_size: 1, file_type: 'png' };
    const { _id, attachment: stored } = await create(bea, { attachment: lie });
    expect(stored).toEqual({
      s3_key: expect.stringMatching(new RegExp(`^files/${bea.hoa_id}/announcements/`)),
      filename: 'Pool rules.pdf',
      file_size: GENUINE.pdf?.length,
      file_type: 'pdf',
    });
    expect((await link(bea, stored.s3_key)).status).toBe(200);
    expect(statusAndMessage(await link(rex, stored.s3_key))).toEqual([404, 'File not found']);
    await send(bea, _id);
    const answer = await fetch((await link(rex, stored.s3_key)).body.downloadUrl);
    expect(await answer.bytes()).toEqual(GENUINE.pdf);
    expect(answer.headers.get('content-disposition')).toContain('filename="Pool rules.pdf"');
    for (const [person, key] of [
      [olga, stored.s3_key],
      [bea, attachment.s3_key],
      [bea, 'no/such/key'],
    ] as const)
      expect((await link(person, key)).status).toBe(404);
  });

  test('[ANN-31] [ANN-50] [ANN-81] the file keeps the name that the author gave it, without what could mislead', async () => {
    const { bea } = ctx;
    const named = { ...(await upload(bea, 'scan0001.pdf')), filename: 'folder/Pool \u202erules.PDF' };
    const { attachment } = await create(bea, { attachment: named });
    expect(attachment.filename).toBe('Pool rules.PDF');
    const answer = await fetch((await link(bea, attachment.s3_key)).body.downloadUrl);
    expect(answer.headers.get('content-disposition')).toContain('filename="Pool rules.PDF"');
  });

  testBothApis(
    '[ANN-76] [ANN-77] [ANN-78] a record names only a genuine upload of its own HOA',
    async (api, { bea, olga, rex }) => {
      const act = (attachment: object) =>
        api.act(bea, 'createAnnouncement', { id: uuidv7(), ...draft({ attachment }) });
      const mine = await upload(bea, 'a.pdf');
      const missing = { ok: false, code: 'not_found', message: 'File not found' };
      expect(await act(await upload(olga, 'a.pdf'))).toEqual(missing);
      expect(await act({ ...mine, s3_key: `${mine.s3_key}x` })).toEqual(missing);
      expect(await act({ ...mine, file_size: 10_485_761 })).toMatchObject({
        code: 'invalid',
        message: 'File size must be less than 10MB',
      });
      const wrong = { code: 'invalid', message: 'File type not allowed. Please upload PDF, DOC, DOCX, or image files' };
      expect(await act({ ...mine, file_type: 'exe' })).toMatchObject(wrong);
      expect(await act(await upload(bea, 'page.pdf', HTML))).toMatchObject(wrong);
      expect((await list(bea)).totalDocs).toBe(0);
      for (const [person, asked, status] of [
        [bea, { fileName: 'a.exe', fileType: 'application/x-msdownload' }, 400],
        [bea, { fileName: 'a.pdf', fileType: 'application/pdf', fileSize: 10_485_761 }, 400],
        [rex, { fileName: 'a.pdf', fileType: 'application/pdf', fileSize: 9 }, 403],
      ] as const)
        expect((await person.call('POST', '/api/announcements/presigned-url', asked)).status).toBe(status);
    },
  );

  test('[ANN-70] [ANN-83] an edit keeps, replaces or removes the file, and what is dropped is deleted from storage 30 days later', async () => {
    const { bea, deps } = ctx;
    const first = await create(bea, { attachment: await upload(bea, 'one.pdf') });
    expect((await update(bea, first._id, { title: 'Same', attachment: first.attachment })).body.attachment).toEqual(
      first.attachment,
    );
    expect(await deps.storage.head(first.attachment.s3_key)).toBeDefined();
    const second = (await update(bea, first._id, { attachment: await upload(bea, 'two.png') })).body.attachment;
    expect(second.filename).toBe('two.png');
    expect((await update(bea, first._id, { attachment: null })).body.attachment).toBeNull();
    const keys = [first.attachment.s3_key, second.s3_key];
    const stored = () => Promise.all(keys.map(async (key) => (await deps.storage.head(key)) !== undefined));
    expect(await stored()).toEqual([true, true]);
    await drainOutbox(
      { ...deps, now: () => new Date(Date.now() + 31 * 86_400_000) },
      { hoa_id: ctx.hoa_id, budget: 1000 },
    );
    expect(await stored()).toEqual([false, false]);
  });
});
