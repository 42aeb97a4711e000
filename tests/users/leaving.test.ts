import { describe, expect, test } from 'vitest';
import { drainOutbox } from '../../worker/jobs/outbox.ts';
import { runNightly } from '../../worker/nightly.ts';
import { HOA_TABLES } from '../../worker/retention/hoa-tables.ts';
import { testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { createTrackedContext } from '../support/dues.ts';
import { type TestContext, withClock } from '../support/fixtures.ts';
import { ownDatabase } from '../support/own-database.ts';
import { create } from '../support/requests.ts';
import { createWithFile, upload } from '../support/uploads.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const OK = { ok: true };

testBothApis('[SEC-12] only the superadmin lets the HOA leave, by typing its name, and keeps it', async (api, ctx) => {
  const { bea, rex, sue, olga } = ctx;
  const nameOf = async () =>
    String((await ctx.db.execute({ sql: 'SELECT name FROM hoas WHERE id = ?', args: [ctx.hoa_id] })).rows[0]?.name);
  const leavingAt = async () =>
    (await ctx.db.execute({ sql: 'SELECT leaving_at FROM hoas WHERE id = ?', args: [ctx.hoa_id] })).rows[0]?.leaving_at;
  const name = await nameOf();
  for (const person of [bea, rex, olga])
    expect(await api.act(person, 'leaveHoa', { name })).toMatchObject({ code: 'forbidden' });
  expect(await api.act(sue, 'leaveHoa', { name: 'Another' })).toMatchObject({
    message: 'This is not the name of your association',
  });
  expect(await leavingAt()).toBeNull();
  expect(await api.act(sue, 'leaveHoa', { name: ` ${name.toUpperCase()} ` })).toEqual(OK);
  expect(await leavingAt()).toEqual(expect.any(String));
  expect(await api.act(bea, 'keepHoa', {})).toMatchObject({ code: 'forbidden' });
  expect(await api.act(sue, 'keepHoa', {})).toEqual(OK);
  expect(await leavingAt()).toBeNull();
});

describe('an HOA that leaves', () => {
  const own = ownDatabase();
  const nightAfter = async (ctx: TestContext, days: number) => {
    const later = withClock(ctx.deps, () => new Date(Date.now() + days * DAY_MS));
    await runNightly(later);
    return later;
  };
  const rowsOf = async ({ db }: TestContext, hoa_id: string) => {
    const results = await db.batch(
      HOA_TABLES.map((table) => ({ sql: `SELECT count(*) AS count FROM ${table} WHERE hoa_id = ?`, args: [hoa_id] })),
      'read',
    );
    return Object.fromEntries(HOA_TABLES.map((table, at) => [table, Number(results[at]?.rows[0]?.count)]));
  };

  /** More than one statement removes, each naming an older one. */
  const storeEntries = async ({ db, hoa_id, rex }: TestContext) => {
    const account = `a-${rex.id}`;
    const entries = (kind: string, columns: string, values: string) => ({
      sql: `INSERT INTO entries (id, hoa_id, account_id, kind, effective_on, posted_at, amount_cents, ${columns})
        SELECT ?1 || '.${kind}' || value, ?2, ?1, '${kind}', '2026-01-01', '2026-01-01', ${values} FROM generate_series(1, 600)`,
      args: [account, hoa_id],
    });
    await db.batch([
      {
        sql: "INSERT INTO accounts (id, hoa_id, holder_ids, opened_on) VALUES (?, ?, json_array(?), '2026-01-01')",
        args: [account, hoa_id, rex.id],
      },
      entries('charge', 'category, due_on', "100, 'fine', '2026-01-01'"),
      entries('reversal', 'reason, source_id', "-100, 'A mistake', ?1 || '.charge' || value"),
    ]);
  };

  test('is there for 90 days, then nothing of it but a certificate that names no person, and another HOA keeps all', async () => {
    const ctx = await createTrackedContext({ db: own.db });
    const { s3Key } = await upload(ctx.rex, 'gate.png');
    const { photo_url } = await createWithFile(ctx.rex, s3Key);
    await create(ctx.otto);
    await storeEntries(ctx);
    const [before, other] = [await rowsOf(ctx, ctx.hoa_id), await rowsOf(ctx, ctx.olga.hoa_id)];
    expect([before.requests, before.entries]).toEqual([1, 1200]);
    const { rows } = await ctx.db.execute({ sql: 'SELECT name FROM hoas WHERE id = ?', args: [ctx.hoa_id] });
    const device = await new Device(ctx, ctx.rex).sync();
    expect((await ctx.sue.call('POST', '/api/hoa/leave', { name: rows[0]?.name })).status).toBe(200);
    await ctx.finishBackgroundWork();
    await device.sync();
    expect(device.store.rows('hoa').all[0]?.leaving_at).toEqual(expect.any(String));
    await device.close();
    await nightAfter(ctx, 89);
    expect((await rowsOf(ctx, ctx.hoa_id)).requests).toBe(1);
    const later = await nightAfter(ctx, 91);
    await drainOutbox(
      withClock(later, () => new Date(Date.now() + 92 * DAY_MS)),
      { hoa_id: ctx.hoa_id },
    );
    expect(Object.values(await rowsOf(ctx, ctx.hoa_id)).every((count) => count === 0)).toBe(true);
    expect(await ctx.deps.storage.head(photo_url)).toBeUndefined();
    expect((await ctx.rex.call('GET', '/api/requests')).status).toBe(401);
    expect(await rowsOf(ctx, ctx.olga.hoa_id)).toMatchObject({ requests: other.requests, users: other.users });
    await expectCertificate(ctx);
  });

  const expectCertificate = async (ctx: TestContext) => {
    const sql = 'SELECT * FROM departures WHERE hoa_id = ?';
    const [departure] = (await ctx.db.execute({ sql, args: [ctx.hoa_id] })).rows;
    expect(departure).toMatchObject({ recipients: '[]', digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(JSON.parse(String(departure?.counts))).toMatchObject({ users: 4, requests: 1, hoas: 1 });
    const mail = await ctx.db.execute({
      sql: "SELECT status, payload FROM outbox WHERE hoa_id = ? AND kind = 'mailCertificate'",
      args: [ctx.hoa_id],
    });
    expect(mail.rows).toHaveLength(1);
  };
});
