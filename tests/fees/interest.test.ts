import { describe, expect, test } from 'vitest';
import type { Entry } from '../../schema/tables/ledger.ts';
import { explain } from '../../sync/ledger/explain.ts';
import type { FeeBooks } from '../../sync/ledger/fees/books.ts';
import { type PreviewOptions, previewAccount, sumPreviews } from '../../sync/ledger/fees/preview.ts';
import { interestInWords, lateFeeInWords, returnedFeeInWords, waiversThisYear } from '../../sync/ledger/fees/words.ts';
import { fold } from '../../sync/ledger/fold.ts';
import {
  booksOf,
  dayOf,
  dues,
  FLAT,
  INTEREST,
  interestRule,
  MONTHLY,
  paid,
  posts,
  put,
  rule,
  run,
  withAccount,
} from '../support/fees.ts';
import { nth, required } from '../support/required.ts';

const previewFees = (books: readonly FeeBooks[], options: PreviewOptions) =>
  sumPreviews(books.map((one) => previewAccount(one, options)));

const yearly = (settings: object = {}) => [interestRule({ ...INTEREST, start_days: 0, ...settings })];
const JAN = [dues('jan', '2030-01-01', 100_000)];

test('[FEE-13] is posted on the first of a month for the days of the month before, on 365 days a year', () => {
  expect(posts(booksOf(JAN), yearly(), '2030-01-31')).toEqual([]);
  expect(posts(booksOf(JAN), yearly(), '2030-02-01')).toEqual(['2030-01-31 1019']);
  expect(posts(booksOf(JAN), yearly(), '2030-03-31')).toEqual(['2030-01-31 1019', '2030-02-28 921']);
  const leap = [dues('feb', '2028-02-01', 100_000)];
  expect(posts(booksOf(leap), yearly(), '2028-03-01')).toEqual(['2028-02-29 953']);
});

test('[FEE-13] begins that many days after the due date', () => {
  const { entries } = run(booksOf(JAN), [interestRule()], '2030-03-01');
  expect(entries.map(({ rule: why }) => [why?.from, why?.to, why?.days])).toEqual([
    ['2030-01-31', '2030-01-31', 1],
    ['2030-02-01', '2030-02-28', 28],
  ]);
});

test('[FEE-13] [INVAR-12] a month in which what is open changes gives an entry for each amount', () => {
  const history = [...JAN, paid('p', '2030-01-11', 40_000)];
  const { entries } = run(booksOf(history), yearly(), '2030-02-01');
  expect(entries.map(({ id, amount_cents, rule: why }) => [id, why?.base_cents, why?.days, amount_cents])).toEqual([
    ['jan-interest-2030-01-01', 100_000, 10, 329],
    ['jan-interest-2030-01-11', 60_000, 21, 414],
  ]);
  const made = put('i', 'interest', '2030-01-31', 329, { source_id: 'a.jan', rule: required(nth(entries, 0).rule) });
  const rows = {
    entries: new Map(JAN.map((e) => [e.id, e])),
    payments: new Map(),
    fold: fold(JAN, { policies: [], as_of: '2030-02-01' }),
  };
  expect(explain(made, rows).sentence).toBe(
    'Interest from Jan 1, 2030 to Jan 10, 2030: 12% a year on $1,000.00, 10 days = $3.29.',
  );
});

test('[FEE-13] is never counted on interest, fees or other charges', () => {
  const first = put('i', 'interest', '2030-01-31', 1019, {
    source_id: 'a.jan',
    category: 'interest',
    due_on: '2030-01-31',
  });
  const seen = withAccount({ fees_through: '2030-02-01' });
  const others = [
    dues('fine', '2030-01-01', 100_000, { category: 'fine' }),
    dues('cost', '2030-01-01', 100_000, { category: 'collection_cost' }),
  ];
  expect(posts(booksOf([...JAN, first, ...others], seen), yearly(), '2030-03-01')).toEqual(['2030-02-28 921']);
});

test('[FEE-07] [PLAN-06] [FEE-08] counts no day on which fees are held, nor charges due before the rule', () => {
  expect(posts(booksOf(JAN, withAccount({ fees_off_until: '2030-01-30' })), yearly(), '2030-02-01')).toEqual([
    '2030-01-31 33',
  ]);
  const plan = {
    id: 'plan',
    covers: ['a.jan'],
    instalments: [],
    made_at: '',
    starts_on: '2030-01-03',
    ended_on: null,
  };
  expect(posts(booksOf(JAN, { plans: [plan] }), yearly(), '2030-03-01')).toEqual(['2030-01-31 66']);
  const later = [interestRule({ ...INTEREST, start_days: 0 }, { starts_on: '2030-01-02' })];
  expect(posts(booksOf(JAN), later, '2030-12-31')).toEqual([]);
});

