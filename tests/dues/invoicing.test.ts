import { uuidv7 } from 'uuidv7';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import { Device } from '../support/device.ts';
import {
  create,
  duesForEach,
  get,
  invoices,
  issueAt,
  issued,
  periods,
  setZone,
  terms,
  update,
} from '../support/dues.ts';
import { addResidents } from '../support/mail-harness.ts';

const home = duesForEach();

const run = (at: string) => issueAt(home, at);

test('[DUE-32] its day makes one invoice for each recipient, of the due’s amount, pending, to be paid after the offset', async () => {
  const { bea, rex, rita, db } = home;
  const { _id } = await create(bea, [rex, rita], { amount: 8.29, due_date_offset: 20 });
  await run('2099-01-31T18:00:00Z');
  const one = { period: '2099-01-31', due_date: '2099-02-20', amount_cents: 829, status: 'pending' };
  const made = [rex, rita].map(({ id }) => ({ ...one, recipient_id: id, sent: '2099-01-31T18:00:00.000Z' }));
  expect(await issued(db, _id)).toEqual(made.sort((a, b) => (a.recipient_id < b.recipient_id ? -1 : 1)));
});

test.each([
  ['Pacific/Auckland', '2099-01-30T10:59:59Z', '2099-01-30T11:00:00Z'],
  ['America/Chicago', '2099-01-31T05:59:59Z', '2099-01-31T06:00:00Z'],
  ['Pacific/Honolulu', '2099-01-31T09:59:59Z', '2099-01-31T10:00:00Z'],
])('[DUE-32] the day begins at the HOA’s midnight, in %s', async (zone, before, after) => {
  const { bea, rex, db, hoa_id } = home;
  await setZone(db, hoa_id, zone);
  const { _id } = await create(bea, [rex]);
  await run(before);
  expect(await periods(db, _id)).toEqual([]);
  await run(after);
  expect(await periods(db, _id)).toEqual(['2099-01-31']);
});

test('[DUE-31] [DUE-33] a one-time due is over then, without a next send date', async () => {
  const { bea, rex, db } = home;
  const { _id } = await create(bea, [rex], { frequency: 'one_time' });
  for (const at of ['2099-01-31T18:00:00Z', '2099-06-30T18:00:00Z', '2105-01-31T18:00:00Z']) await run(at);
  expect((await get(bea, _id)).body).toMatchObject({ status: 'inactive', send_date: null, due_date: null });
  expect(await periods(db, _id)).toEqual(['2099-01-31']);
});

test('[DUE-33] monthly and quarterly move on by calendar months and remember the day', async () => {
  const { bea, rex } = home;
  const [monthly, quarterly] = [await create(bea, [rex]), await create(bea, [rex], { frequency: 'quarterly' })];
  const next = async (id: string) => (await get(bea, id)).body;
  await run('2099-01-31T18:00:00Z');
  expect(await next(monthly._id)).toMatchObject({
    send_date: '2099-02-28',
    due_date: '2099-03-07',
    status: 'active',
  });
  expect(await next(quarterly._id)).toMatchObject({ send_date: '2099-04-30', due_date: '2099-05-07' });
  await run('2099-02-28T18:00:00Z');
  expect(await next(monthly._id)).toMatchObject({ send_date: '2099-03-31', due_date: '2099-04-07' });
  expect(await next(quarterly._id)).toMatchObject({ send_date: '2099-04-30' });
});

test('[DUE-35] who is no longer active is skipped, and not made up for', async () => {
  const { bea, rex, rita, db } = home;
  const { _id } = await create(bea, [rex, rita]);
  await db.execute({ sql: "UPDATE users SET status = 'inactive' WHERE id = ?", args: [rita.id] });
  await run('2099-01-31T18:00:00Z');
  await db.execute({ sql: "UPDATE users SET status = 'active' WHERE id = ?", args: [rita.id] });
  await db.execute({ sql: 'UPDATE users SET deleted_at = created_at WHERE id = ?', args: [rex.id] });
  await run('2099-02-28T18:00:00Z');
  const made = (await issued(db, _id)).map(({ period, recipient_id }) => [period, recipient_id]);
  expect(made).toEqual([
    ['2099-01-31', rex.id],
    ['2099-02-28', rita.id],
  ]);
});

test('[DUE-35] with nobody left the due moves on all the same', async () => {
  const { bea, rita, db } = home;
  const { _id } = await create(bea, [rita]);
  await db.execute({ sql: "UPDATE users SET status = 'inactive' WHERE id = ?", args: [rita.id] });
  await run('2099-01-31T18:00:00Z');
  expect(await periods(db, _id)).toEqual([]);
  expect((await get(bea, _id)).body.send_date).toBe('2099-02-28');
});

test('[DUE-12] an inactive due sends nothing', async () => {
  const { bea, rex, db } = home;
  const { _id } = await create(bea, [rex]);
  await update(bea, _id, { status: 'inactive' });
  await run('2099-06-30T18:00:00Z');
  expect(await periods(db, _id)).toEqual([]);
});

