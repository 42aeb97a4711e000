import { describe, expect, test } from 'vitest';
import {
  booksOf,
  dues,
  FLAT,
  lateFeeByRule,
  MONTHLY,
  paid,
  posts,
  put,
  returned,
  rule,
  run,
  withAccount,
} from '../support/fees.ts';
import { nth, required } from '../support/required.ts';

const flat = [rule(FLAT)];

const monthly = [rule(MONTHLY)];

const with_ = (settings: object) => [rule({ ...FLAT, ...settings })];

const JAN = [dues('jan', '2030-01-01')];

describe('when', () => {
  test('[FEE-03] the first slot is the day after the last grace day', () => {
    expect(posts(booksOf(JAN), flat, '2030-01-11')).toEqual([]);
    expect(posts(booksOf(JAN), flat, '2030-01-12')).toEqual(['2030-01-12 2500']);
    expect(posts(booksOf(JAN), with_({ grace_days: 0 }), '2030-01-31')).toEqual(['2030-01-02 2500']);
    expect(posts(booksOf(JAN), with_({ grace_days: 90 }), '2030-04-02')).toEqual(['2030-04-02 2500']);
  });

  test('[FEE-03] later slots are months after the first one, clamped to the month and counted from the first', () => {
    const charge = [dues('jan', '2028-01-20')];
    expect(posts(booksOf(charge), with_({ repeat: 'monthly', times: 4 }), '2028-12-31')).toEqual([
      '2028-01-31 2500',
      '2028-02-29 2500',
      '2028-03-31 2500',
      '2028-04-30 2500',
    ]);
    const leap = [dues('feb', '2028-02-18')];
    expect(posts(booksOf(leap), with_({ repeat: 'monthly', times: 13 }), '2029-03-01').at(-1)).toBe('2029-02-28 2500');
  });

  test('[FEE-03] an invoice that was sent late is late later', () => {
    const late = { invoice_id: 'jan', effective_on: '2029-12-25', posted_at: '2030-01-20T12:00:00.000Z' };
    const charge = [dues('jan', '2030-01-01', 10_000, late)];
    expect(posts(booksOf(charge), flat, '2030-12-31')).toEqual(['2030-02-07 2500']);
  });

  test('[FEE-03] a return that opens a charge again starts the clock anew, and the numbers go on', () => {
    const history = [...JAN, paid('p', '2030-01-05'), returned('r', '2030-02-20', 'p')];
    const { entries } = run(booksOf(history), monthly, '2031-12-31');
    expect(entries.map(({ effective_on, rule: why }) => [effective_on, why?.slot])).toEqual([
      ['2030-03-03', 3],
      ['2030-04-03', 4],
      ['2030-05-03', 5],
    ]);
  });

  test('[FEE-02] [FEE-03] a charge gets no more fees than the rule says, returns or not', () => {
    const history = [...JAN, paid('p', '2030-01-20'), returned('r', '2030-02-20', 'p')];
    expect(posts(booksOf(history), flat, '2031-12-31')).toEqual(['2030-01-12 2500']);
  });

  test('[FEE-06] a slot is looked at once: money that goes later adds no fee for a past day', () => {
    const { through, entries } = run(booksOf([...JAN, paid('p', '2030-01-05')]), flat, '2030-01-12');
    expect([through, entries]).toEqual(['2030-01-12', []]);
    const seen = withAccount({ fees_through: through });
    const undone = put('undo', 'reversal', '2030-01-05', 10_000, { source_id: 'a.p', reason: 'Not ours' });
    const history = [...JAN, paid('p', '2030-01-05'), undone];
    expect(posts(booksOf(history, seen), flat, '2030-12-31')).toEqual([]);
    expect(run(booksOf(JAN, seen), flat, '2030-01-11').through).toBe(null);
  });
});

test('[FEE-04] it counts what was open at the end of the day before the slot', () => {
  expect(posts(booksOf([...JAN, paid('p', '2030-01-11')]), flat, '2030-02-01')).toEqual([]);
  expect(posts(booksOf([...JAN, paid('p', '2030-01-12')]), flat, '2030-02-01')).toEqual(['2030-01-12 2500']);
  const part = [...JAN, paid('p', '2030-01-11', 5001)];
  const tenth = with_({ amount: 'percent', percent_basis_points: 1000 });
  expect(posts(booksOf(part), tenth, '2030-02-01')).toEqual(['2030-01-12 500']);
});

test('[FEE-04] a percentage is rounded half up', () => {
  const of = (cents: number, percent_basis_points: number) =>
    posts(
      booksOf([dues('jan', '2030-01-01', cents)]),
      with_({ amount: 'percent', percent_basis_points }),
      '2030-02-01',
    );
  expect([of(10_050, 100), of(10_049, 100), of(150, 100)]).toEqual([
    ['2030-01-12 101'],
    ['2030-01-12 100'],
    ['2030-01-12 2'],
  ]);
  expect(of(99_999_999, 2500)).toEqual(['2030-01-12 25000000']);
  expect(of(100, 1)).toEqual([]);
});

