import { uuidv7 } from 'uuidv7';
import { describe, expect, test } from 'vitest';
import { allowErasure, keepYears, sweepActivity } from '../../sync/server/activity-keeping.ts';
import { trailOf } from '../support/activity.ts';
import { createContext, createHoa } from '../support/fixtures.ts';
import { ownDatabase } from '../support/own-database.ts';
import { request } from '../support/sync.ts';

describe('retention', () => {
  const years = (n: number) => new Date(Date.now() - n * 365.3 * 24 * 3600 * 1000).toISOString();
  const home = ownDatabase();
  const insert = (seq: number, at: string, entity: string) => ({
    sql: `INSERT INTO activity (id, hoa_id, seq, at, action, entity, changes) VALUES (?, ?, ?, ?, 'x', ?, '{}')`,
    args: (hoa: string) => [`a${seq}`, hoa, seq, at, entity],
  });
  const given = [
    insert(1, years(11), 'invoice'),
    insert(2, years(8), 'invoice'),
    insert(3, years(8), 'user'),
    insert(4, years(5), 'request'),
    insert(5, years(1), 'request'),
    insert(6, years(0), 'request'),
  ];
  const left = async (setting: number | null | undefined) => {
    const hoa_id = await createHoa(home.db, 'Elm');
    await home.db.batch(
      given.flatMap(({ sql, args }, at) => [
        { sql, args: [`${hoa_id}-${at}`, ...args(hoa_id).slice(1)] },
        {
          sql: "INSERT INTO sync_log (hoa_id, audience, entity, entity_id) VALUES (?, 'superadmin', 'activity', ?)",
          args: [hoa_id, `${hoa_id}-${at}`],
        },
      ]),
      'write',
    );
    if (setting !== undefined) await home.db.batch([keepYears(hoa_id, setting ?? 0)], 'write');
    await sweepActivity({ db: home.db, now: () => new Date() });
    await sweepActivity({ db: home.db, now: () => new Date() });
    const rows = await home.db.execute({
      sql: 'SELECT seq FROM activity WHERE hoa_id = ? ORDER BY seq',
      args: [hoa_id],
    });
    const live = await home.db.execute({
      sql: "SELECT entity_id FROM sync_log WHERE hoa_id = ? AND entity = 'activity' AND gone = 0",
      args: [hoa_id],
    });
    return { seqs: rows.rows.map(({ seq }) => Number(seq)), onDevices: live.rows.length };
  };

  test('seven years if nothing else is set, and devices hold 180 days', async () => {
    expect(await left(undefined)).toEqual({ seqs: [4, 5, 6], onDevices: 1 });
  });
  test('a shorter setting keeps what is about money for seven years', async () => {
    expect((await left(3)).seqs).toEqual([5, 6]);
    expect((await left(10)).seqs).toEqual([2, 3, 4, 5, 6]);
  });
  test('for ever', async () => {
    expect((await left(null)).seqs).toEqual([1, 2, 3, 4, 5, 6]);
  });
  test('[13.8] one sweep takes what an erasure has changed off the devices, however long the trail is', async () => {
    const hoa_id = await createHoa(home.db, 'Oak');
    const [from, old] = [10_300, years(1)];
    const { statementsAfter } = allowErasure(hoa_id);
    await home.db.batch(
      [
        {
          sql: `WITH RECURSIVE n (seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM n WHERE seq < ?2)
            INSERT INTO activity (id, hoa_id, seq, at, action, entity, changes)
            SELECT ?1 || '-' || seq, ?1, seq, ?3, 'x', 'user', '{}' FROM n`,
          args: [hoa_id, from, old],
        },
        {
          sql: `INSERT INTO sync_log (hoa_id, audience, entity, entity_id, gone)
            SELECT hoa_id, 'superadmin', 'activity', id, seq NOT IN (2, ?2) FROM activity WHERE hoa_id = ?1`,
          args: [hoa_id, from],
        },
        ...statementsAfter,
      ],
      'write',
    );
    await sweepActivity({ db: home.db, now: () => new Date() });
    const live = await home.db.execute({
      sql: "SELECT count(*) AS count FROM sync_log WHERE hoa_id = ? AND entity = 'activity' AND gone = 0",
      args: [hoa_id],
    });
    expect(live.rows[0]?.count).toBe(0);
  });
  test('the superadmin sets it, which is an act itself', async () => {
    const ctx = await createContext();
    expect((await ctx.sue.call('GET', '/api/activity/retention')).body).toEqual({ years: 7 });
    expect((await ctx.sue.call('PUT', '/api/activity/retention', { years: null })).body).toEqual({ years: null });
    expect((await ctx.sue.call('PUT', '/api/activity/retention', { years: 1 })).status).toBe(400);
    expect((await trailOf(ctx))[0]).toMatchObject({ action: 'setActivityRetention', changes: { years: [7, null] } });
  });
});

describe('append-only', () => {
  const change = async (sql: string) => {
    const ctx = await createContext();
    await ctx.rex.call('POST', '/api/requests', request());
    const before = await trailOf(ctx);
    const error = await ctx.db.execute({ sql, args: { hoa: ctx.hoa_id } }).catch((error: Error) => error);
    expect(String(error)).toMatch(/activity is append-only/);
    expect(await trailOf(ctx)).toEqual(before);
  };

  test('no update', () => change('UPDATE activity SET actor_name = NULL WHERE hoa_id = :hoa'));
  test('no deletion', () => change('DELETE FROM activity WHERE hoa_id = :hoa'));
  test('no replacement', () =>
    change(`INSERT OR REPLACE INTO activity (id, hoa_id, seq, at, action, entity, changes)
      SELECT '${uuidv7()}', hoa_id, seq, at, 'signIn', 'user', '{}' FROM activity WHERE hoa_id = :hoa`));
});
