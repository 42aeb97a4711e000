import { expect, test } from 'vitest';
import { daysBetween } from '../../schema/dates.ts';
import { ageingOf } from '../../sync/ledger/ageing.ts';
import { type FoldPlan, fold } from '../../sync/ledger/fold.ts';
import { asOf, charge, covers, dayOf, entry, figures, of, payment } from '../support/ledger-entries.ts';
import { nth } from '../support/required.ts';

const plan = (instalments: Record<number, number>, more: Partial<FoldPlan> = {}): FoldPlan => ({
  id: 'plan',
  covers: ['fee', 'a', 'b'],
  instalments: Object.entries(instalments).map(([day, cents]) => ({ due_on: dayOf(Number(day)), cents })),
  starts_on: dayOf(4),
  ended_on: null,
  made_at: '2030-01-04T10:00:00Z',
  ...more,
});
const OVERDUE = [charge('a', 1, 60), charge('b', 2, 50), entry('fee', 'late_fee', 3, 10, { due_on: dayOf(3) })];

test('[PLAN-04] while a plan lasts only the instalments whose day has come are due', () => {
  const plans = [plan({ 8: 40, 12: 80 })];
  const due = (day: number, more: Partial<FoldPlan> = {}) =>
    figures(asOf(day, OVERDUE, { plans: [{ ...nth(plans, 0), ...more }] }));
  expect(due(3)).toMatchObject({ due: 120, coming: 0, overdue: 110 });
  expect(due(3, { starts_on: dayOf(3) })).toMatchObject({ due: 0, coming: 120 });
  expect(due(4)).toMatchObject({ balance: 120, due: 0, coming: 120, overdue: 0 });
  expect(due(8)).toMatchObject({ due: 40, coming: 80, overdue: 0 });
  expect(due(9)).toMatchObject({ due: 40, coming: 80, overdue: 40 });
  expect(due(9, { ended_on: dayOf(9) })).toMatchObject({ due: 120, overdue: 120 });
  expect(due(9, { ended_on: dayOf(4) })).toMatchObject({ due: 120 });
  expect(figures(asOf(9, OVERDUE, { plans, known_at: '2030-01-04T09:00:00Z' })).due).toBe(120);
});

test('[PLAN-04] current dues and instalments are paid in the order of their dates, what ranks first in the first instalments', () => {
  const overdue = [charge('a', 2, 60), charge('b', 3, 50), entry('fee', 'late_fee', 1, 10)];
  const entries = [...overdue, charge('dues', 6, 100, { due_on: dayOf(9) }), payment('p', 8, 170)];
  const folded = asOf(8, entries, { plans: [plan({ 8: 40, 12: 40, 14: 40 })] });
  expect(covers(folded)).toEqual(['p a 20 8', 'p a 40 8', 'p b 10 8', 'p dues 100 8']);
  expect(figures(folded)).toEqual({ balance: 50, due: 0, coming: 50, overdue: 0, credit: 0 });
});

test('[PLAN-04] money that comes back to a charge from before its plan is due on its own day', () => {
  const entries = [payment('p', 1, 20), ...OVERDUE, of('p', 'return', 'r', 6, 20), payment('q', 7, 30)];
  const folded = (day: number) => asOf(day, entries, { plans: [plan({ 8: 50, 12: 50 })] });
  expect(figures(folded(5))).toMatchObject({ balance: 100, due: 0, coming: 100 });
  expect(figures(folded(6))).toMatchObject({ balance: 120, due: 20, coming: 100, overdue: 20 });
  expect(figures(folded(7))).toMatchObject({ balance: 90, due: 0, coming: 90, overdue: 0 });
});

test('[AGE-01] [AGE-02] what is open ages from its due date, plan or not; balance = buckets - credit', () => {
  const due = (id: string, due_on: string) => charge(id, 1, 10, { due_on });
  const on = { as_of: '2030-05-01', policies: [], plans: [plan({ 31: 30 }, { covers: ['a', 'b'] })] };
  const days = [
    '2030-05-01',
    '2030-04-30',
    '2030-04-01',
    '2030-03-31',
    '2030-03-02',
    '2030-03-01',
    '2030-01-31',
    '2030-01-30',
  ];
  const entries = days.map((day, n) => due(String.fromCharCode(97 + n), day));
  expect(days.map((day) => daysBetween(day, on.as_of))).toEqual([0, 1, 30, 31, 60, 61, 90, 91]);
  expect(ageingOf(fold(entries, on), on.as_of)).toEqual({
    ...{ current: 10, days_1_30: 20, days_31_60: 20, days_61_90: 20, over_90: 10 },
    ...{ credit: 0, balance: 80 },
  });
  expect(ageingOf(fold([payment('p', 1, 15), due('a', '2030-02-01')], on), on.as_of)).toMatchObject({
    credit: 5,
    balance: -5,
  });
});
