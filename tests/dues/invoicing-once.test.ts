import fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { MONTHS_BETWEEN } from '../../schema/dues.ts';
import { todayOf } from '../../sync/dues/entity.ts';
import {
  create,
  cron,
  duesForEach,
  get,
  issue,
  issueAt,
  issued,
  periods,
  setZone,
  terms,
  update,
} from '../support/dues.ts';
import { nth } from '../support/required.ts';
import { runs } from '../support/runs.ts';

const home = duesForEach();

const run = (at: string) => issueAt(home, at);

const HALF_YEAR = ['2099-01-31', '2099-02-28', '2099-03-31', '2099-04-30', '2099-05-31', '2099-06-30'];

test('[DUE-34] twice is as good as once', async () => {
  const { bea, rex, db } = home;
  const { _id } = await create(bea, [rex]);
  for (let n = 0; n < 3; n += 1) await run('2099-01-31T18:00:00Z');
  expect(await periods(db, _id)).toEqual(['2099-01-31']);
});

test('[DUE-34] after weeks down each missed period is made once, ten runs at once or not', async () => {
  const { bea, rex, rita, sue, db } = home;
  const { _id } = await create(bea, [rex, rita, sue]);
  await Promise.all(Array.from({ length: 10 }, () => run('2099-06-30T18:00:00Z')));
  expect(await periods(db, _id)).toEqual(HALF_YEAR.flatMap((period) => [period, period, period]));
  expect((await get(bea, _id)).body.send_date).toBe('2099-07-31');
  const late = (await issued(db, _id)).filter(({ period }) => period === '2099-01-31');
  expect(late.map(({ due_date }) => due_date)).toEqual(['2099-02-07', '2099-02-07', '2099-02-07']);
});

test('[DUE-34] the whole schedule at once, with the mails, from several workers', async () => {
  const { bea, rex, rita, db } = home;
  const { _id } = await create(bea, [rex, rita], { title: `At once ${uuidv7()}` });
  await Promise.all(Array.from({ length: 4 }, () => cron(home, '2099-03-31T18:00:00Z')));
  expect((await periods(db, _id)).length).toBe(6);
});

test('[DUE-34] a run that comes late, or out of order, takes nothing back', async () => {
  const { bea, rex, db } = home;
  const { _id } = await create(bea, [rex]);
  await run('2099-03-31T18:00:00Z');
  await run('2099-01-31T18:00:00Z');
  await run('2099-02-28T18:00:00Z');
  expect(await periods(db, _id)).toEqual(HALF_YEAR.slice(0, 3));
});

test('[DUE-29] [DUE-34] dated back to a period already sent, a due makes no second invoice of it', async () => {
  const { bea, rex, rita, db } = home;
  const { _id } = await create(bea, [rex]);
  await run('2099-02-28T18:00:00Z');
  expect((await update(bea, _id, { send_date: '2099-01-31' })).body.send_date).toBe('2099-01-31');
  await run('2099-02-28T18:00:00Z');
  expect(await periods(db, _id)).toEqual(HALF_YEAR.slice(0, 2));
  // Only those who were not recipients then get that period.
  await update(bea, _id, { send_date: '2099-01-31', recipients: [rex.id, rita.id] });
  await run('2099-02-28T18:00:00Z');
  const made = (await issued(db, _id)).filter(({ recipient_id }) => recipient_id === rex.id);
  expect([made.length, (await periods(db, _id)).length]).toEqual([2, 4]);
  expect((await get(bea, _id)).body.send_date).toBe('2099-03-31');
});

test('[DUE-29] a one-time due given a new date and made active sends once more', async () => {
  const { bea, rex, db } = home;
  const { _id } = await create(bea, [rex], { frequency: 'one_time' });
  await run('2099-01-31T18:00:00Z');
  const missing = await update(bea, _id, { status: 'active' });
  expect([missing.status, missing.body.message]).toEqual([400, 'Please select a send date.']);
  const whole = { ...(await get(bea, _id)).body, title: 'Sent' };
  expect((await update(bea, _id, whole)).body).toEqual(whole);
  expect((await update(bea, _id, { status: 'active', send_date: '2099-04-01' })).status).toBe(200);
  await run('2099-04-01T18:00:00Z');
  expect(await periods(db, _id)).toEqual(['2099-01-31', '2099-04-01']);
});

test('[DUE-29] PUT changes only invoices not yet made, and keeps the original day', async () => {
  const { bea, rex, db } = home;
  const made = await create(bea, [rex]);
  await run('2099-02-28T18:00:00Z');
  const now = (await get(bea, made._id)).body;
  const all = { ...terms([rex]), send_date: now.send_date, due_date: undefined, amount: 200, due_date_offset: 1 };
  expect((await update(bea, made._id, { ...all, status: 'active' })).status).toBe(200);
  await run('2099-04-30T18:00:00Z');
  expect((await issued(db, made._id)).map((one) => [one.period, one.due_date, one.amount_cents])).toEqual([
    ['2099-01-31', '2099-02-07', 12_550],
    ['2099-02-28', '2099-03-07', 12_550],
    ['2099-03-31', '2099-04-01', 20_000],
    ['2099-04-30', '2099-05-01', 20_000],
  ]);
});

test('[DUE-34] whatever the order, number and place of the runs, every period that has come is made once', async () => {
  const { bea, rex, db, hoa_id } = home;
  const zones = ['Pacific/Auckland', 'America/Chicago', 'Pacific/Honolulu', 'Asia/Kolkata'];
  const day = fc.constantFrom('2095-12-31', '2096-01-29', '2096-01-30', '2096-02-29', '2096-08-31', '2096-11-30');
  const instants = fc.array(
    fc.integer({ min: Date.UTC(2095, 11, 28), max: Date.UTC(2097, 5, 1) }).map((ms) => new Date(ms).toISOString()),
    { minLength: 1, maxLength: 4 },
  );
  const frequency = fc.constantFrom('one_time' as const, 'monthly' as const, 'quarterly' as const);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...zones), day, frequency, instants, async (zone, send_date, frequency, at) => {
      await setZone(db, hoa_id, zone);
      const { _id } = await create(bea, [rex], { send_date, frequency });
      await Promise.all(at.slice(2).map((instant) => issue(home, _id, instant)));
      for (const instant of at.slice(0, 2)) await issue(home, _id, instant);
      const latest = nth(at.map((instant) => todayOf({ time_zone: zone }, instant)).sort(), -1);
      const expected = sendDates(send_date, MONTHS_BETWEEN[frequency]).filter((date) => date <= latest);
      expect(await periods(db, _id)).toEqual(expected);
    }),
    { seed: 34, numRuns: runs(8, 25) },
  );
});

/** Clamped to the last day where the month is shorter. */
const sendDates = (first: string, step: number): string[] => {
  const [year, month, day] = first.split('-').map(Number) as [number, number, number];
  return Array.from({ length: step === 0 ? 1 : 20 }, (_, n) => {
    const end = new Date(Date.UTC(year, month + n * step, 0)).getUTCDate();
    return new Date(Date.UTC(year, month - 1 + n * step, Math.min(day, end))).toISOString().slice(0, 10);
  });
};
