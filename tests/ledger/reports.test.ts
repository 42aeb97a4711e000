import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Payment } from '../../schema/tables/invoices.ts';
import type { Entry } from '../../schema/tables/ledger.ts';
import {
  AGEING_FIGURES,
  ageingOf,
  ageingParts,
  isOnPlan,
  oldestDueOf,
  owesFeesOnly,
  totalAgeing,
} from '../../sync/ledger/ageing.ts';
import { collectionParts, collectionRate, collectionsByMonth } from '../../sync/ledger/collections.ts';
import { endOfDay } from '../../sync/ledger/dates.ts';
import { delinquencyOf, lastPaymentOf } from '../../sync/ledger/delinquency.ts';
import { type FoldEntry, fold } from '../../sync/ledger/fold.ts';
import { asOf, charge, dayOf, entry, of, payment } from '../support/ledger-entries.ts';
import { history, optionsFor, someDay } from '../support/ledger-histories.ts';
import { take } from '../support/required.ts';
import { runs } from '../support/runs.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);
const centsOf = (parts: readonly { cents: number }[]) => sum(parts.map(({ cents }) => cents));
const asEntries = (entries: readonly FoldEntry[]) => entries as readonly Entry[];

const hoas = fc
  .array(history, { maxLength: 5 })
  .chain((accounts) =>
    fc.tuple(fc.constant(accounts), optionsFor(accounts.flat()), someDay, fc.option(someDay, { nil: undefined })),
  )
  .map(([accounts, options, as_of, known]) => ({
    accounts,
    options: { ...options, as_of, ...(known && { known_at: `${known}T12:00:00Z` }) },
  }));

test('[INVAR-09] [AGE-01] the total of the ageing is the sum of the balances, on any day and as known on any other', () => {
  fc.assert(
    fc.property(hoas, ({ accounts, options }) => {
      const folds = accounts.map((entries) => fold(entries, options));
      const { balance, credit, ...buckets } = totalAgeing(folds.map((one) => ageingOf(one, options.as_of)));
      const taken = accounts.flat().filter(({ effective_on, posted_at }) => {
        return effective_on <= options.as_of && (options.known_at === undefined || posted_at <= options.known_at);
      });
      expect(balance).toBe(sum(taken.map(({ amount_cents }) => amount_cents)));
      expect(balance).toBe(sum(Object.values(buckets)) - credit);
    }),
    { numRuns: runs(100, 3_000) },
  );
});

test('[EXPL-01] every figure of an ageing is the sum of the entries that it opens', () => {
  fc.assert(
    fc.property(hoas, ({ accounts, options }) => {
      for (const entries of accounts) {
        const folded = fold(entries, options);
        const ageing = ageingOf(folded, options.as_of);
        for (const figure of AGEING_FIGURES)
          expect(centsOf(ageingParts(folded, options.as_of, figure))).toBe(ageing[figure]);
      }
    }),
    { numRuns: runs(100, 3_000) },
  );
});

test('[AGE-02] a late fee ages from the day on which it counts, not from that of its charge', () => {
  const fee = entry('fee', 'late_fee', 20, 25, { source_id: 'c', due_on: dayOf(20) });
  const on = { policies: [], as_of: '2030-03-01' };
  const folded = fold([charge('c', 1, 100, { due_on: '2029-12-01' }), fee], on);
  expect(ageingOf(folded, on.as_of)).toMatchObject({ days_31_60: 25, days_61_90: 100, over_90: 0 });
  expect(oldestDueOf(folded)).toBe('2029-12-01');
});

test('[AGE-03] an account owes fees alone where nothing else is open, and is on a plan while a charge is', () => {
  const fee = entry('fee', 'late_fee', 3, 25, { source_id: 'c', due_on: dayOf(3), category: 'late_fee' });
  const entries = [charge('c', 1, 100), fee];
  expect(owesFeesOnly(asOf(9, entries))).toBe(false);
  expect(owesFeesOnly(asOf(9, [...entries, payment('p', 4, 100)]))).toBe(true);
  expect(owesFeesOnly(asOf(9, [...entries, payment('p', 4, 125)]))).toBe(false);
  const instalments = [{ due_on: dayOf(8), cents: 100 }];
  const plan = { id: 'plan', covers: ['c'], instalments, starts_on: dayOf(2), ended_on: null, made_at: dayOf(2) };
  expect([isOnPlan(asOf(9, entries)), isOnPlan(asOf(9, entries, { plans: [plan] }))]).toEqual([false, true]);
});

test.each([
  ['America/Chicago', '2030-01-31', '2030-02-01T05:59:59.999Z'],
  ['America/Chicago', '2030-03-10', '2030-03-11T04:59:59.999Z'],
  ['Pacific/Honolulu', '2030-06-30', '2030-07-01T09:59:59.999Z'],
  ['Pacific/Kiritimati', '2030-01-31', '2030-01-31T09:59:59.999Z'],
])('[AGE-03] what was known on a day in %s is what was posted until its end', (time_zone, day, end) => {
  expect(endOfDay(time_zone, day)).toBe(end);
});

