import type { Client } from '@libsql/client';
import { expect, test } from 'vitest';
import { openBucket } from '../../local/bucket.ts';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { eraseTraces } from '../../worker/retention/erase-traces.ts';
import { renameFiles } from '../../worker/retention/rename-files.ts';
import { withoutFileName } from '../../worker/services/uploads.ts';
import { publish } from '../support/announcements.ts';
import { createTrackedContext } from '../support/dues.ts';
import { call, type Person, type TestContext } from '../support/fixtures.ts';
import { create } from '../support/requests.ts';
import { upload } from '../support/uploads.ts';
import { issue } from '../support/violations.ts';

test('after an erasure a planted name is nowhere: in no table, no key of a file, no counter', async () => {
  const ctx = await createTrackedContext();
  const { bea, sue, db, deps, hoa_id } = ctx;
  const zeb = await ctx.join(hoa_id, 'Zebulon Quillfeather', 'resident');
  const planted = new RegExp(`zebulon[\\s\\S]{0,3}quillfeather|${zeb.email}|${zeb.email.split('@')[0]}`, 'i');
  const file = (await upload(zeb, 'Letter of Zebulon Quillfeather.pdf')).s3Key;
  const request = await create(zeb, { title: 'Shed', photo_url: file });
  // As the release before stored files.
  const old = await createWithNamedKey(ctx, zeb, 'Zebulon_Quillfeather.pdf');
  const replaced = await createWithNamedKey(ctx, zeb, 'zebulon-quillfeather-2.pdf');
  await bea.call('PUT', `/api/requests/${replaced.id}`, { photo_url: (await upload(bea, 'new.pdf')).s3Key });
  await issue(bea, zeb, { title: 'Bins of Zebulon Quillfeather' });
  await publish(bea, { title: 'Thank you, Zebulon-Quillfeather', message: `<p>Write to ${zeb.email}</p>` });
  const attempt = (path: string, body: object) => call(ctx.app, 'POST', `/api/auth/${path}`, body);
  await attempt('login', { email: zeb.email, password: 'not-the-password' });
  await attempt('forgot-password', { email: zeb.email });
  expect((await call(ctx.app, 'POST', '/api/signup/check-availability', { email: zeb.email })).status).toBe(200);
  const everything = async () => {
    const tables = await db.execute(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`);
    const found = [];
    for (const { name } of tables.rows)
      for (const row of await rowsLike(db, String(name), ['%quillfeather%', `%${zeb.email.split('@')[0]}%`]))
        if (planted.test(JSON.stringify(row))) found.push(`${name}: ${JSON.stringify(row)}`);
    for (const prefix of ['files/', 'tmp/'])
      for await (const page of openBucket(deps.config.s3).list(prefix))
        found.push(...page.filter(({ key }) => key.includes(hoa_id) && planted.test(key)).map(({ key }) => key));
    return found;
  };
  await ctx.finishBackgroundWork();
  expect((await everything()).join()).toContain(old.key);
  expect((await sue.call('DELETE', `/api/users/${zeb.id}`)).status).toBe(204);
  expect((await sue.call('POST', `/api/users/${zeb.id}/erase`)).status).toBe(204);
  await ctx.finishBackgroundWork();
  await drainOutbox({ ...deps, now: () => new Date(Date.now() + 90 * 60_000) }, { hoa_id, budget: 1000 });
  await ctx.finishBackgroundWork();
  expect(await everything()).toEqual([]);
  for (const { _id } of [request, { _id: old.id }]) {
    const { photo_url, photo } = (await bea.call('GET', `/api/requests/${_id}`)).body;
    const { downloadUrl } = (await bea.call('POST', '/api/requests/download-url', { s3Key: photo_url })).body;
    expect([photo.name, (await fetch(downloadUrl)).status, planted.test(downloadUrl)]).toEqual([
      expect.stringContaining('Former member'),
      200,
      false,
    ]);
  }
});

test('an erasure leaves no name to an upload whose file is renamed between its read and its write', async () => {
  const ctx = await createTrackedContext();
  const { db, deps, hoa_id, rita } = ctx;
  const { key } = await createWithNamedKey(ctx, rita, 'Casimir_Wrenfield.pdf');
  const of = uploadNames(db, hoa_id);
  expect(await of()).toEqual([{ name: 'Casimir_Wrenfield.pdf', final_key: key }]);
  const payload = { id: rita.id, name: 'Casimir Wrenfield', email: rita.email };
  const row = { id: 'job', hoa_id, key: 'job', payload, created_at: new Date().toISOString() };
  const rename = () => renameFiles(deps, payload, { ...row, kind: 'renameFiles' });
  const renamingFirst: Client['batch'] = async (statements, mode) => {
    if (JSON.stringify(statements).includes('UPDATE uploads SET name')) await rename();
    return db.batch(statements, mode);
  };
  const held = { ...deps, db: Object.assign(Object.create(db) as Client, { batch: renamingFirst }) };
  await eraseTraces(held, payload, { ...row, kind: 'eraseTraces' });
  expect(await of()).toEqual([{ name: expect.stringContaining('Former member'), final_key: withoutFileName(key) }]);
});

const uploadNames = (db: Client, hoa_id: string) => async () =>
  (await db.execute({ sql: 'SELECT name, final_key FROM uploads WHERE hoa_id = ?', args: [hoa_id] })).rows.map(
    (row) => ({
      ...row,
    }),
  );

/** Searched by the database, as other tests fill the same one. */
const rowsLike = async (db: Client, table: string, patterns: string[]) => {
  const columns = await db.execute({ sql: 'SELECT name FROM pragma_table_info(?)', args: [table] });
  const places = columns.rows.flatMap(({ name }) => patterns.map((_, at) => `"${name}" LIKE ?${at + 1}`));
  return (await db.execute({ sql: `SELECT * FROM "${table}" WHERE ${places.join(' OR ')}`, args: patterns })).rows;
};

const createWithNamedKey = async (ctx: TestContext, by: Person, name: string) => {
  const made = await create(by, { photo_url: (await upload(by, name)).s3Key });
  const before = String(made.photo_url);
  const key = before.replace(/\.pdf$/, `/${name}`);
  await ctx.deps.storage.copy(before, key, 'application/pdf');
  await ctx.deps.storage.delete(before);
  await ctx.db.batch(
    [
      {
        sql: `UPDATE uploads SET key = replace(key, '.pdf', ?), final_key = ? WHERE final_key = ?`,
        args: [`/${name}`, key, before],
      },
      {
        sql: `UPDATE requests SET photo_url = ?1, photo = replace(photo, ?2, ?1) WHERE id = ?3`,
        args: [key, before, made._id],
      },
    ],
    'write',
  );
  return { id: made._id, key };
};
