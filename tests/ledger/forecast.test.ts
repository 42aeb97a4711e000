import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, addMonths } from '../../schema/dates.ts';
import { DUE_FREQUENCIES } from '../../schema/dues.ts';
import type { Due } from '../../schema/tables/dues.ts';
import { schedule, sendDateOf } from '../../sync/dues/entity.ts';
import { forecast } from '../../sync/dues/forecast.ts';
import { type FoldEntry, type FoldPlan, fold } from '../../sync/ledger/fold.ts';
import { shapes } from '../../sync/server/tables.ts';
import { json, queryAll } from '../../worker/queries/query.ts';
import { create, createTrackedContext, issue, issued } from '../support/dues.ts';
import { ownDatabase } from '../support/own-database.ts';
import { required } from '../support/required.ts';
import { runs } from '../support/runs.ts';

const database = ownDatabase();

const TODAY = '2026-11-20';
const IN_A_YEAR = addMonths(TODAY, 12);

type Schedule = Omit<Parameters<typeof forecast>[0]['dues'][number], 'id' | 'title' | 'amount_cents'>;

/** The periods of a due alone, through a day. */
const plannedFor = (due: Schedule, through: string) =>
  forecast({
    dues: [{ ...due, id: 'due', title: 'Dues', amount_cents: 100 }],
    fold: { open: [], credit_cents: 0 },
    today: TODAY,
    through,
  }).map(({ due_on }) => ({ send_date: addDays(due_on, -due.due_date_offset), due_date: due_on }));

const due = (over: Partial<Due> = {}) => {
  const anchor_date = over.anchor_date ?? '2026-01-31';
  const { frequency = 'monthly', periods_sent = 10, due_date_offset = 7, status = 'active' } = over;
  const send_date = sendDateOf({ anchor_date, frequency }, periods_sent);
  const schedule = { anchor_date, frequency, periods_sent, due_date_offset, status, send_date };
  return { id: 'dues', title: 'Dues', amount_cents: 20_000, ...schedule, ...over };
};

const entry = (over: Partial<FoldEntry> & Pick<FoldEntry, 'id' | 'kind' | 'amount_cents'>): FoldEntry => ({
  effective_on: '2026-10-01',
  posted_at: '2026-10-01T12:00:00.000Z',
  category: 'assessment',
  due_on: null,
  source_id: null,
  pins: null,
  ...over,
});
const folded = (entries: FoldEntry[], plans: FoldPlan[] = []) => fold(entries, { policies: [], plans, as_of: TODAY });

describe('[EXPL-06] the next twelve months', () => {
  test('are the periods of active dues by due date, each with its amount', () => {
    const dues = [
      due(),
      due({ id: 'roof', title: 'Roof', frequency: 'yearly', anchor_date: '2026-12-01', periods_sent: 0 }),
    ];
    const lines = forecast({ dues, fold: folded([]), today: TODAY, through: IN_A_YEAR });
    expect(lines).toHaveLength(13);
    expect(lines.slice(0, 3)).toEqual([
      { kind: 'due', id: 'dues', title: 'Dues', due_on: '2026-12-07', cents: 20_000, credit_cents: 0 },
      { kind: 'due', id: 'roof', title: 'Roof', due_on: '2026-12-08', cents: 20_000, credit_cents: 0 },
      { kind: 'due', id: 'dues', title: 'Dues', due_on: '2027-01-07', cents: 20_000, credit_cents: 0 },
    ]);
    expect(lines.at(-1)?.due_on).toBe('2027-11-07');
  });

  test('say what credit will pay, of what is sent first', () => {
    const fold = folded([entry({ id: 'ahead', kind: 'payment', amount_cents: -25_000 })]);
    const lines = forecast({ dues: [due()], fold, today: TODAY, through: '2027-02-28' });
    expect(lines.map(({ credit_cents }) => credit_cents)).toEqual([20_000, 5_000, 0]);
  });

  test('have the instalments of a plan, not what of it is due', () => {
    const charge = entry({ id: 'c', kind: 'charge', amount_cents: 30_000, due_on: '2026-10-08' });
    const instalments = ['2026-11-15', '2026-12-15', '2027-01-15'].map((due_on) => ({ due_on, cents: 10_000 }));
    const made_at = '2026-11-01T12:00:00.000Z';
    const plan = { id: 'p', covers: ['c'], instalments, starts_on: '2026-11-01', ended_on: null, made_at };
    const fold = folded([charge], [plan]);
    expect(forecast({ dues: [], fold, today: TODAY, through: IN_A_YEAR })).toEqual(
      ['2026-12-15', '2027-01-15'].map((due_on) => ({
        kind: 'instalment',
        id: 'p',
        title: 'Payment plan',
        due_on,
        cents: 10_000,
        credit_cents: 0,
      })),
    );
  });

  test('hold nothing of a due that has ended or is switched off', () => {
    const dues = [due({ status: 'inactive' }), due({ frequency: 'one_time', periods_sent: 1 })];
    expect(forecast({ dues, fold: folded([]), today: TODAY, through: IN_A_YEAR })).toEqual([]);
  });
});

describe('[EXPL-05] [INVAR-11] the periods of a forecast', () => {
  test('are those of the schedule, for every anchor day, frequency and year', () => {
    const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2190-12-31'), noInvalidDate: true });
    const anchor = day.map((date) => date.toISOString().slice(0, 10));
    const offset = fc.nat(90);
    fc.assert(
      fc.property(anchor, fc.constantFrom(...DUE_FREQUENCIES), offset, fc.nat(60), (...given) => {
        const [anchor_date, frequency, due_date_offset, sent] = given;
        const periods_sent = frequency === 'one_time' ? 0 : sent;
        const one = due({ anchor_date, frequency, due_date_offset, periods_sent });
        const through = addDays(required(one.send_date), 400);
        const expected = schedule(one as Due, 40).filter(({ due_date }) => due_date <= through);
        expect(plannedFor(one, through)).toEqual(expected);
      }),
      { seed: 11, numRuns: runs(300, 3000) },
    );
  });

  let home: Awaited<ReturnType<typeof createTrackedContext>>;
  beforeEach(async () => {
    home = await createTrackedContext({ db: database.db });
    return () => home.finishBackgroundWork();
  });

  test.each([
    ['monthly', '2099-01-31'],
    ['monthly', '2095-10-30'],
    ['quarterly', '2095-11-30'],
    ['half_yearly', '2096-02-29'],
    ['yearly', '2096-02-29'],
    ['one_time', '2096-02-29'],
  ])('are what is issued later: %s from %s', async (frequency, send_date) => {
    const { bea, rex, db } = home;
    const { _id } = await create(bea, [rex], { frequency, send_date, due_date_offset: 30 });
    const sql = `SELECT ${shapes.due.json} AS row FROM dues t WHERE id = ?`;
    const [{ row }] = (await queryAll<{ row: string }>(db, sql, [_id])) as [{ row: string }];
    const end = addMonths(send_date, 25);
    const planned = plannedFor(json<Due>(row), addDays(end, 30));
    await issue(home, _id, `${end}T23:00:00Z`);
    const made = (await issued(db, _id)).map(({ period, due_date }) => ({ send_date: period, due_date }));
    expect(made).toEqual(planned);
  });
});
