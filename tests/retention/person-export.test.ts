import { expect, test } from 'vitest';
import { createContext } from '../support/fixtures.ts';
import { create } from '../support/requests.ts';
import { createWithFile, upload } from '../support/uploads.ts';

const exported = (person: { call(method: string, path: string): Promise<{ status: number; body: unknown }> }) =>
  person.call('GET', '/api/exports/me');

test('[SEC-15] a person’s export holds what names them, as they see it, and nothing of anybody else', async () => {
  const ctx = await createContext();
  const { rex, rita, bea } = ctx;
  const { s3Key } = await upload(rex, 'gate.png');
  const mine = await createWithFile(rex, s3Key);
  await create(rita, { title: 'Of Rita' });
  await bea.call('POST', `/api/requests/${mine._id}/comments`, { message: '<p>internal</p>', is_public: false });
  await rex.call('POST', `/api/requests/${mine._id}/comments`, { message: '<p>mine</p>' });
  const { status, body } = await rex.call('GET', '/api/exports/me');
  expect(status).toBe(200);
  expect(body.records.request.map(({ id }: { id: string }) => id)).toEqual([mine._id]);
  expect(body.records.requestComment).toMatchObject([{ message: '<p>mine</p>' }]);
  expect(body.records.user).toMatchObject([{ id: rex.id, email: rex.email }]);
  expect(body.activity.map(({ action }: { action: string }) => action)).toContain('createRequest');
  expect(body.sign_ins.length).toBeGreaterThan(0);
  expect(JSON.stringify(body)).not.toMatch(/Of Rita|internal|token_hash|password/);
  expect(body.files).toMatchObject([{ name: 'gate.png', record: `request/${mine._id}` }]);
  const file = await fetch(body.files[0].url, { headers: { origin: 'http://localhost:8787' } });
  expect([file.status, file.headers.get('access-control-allow-origin')]).toEqual([200, expect.any(String)]);
});

test('[SEC-18] an export is recorded, and a day has five', async () => {
  const ctx = await createContext();
  for (let times = 0; times < 5; times += 1) expect((await exported(ctx.rex)).status).toBe(200);
  const refused = await exported(ctx.rex);
  expect(refused).toMatchObject({ status: 429, body: { message: expect.stringContaining('5 exports today') } });
  const sql = "SELECT count(*) AS count FROM activity WHERE hoa_id = ? AND action = 'exportData' AND actor_id = ?";
  expect((await ctx.db.execute({ sql, args: [ctx.hoa_id, ctx.rex.id] })).rows[0]?.count).toBe(5);
});