test('[FEE-02] the greater or the lesser of the flat amount and the percentage', () => {
  const of = (amount: string, cents: number) =>
    posts(booksOf([dues('jan', '2030-01-01', cents)]), with_({ amount, percent_basis_points: 1000 }), '2030-02-01')[0];
  expect([of('greater', 10_000), of('greater', 40_000)]).toEqual(['2030-01-12 2500', '2030-01-12 4000']);
  expect([of('lesser', 10_000), of('lesser', 40_000)]).toEqual(['2030-01-12 1000', '2030-01-12 2500']);
});

test('[FEE-04] the cap cuts a fee to what is left of it, and nothing posts nothing', () => {
  const capped = [rule({ ...MONTHLY, cap_cents: 4000 })];
  expect(posts(booksOf(JAN), capped, '2030-12-31')).toEqual(['2030-01-12 2500', '2030-02-12 1500']);
});

test('[FEE-02] less than the least amount is not worth a fee', () => {
  const left = (cents: number) => [...JAN, paid('p', '2030-01-02', 10_000 - cents)];
  expect(posts(booksOf(left(99)), flat, '2030-02-01')).toEqual([]);
  expect(posts(booksOf(left(100)), flat, '2030-02-01')).toEqual(['2030-01-12 2500']);
});

test('[FEE-12] a fee carries the numbers that made it', () => {
  const capped = [rule({ ...MONTHLY, cap_cents: 4000 })];
  const second = nth(run(booksOf(JAN), capped, '2030-12-31').entries, 1);
  expect(second).toMatchObject({ id: 'jan-late-2030-02-12', source_id: 'a.jan', due_on: '2030-02-12' });
  expect(second?.rule).toEqual({
    policy_id: 'rule-late_fee-',
    charge_id: 'a.jan',
    slot: 2,
    days: 41,
    open_cents: 10_000,
    formula: 'flat',
    flat_cents: 2500,
    result_cents: 2500,
    earlier_cents: 2500,
    cap_cents: 4000,
  });
  expect(lateFeeByRule(required(second.rule))).toBe(1500);
});

describe('on what', () => {
  const category = (kind: 'charge' | 'opening' | 'transfer', of: NonNullable<(typeof JAN)[0]['category']>, more = {}) =>
    posts(
      booksOf([put('x', kind, '2030-01-01', 10_000, { category: of, due_on: '2030-01-01', ...more })]),
      flat,
      '2030-12-31',
    ).length;

  test('[FEE-02] never on fees and costs', () => {
    expect(category('charge', 'fine')).toBe(1);
    const never = ['late_fee', 'interest', 'returned_payment_fee', 'collection_cost', 'attorney_fee'] as const;
    expect(never.map((of) => category('charge', of))).toEqual([0, 0, 0, 0, 0]);
    const fee = nth(run(booksOf(JAN), flat, '2030-12-31').entries, 0);
    const later = put('fee', 'late_fee', '2030-01-12', 2500, {
      source_id: 'a.jan',
      due_on: '2030-01-12',
      rule: required(fee.rule),
    });
    expect(posts(booksOf([...JAN, later]), flat, '2031-12-31')).toEqual(['2030-01-12 2500']);
  });

  test('[FEE-02] only on the categories of the rule', () => {
    const fines = with_({ categories: ['fine'] });
    expect(posts(booksOf(JAN), fines, '2030-12-31')).toEqual([]);
  });

  test('[FEE-02] on a balance taken over only where the import says so, never on what moved with a sale', () => {
    expect(category('opening', 'assessment')).toBe(0);
    expect(category('opening', 'assessment', { rule: { late_fees: 1 } })).toBe(1);
    expect(category('transfer', 'assessment')).toBe(0);
  });

  test('[FEE-08] the rule on its due date governs a charge for good', () => {
    const charges = [dues('jan', '2030-01-01'), dues('feb', '2030-02-01'), dues('mar', '2030-03-01')];
    const rules = [
      rule(FLAT, { starts_on: '2030-02-01' }),
      rule({ ...FLAT, flat_cents: 900 }, { starts_on: '2030-02-02' }),
    ];
    expect(posts(booksOf(charges), rules, '2030-12-31')).toEqual(['2030-02-12 2500', '2030-03-12 900']);
    const off = [...flat, rule({ ...FLAT, enabled: false }, { starts_on: '2030-02-01' })];
    expect(posts(booksOf(charges), off, '2030-12-31')).toEqual(['2030-01-12 2500']);
  });
});