describe('the preview', () => {
  const options = { policies: [], dayOf, as_of: '2030-01-10' };
  const AHEAD = [dues('old', '2029-06-01'), dues('jan', '2030-01-12')];

  test('[FEE-09] [FEE-08] charges due before the rule starts get none of the next fees, but are counted in the last year', () => {
    const preview = previewFees([booksOf(AHEAD)], { ...options, settings: MONTHLY });
    expect(preview.next).toEqual([
      {
        account_id: 'a',
        cents: 5000,
        fees: [
          { charge_id: 'a.jan', on: '2030-01-23', cents: 2500 },
          { charge_id: 'a.jan', on: '2030-02-23', cents: 2500 },
        ],
      },
    ]);
    expect([preview.next_cents, preview.next_homes]).toEqual([5000, 1]);
    expect(preview.last_year).toEqual({ count: 3, cents: 7500, homes: 1 });
  });

  test('[FEE-09] the last year counts invoices of before the ledger by the day that they were sent', () => {
    const lastYear = (history: Entry[], opened_at: string | null) =>
      previewFees([booksOf(history)], { ...options, opened_at, settings: MONTHLY }).last_year;
    const sent = { ...dues('old', '2029-06-01'), invoice_id: 'i' };
    const opened_at = '2030-01-09T12:00:00.000Z';
    const brought = { ...sent, posted_at: opened_at };
    expect(lastYear([sent], null).count).toBeGreaterThan(0);
    expect(lastYear([brought], opened_at)).toEqual(lastYear([sent], null));
    expect(lastYear([brought], null)).toEqual({ count: 0, cents: 0, homes: 0 });
  });

  test('[FEE-09] with the rules as they are, the fees that they bring', () => {
    const saved = previewFees([booksOf(AHEAD), booksOf([])], { ...options, policies: [rule(FLAT)] });
    expect(saved.next).toMatchObject([{ cents: 2500, fees: [{ charge_id: 'a.jan' }] }]);
    expect(saved.last_year).toEqual({ count: 0, cents: 0, homes: 0 });
  });

  test('[FEE-09] what the last year had of money and of fees counts as it was', () => {
    const fee = put('f', 'late_fee', '2029-06-12', 2500, { source_id: 'a.old', due_on: '2029-06-12', rule: {} });
    const history = [dues('old', '2029-06-01'), fee, paid('p', '2029-07-01', 12_500)];
    const { last_year } = previewFees([booksOf(history)], { ...options, settings: MONTHLY });
    expect(last_year).toEqual({ count: 1, cents: 2500, homes: 1 });
  });
});

test('[EXPL-07] [FEE-15] rules in words', () => {
  expect(
    lateFeeInWords({
      ...MONTHLY,
      amount: 'greater',
      percent_basis_points: 550,
      cap_cents: 9000,
      categories: ['assessment', 'fine'],
    }),
  ).toBe(
    'The late fee for dues and fines is the greater of $25.00 and 5.5% of the unpaid balance for each charge, when $1.00 or more is unpaid 10 days after it was due, and again each month after that, up to 3 times in all. Late fees on one charge never exceed $90.00.',
  );
  expect(lateFeeInWords({ ...FLAT, enabled: false })).toBe('No late fees are charged.');
  expect(interestInWords(INTEREST)).toBe(
    'Interest of 12% a year is charged on unpaid dues and special assessments from 30 days after they are due. It is simple interest, posted monthly.',
  );
  expect(returnedFeeInWords({ enabled: true, first_cents: 2500, later_cents: 3500, authority: null })).toBe(
    'The fee for a payment returned for insufficient funds is $25.00, and $35.00 for each one after the first within 12 months.',
  );
});

test('[FEE-10] waivers of this year are counted, those that were undone left out', () => {
  const waiver = (id: string, on: string) => put(id, 'waiver', on, -100, { source_id: 'a.f', reason: 'Kind' });
  const undo = put('u', 'reversal', '2030-03-01', 100, { source_id: 'a.w2', reason: 'Wrong' });
  const entries = [waiver('w0', '2029-12-31'), waiver('w1', '2030-01-01'), waiver('w2', '2030-02-01'), undo];
  expect(waiversThisYear(entries, '2030-05-05')).toBe(1);
});