const METHODS: Record<string, Payment['method']> = { check: 'check', card: 'card' };
const paid = (id: string, day: number, cents: number) => ({ ...payment(id, day, cents), payment_id: id });
const collected = (...accounts: FoldEntry[][]) =>
  collectionsByMonth(accounts.map(collectionAccount), (id) => METHODS[id], { as_of: LAST_DAY.as_of, months: 3 });
const collectionAccount = (entries: FoldEntry[]) => ({
  entries: asEntries(entries),
  fold: fold(asEntries(entries), LAST_DAY),
});
const LAST_DAY = { policies: [], as_of: '2030-02-15' };

test('[AGE-04] months say what was charged, what came in by method, and what was given up', () => {
  const months = collected(
    [charge('c', 1, 100), paid('check', 5, 60), of('check', 'return', 'r', 9, 60), of('c', 'write_off', 'w', 10, -10)],
    [charge('d', 2, 50), entry('fee', 'late_fee', 20, 25, { source_id: 'd', due_on: dayOf(20) }), paid('card', 21, 30)],
  );
  expect(months.map(({ month }) => month)).toEqual(['2029-12', '2030-01', '2030-02']);
  expect(months[1]).toMatchObject({
    ...{ charged_cents: 175, collected_cents: 90, returned_cents: 60, written_off_cents: 10, waived_cents: 0 },
    by_method: { check: 60, card: 30, cash: 0, transfer: 0, us_bank_account: 0, other: 0 },
  });
});

test('[AGE-04] a reversal counts in its month against what it undoes', () => {
  const undone = { ...of('check', 'reversal', 'x', 31, 60), effective_on: '2030-02-02' };
  const [, january, february] = take(collected([charge('c', 1, 100), paid('check', 5, 60), undone]), 3);
  expect([january.by_method.check, february.by_method.check, february.charged_cents]).toEqual([60, -60, 0]);
});

test('[AGE-04] the rate is the share of what fell due in the month that is covered today', () => {
  const later = { ...paid('card', 1, 40), effective_on: '2030-02-10' };
  const canceled = [charge('x', 3, 500), of('x', 'reversal', 'y', 4, -500)];
  const [december, january] = take(collected([charge('c', 1, 100), ...canceled, later]), 2);
  expect([collectionRate(december), collectionRate(january)]).toEqual([null, 0.4]);
});

test('[AGE-04] what the months come to is the change of the balance', () => {
  fc.assert(
    fc.property(fc.array(history, { maxLength: 4 }), (accounts) => {
      const months = collected(...accounts);
      const changes = months.map((month) => {
        const { charged_cents, returned_cents, refunded_cents, moved_cents } = month;
        const given = month.collected_cents + month.waived_cents + month.written_off_cents + month.credited_cents;
        expect(sum(Object.values(month.by_method))).toBe(month.collected_cents);
        return charged_cents + returned_cents + refunded_cents + moved_cents - given;
      });
      expect(sum(changes)).toBe(sum(accounts.flat().map(({ amount_cents }) => amount_cents)));
    }),
    { numRuns: runs(100, 3_000) },
  );
});

const COLLECTION_FIGURES = [
  ...(['charged', 'collected', 'returned', 'refunded', 'waived', 'written_off', 'credited', 'moved'] as const),
  ...(['due', 'covered'] as const),
];

test('[EXPL-01] [AGE-04] every figure of a month is the sum of the entries that it opens', () => {
  fc.assert(
    fc.property(fc.array(history, { maxLength: 4 }), (histories) => {
      const { as_of } = LAST_DAY;
      const accounts = histories.map(collectionAccount);
      for (const month of collected(...histories))
        for (const figure of COLLECTION_FIGURES) {
          const parts = collectionParts(accounts, { month: month.month, figure, as_of });
          expect(sum(parts.map(({ cents }) => cents))).toBe(month[`${figure}_cents`]);
        }
    }),
    { numRuns: runs(100, 3_000) },
  );
});

test('[AGE-05] an account is delinquent from the 31st day on, with its oldest day and the last payment that stands', () => {
  const entries = asEntries([
    charge('c', 1, 100),
    paid('check', 3, 30),
    paid('card', 4, 20),
    of('card', 'return', 'r', 6, 20),
  ]);
  const on = (as_of: string) => {
    const folded = fold(entries, { policies: [], as_of });
    const lastPayment = () => lastPaymentOf(entries as Entry[], as_of);
    return delinquencyOf({ fold: folded, ageing: ageingOf(folded, as_of), lastPayment }, as_of);
  };
  expect(on('2030-01-31')).toBeNull();
  expect(on('2030-02-01')).toMatchObject({
    ...{ delinquent_cents: 70, overdue_cents: 70, balance_cents: 70, oldest_due_on: dayOf(1) },
    last_payment: { id: 'check' },
  });
});
