import { expect, test } from 'vitest';
import { readHoaExportRows } from '../../worker/retention/hoa-export.ts';
import { createContext, type Person, type TestContext, withClock } from '../support/fixtures.ts';
import { create } from '../support/requests.ts';
import { createWithFile, upload } from '../support/uploads.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const begin = (person: Person) => person.call('POST', '/api/exports/hoa');
const records = (person: Person, entity: string, after = '') =>
  person.call('GET', `/api/exports/hoa/records?entity=${entity}&after=${after}`);
const files = (person: Person, after = '') => person.call('GET', `/api/exports/hoa/files?after=${after}`);

test('[13.8] the export of an HOA holds its records and files, and nothing of another', async () => {
  const ctx = await createContext();
  const { sue, rex, rita, olga, otto } = ctx;
  const mine = await createWithFile(rex, (await upload(rex, 'gate.png')).s3Key);
  await create(rita, { title: 'Of Rita' });
  await create(otto, { title: 'Elsewhere' });
  const { status, body } = await begin(sue);
  expect([status, body.files]).toEqual([201, { count: 1, bytes: expect.any(Number) }]);
  const requests = body.entities.find(({ entity }: { entity: string }) => entity === 'request');
  expect(requests).toMatchObject({ name: 'requests', rows: 2, columns: expect.arrayContaining(['title', 'status']) });
  expect(requests.columns).not.toContain('search_text');
  const page = (await records(sue, 'request')).body;
  expect([page.rows.map(({ title }: { title: string }) => title), page.next]).toEqual([[mine.title, 'Of Rita'], null]);
  expect((await records(sue, 'activity')).body.rows.at(-1)).toMatchObject({ action: 'exportData', entity: 'hoa' });
  expect((await records(sue, 'user')).body.rows).toHaveLength(body.entities.find(isUser).rows);
  const [file] = (await files(sue)).body.files;
  expect(file).toMatchObject({ name: 'gate.png', record: `request/${mine._id}` });
  expect((await fetch(file.url)).status).toBe(200);
  await begin(olga);
  for (const call of [records(olga, 'request'), files(olga)]) expect((await call).status).toBe(403);
  expect((await records(sue, 'refusal')).status).toBe(400);
});
const isUser = ({ entity }: { entity: string }) => entity === 'user';

test('[13.8] each page stays small, and all of them together hold every row once', async () => {
  const ctx = await createContext();
  await begin(ctx.sue);
  const statements = Array.from({ length: 1203 }, (_, n) => ({
    sql: `INSERT INTO documents (id, hoa_id, title, category, is_public, s3_key, file_size, file_type, uploaded_by, uploaded_by_name, created_at)
      VALUES (?, ?, 'Plan', 'Legal', 1, ?, 9, 'pdf', ?, ?, '2026-01-01')`,
    args: [idOf(ctx, n), ctx.hoa_id, `${ctx.hoa_id}/${n}`, ctx.rex.id, n < 30 ? 'x'.repeat(100_000) : 'Rex'],
  }));
  await ctx.db.batch(statements, 'write');
  const sizes: number[] = [];
  const found: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page = (await records(ctx.sue, 'document', after)).body as { rows: { id: string }[]; next: string | null };
    sizes.push(page.rows.length);
    found.push(...page.rows.map(({ id }) => id));
    after = page.next;
  }
  expect(sizes).toEqual([20, 1000, 183]);
  expect(new Set(found).size).toBe(1203);
});
const idOf = ({ hoa_id }: TestContext, n: number) => `${hoa_id.slice(0, -4)}${String(n).padStart(4, '0')}`;

test('[13.8] an export of the HOA is the superadmin’s, stands in the trail, and a day has five', async () => {
  const ctx = await createContext();
  const { sue, bea, rex, db, hoa_id } = ctx;
  for (const person of [bea, rex]) expect((await begin(person)).status).toBe(403);
  expect(await records(sue, 'request')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('begin it again') },
  });
  for (let times = 0; times < 5; times += 1) expect((await begin(sue)).status).toBe(201);
  expect(await begin(sue)).toMatchObject({ status: 429, body: { message: expect.stringContaining('5 times today') } });
  const sql = "SELECT count(*) AS count FROM activity WHERE hoa_id = ? AND action = 'exportData' AND entity = 'hoa'";
  expect((await db.execute({ sql, args: [hoa_id] })).rows[0]?.count).toBe(5);
  const other = await ctx.join(hoa_id, 'Sam Super', 'superadmin');
  expect((await records(other, 'request')).status).toBe(409);
  const later = withClock(ctx.deps, () => new Date(Date.now() + DAY_MS + 1000));
  await expect(readHoaExportRows(later, sue, 'request', '')).rejects.toThrow('This export is over');
});