describe('many', () => {
  test('[DUE-32] four hundred recipients are issued in one commit', async () => {
    const { bea, db, hoa_id } = home;
    await addResidents(home, 400);
    const sql = "SELECT id FROM users WHERE hoa_id = ? AND role = 'resident'";
    const people = (await db.execute({ sql, args: [hoa_id] })).rows as unknown as { id: string }[];
    const { _id } = await create(bea, people);
    home.pokes.length = 0;
    await run('2099-01-31T18:00:00Z');
    const made = await issued(db, _id);
    expect(new Set(made.map(({ recipient_id }) => recipient_id)).size).toBe(402);
    expect([made.length, home.pokes.length]).toEqual([402, 1]);
  });

  test('[DUE-34] a run does a bounded part of what has piled up, the next ones the rest', async () => {
    const { bea, rex, db } = home;
    const { _id } = await create(bea, [rex]);
    await run('2120-01-31T18:00:00Z');
    expect((await periods(db, _id)).length).toBe(200);
    await run('2120-01-31T18:00:00Z');
    const all = await periods(db, _id);
    expect([all.length, all[0], all.at(-1)]).toEqual([253, '2099-01-31', '2120-01-31']);
  });

  test('[DUE-32] the invoices of a period are found through their index', async () => {
    const sql = 'EXPLAIN QUERY PLAN SELECT * FROM invoices t WHERE t.hoa_id = ? AND t.period = ? ORDER BY +t.id';
    const { rows } = await home.db.execute({ sql, args: ['x', 'y'] });
    expect(String(rows[0]?.detail)).toContain('invoices_of_period (hoa_id=? AND period=?)');
  });
});

describe('one due’s failure', () => {
  const errorLog = vi.spyOn(console, 'error');
  afterEach(() => void errorLog.mockReset());

  test('[DUE-32] [DUE-34] stops no other, is told once, and is made up for once it is mended', async () => {
    errorLog.mockImplementation(() => undefined);
    const { bea, olga, otto, rex, db } = home;
    const broken = await create(olga, [otto], { send_date: '2098-01-01' });
    const sound = await create(bea, [rex]);
    await setZone(db, olga.hoa_id, 'Mars/Olympus');
    await expect(run('2099-02-28T18:00:00Z')).rejects.toThrow('Some dues could not be issued');
    expect(errorLog).toHaveBeenCalledTimes(1);
    expect(errorLog).toHaveBeenCalledWith(expect.stringContaining(`"due":"${broken._id}"`));
    expect(await periods(db, sound._id)).toEqual(['2099-01-31', '2099-02-28']);
    await setZone(db, olga.hoa_id, 'America/Chicago');
    await run('2099-02-28T18:00:00Z');
    expect((await periods(db, broken._id)).length).toBe(14);
    expect((await periods(db, sound._id)).length).toBe(2);
  });
});

describe('a due whose day has come when it arrives', () => {
  const yesterday = () => addDays(new Date().toISOString().slice(0, 10), -2);

  test('[DUE-36] made offline it waits on the device; once it arrives its invoices are made at once', async () => {
    const { bea, rex } = home;
    const [hers, his] = [await new Device(home, bea).sync(), await new Device(home, rex).sync()];
    hers.online = false;
    const id = uuidv7();
    const { due_date: _, ...said } = terms([rex], { frequency: 'one_time', send_date: yesterday() });
    await hers.store.mutate('createDue', { id, ...said });
    expect(hers.store.rows('due').all).toMatchObject([{ id, status: 'active', amount_cents: 12_550 }]);
    expect(hers.store.outbox).toMatchObject([{ mutation: 'createDue' }]);
    expect((await invoices(rex)).totalDocs).toBe(0);
    hers.online = true;
    await hers.sync();
    await home.finishBackgroundWork();
    await Promise.all([hers.sync(), his.sync()]);
    expect(hers.store.rows('due').all).toMatchObject([{ id, status: 'inactive', send_date: null }]);
    const invoice = { due_id: id, recipient_id: rex.id, period: yesterday(), status: 'pending' };
    for (const device of [hers, his]) expect(device.store.rows('invoice').all).toMatchObject([invoice]);
    expect((await invoices(rex)).docs).toMatchObject([{ dues_id: { _id: id }, due_date: addDays(yesterday(), 7) }]);
    await Promise.all([hers.close(), his.close()]);
  });

  test('[DUE-36] a recipient of another HOA, or a bad amount, is refused on the device already', async () => {
    const { bea, rex, otto } = home;
    const device = await new Device(home, bea).sync();
    for (const args of [terms([otto]), terms([rex], { amount: 10.005 }), terms([])])
      await expect(device.store.mutate('createDue', { id: uuidv7(), ...args })).rejects.toThrow();
    expect(device.store.rows('due').all).toEqual([]);
    await device.close();
  });

  test('[DUE-32] [DUE-36] over REST as well, and when its date is changed', async () => {
    const { bea, rex, db } = home;
    const now = await create(bea, [rex], { send_date: yesterday(), frequency: 'one_time' });
    const later = await create(bea, [rex], { frequency: 'one_time' });
    await home.finishBackgroundWork();
    expect([await periods(db, now._id), await periods(db, later._id)]).toEqual([[yesterday()], []]);
    await update(bea, later._id, { send_date: yesterday() });
    await home.finishBackgroundWork();
    expect(await periods(db, later._id)).toEqual([yesterday()]);
  });
});
