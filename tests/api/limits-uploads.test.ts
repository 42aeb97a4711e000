import { expect, test } from 'vitest';
import { exportLimits, uploadLimits } from '../../schema/limits.ts';
import { FILE_LIMIT } from '../../schema/uploads.ts';
import { countUses } from '../../worker/services/limits.ts';
import { contextForAll } from '../support/fixtures.ts';
import { contextAtNoon, countedToday, endDay, leave } from '../support/limits.ts';
import { create } from '../support/requests.ts';
import { nth } from '../support/required.ts';
import { named, postWithFile, presign, upload } from '../support/uploads.ts';

const ctx = contextForAll(contextAtNoon);
const MB = 1024 ** 2;

const NAMES = ['files of a user', 'bytes of a user', 'files of an HOA', 'bytes of an HOA'];

test.each(NAMES.map((name, at) => [name, at] as const))(
  '[FILE-09] %s a day: what fits passes, one more answers 429 and when to try again, the next day passes',
  async (_, at) => {
    const { rex, bea } = ctx;
    const limits = uploadLimits(rex, MB);
    const limit = nth(limits, at);
    await leave(ctx, limit, limit.by);
    const ask = () => presign(rex, 'plan.pdf', { fileSize: MB });
    expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.body.message]).toEqual([429, `${limit.reason} Please try again in 12 hours.`]);
    expect(refused.headers.get('Retry-After')).toBe(String(refused.body.retryAfter));
    expect(refused.body.retryAfter).toBeGreaterThan(11 * 3600);
    // An HOA's limit concerns everybody in it, a user's own nobody else.
    expect((await presign(bea, 'plan.pdf', { fileSize: MB })).status).toBe(limit.key.includes('/hoa/') ? 429 : 200);
    expect((await presign(ctx.olga, 'plan.pdf', { fileSize: MB })).status).toBe(200);
    await endDay(ctx, limits);
    expect((await ask()).status).toBe(200);
    await endDay(ctx, limits);
  },
);

test('[FILE-09] what is refused counts nothing and leaves no key, so a smaller file still fits', async () => {
  const { rita, db } = ctx;
  const bytes = nth(uploadLimits(rita, 0), 1);
  await leave(ctx, bytes, MB);
  const keys = async () =>
    (await db.execute({ sql: 'SELECT key FROM uploads WHERE user_id = ?', args: [rita.id] })).rows.length;
  expect((await presign(rita, 'plan.pdf', { fileSize: MB + 1 })).status).toBe(429);
  expect([await keys(), await countedToday(ctx, `uploads/user/${rita.id}`)]).toEqual([0, 0]);
  expect((await presign(rita, 'plan.pdf', { fileSize: MB })).status).toBe(200);
  expect([await keys(), await countedToday(ctx, `uploads/user/${rita.id}`)]).toEqual([1, 1]);
});

test('[FILE-09] many at once pass no more than the limit', async () => {
  const person = await ctx.join(ctx.hoa_id, 'Una', 'resident');
  await leave(ctx, nth(uploadLimits(person, 1), 0), 3);
  const answers = await Promise.all(Array.from({ length: 8 }, () => presign(person, 'a.png')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429, 429, 429]);
});

test('[FILE-09] a file sent through the worker counts as well', async () => {
  const person = await ctx.join(ctx.hoa_id, 'Ula', 'resident');
  await leave(ctx, nth(uploadLimits(person, 1), 0), 1);
  const { _id } = await create(person);
  const attach = () => {
    const body = new FormData();
    body.append('file', new File(['%PDF-1.7\n%%EOF'], 'a.pdf', { type: 'application/pdf' }));
    const headers = { Authorization: `Bearer ${person.token}` };
    return ctx.app.request(`/api/requests/${_id}/attachments`, { method: 'POST', headers, body });
  };
  expect([(await attach()).status, (await attach()).status]).toEqual([200, 429]);
});

test('[FILE-09] a board that scans 30 documents of 10 MB in an hour meets no limit', async () => {
  const { sue } = ctx;
  const sizes = Array.from({ length: 30 }, () => presign(sue, 'scan.pdf', { fileSize: FILE_LIMIT }));
  expect(new Set((await Promise.all(sizes)).map(({ status }) => status))).toEqual(new Set([200]));
  expect((await postWithFile(sue, (await upload(sue, 'a.png')).s3Key)).status).toBe(201);
  expect(named('a.png').fileSize).toBeLessThan(MB);
});

test('exports a day, of a user and of an HOA', async () => {
  const { sue, deps } = ctx;
  const limits = exportLimits(sue);
  for (const limit of limits) {
    await leave(ctx, limit, 1);
    await countUses(deps, limits);
    await expect(countUses(deps, limits)).rejects.toMatchObject({
      message: `${limit.reason} Please try again in 12 hours.`,
    });
    await endDay(ctx, limits);
    await countUses(deps, limits);
    await endDay(ctx, limits);
  }
});
