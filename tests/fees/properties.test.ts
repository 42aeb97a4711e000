import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import type { Policy } from '../../schema/tables/ledger.ts';
import { explain } from '../../sync/ledger/explain.ts';
import type { FeeBooks } from '../../sync/ledger/fees/books.ts';
import { dueFees } from '../../sync/ledger/fees/due.ts';
import { fold } from '../../sync/ledger/fold.ts';
import {
  booksOf,
  dayOf,
  dues,
  INTEREST,
  interestByRule,
  interestRule,
  type LateFee,
  lateFeeByRule,
  MONTHLY,
  paid,
  put,
  returned,
  rule,
} from '../support/fees.ts';
import { nth, required } from '../support/required.ts';
import { runs } from '../support/runs.ts';

const BEGIN = '2028-01-01';
const on = (day: number) => addDays(BEGIN, day);
const LAST = 240;
const END = on(LAST);
const day = fc.integer({ min: 0, max: LAST - 20 });

const settings: fc.Arbitrary<LateFee> = fc
  .record({
    grace_days: fc.constantFrom(0, 1, 10, 15, 30),
    amount: fc.constantFrom('flat', 'percent', 'greater', 'lesser'),
    flat_cents: fc.integer({ min: 1, max: 5000 }),
    percent_basis_points: fc.integer({ min: 1, max: 2500 }),
    cap_cents: fc.option(fc.integer({ min: 1, max: 6000 })),
    repeat: fc.constantFrom('once', 'monthly'),
    times: fc.integer({ min: 1, max: 6 }),
    least_open_cents: fc.constantFrom(0, 100, 1000),
  })
  .map((given) => ({ ...MONTHLY, ...given }));

const policies: fc.Arbitrary<Policy[]> = fc
  .tuple(
    settings,
    settings,
    fc.integer({ min: 0, max: 150 }),
    fc.boolean(),
    fc.constantFrom('assessments_first', 'interest_first', 'oldest_first'),
  )
  .map(([first, second, starts, hasInterest, order]) => [
    rule(first, { id: 'first' }),
    rule(second, { id: 'second', starts_on: on(starts) }),
    ...(hasInterest ? [interestRule({ ...INTEREST, start_days: 5 })] : []),
    rule({ order, directed: true }, { id: 'order', kind: 'application' }),
  ]);

/** Charges, payments, some of them returned or undone, waivers of charges and credits, payments under way and plans. */
const history: fc.Arbitrary<FeeBooks> = fc
  .record({
    charges: fc.array(
      fc.tuple(
        day,
        fc.constantFrom('assessment', 'fine', 'other', 'attorney_fee'),
        fc.integer({ min: 1, max: 20_000 }),
      ),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
    payments: fc.array(
      fc.tuple(day, fc.integer({ min: 1, max: 20_000 }), fc.option(fc.integer({ min: 1, max: 40 })), fc.boolean()),
      {
        maxLength: 5,
      },
    ),
    pending: fc.array(fc.tuple(day, fc.integer({ min: 1, max: 20_000 }), fc.integer({ min: 1, max: 20 })), {
      maxLength: 2,
    }),
    plan: fc.option(fc.tuple(day, fc.integer({ min: 1, max: 90 }))),
    off: fc.option(day),
  })
  .map(({ charges, payments, pending, plan, off }) => {
    const debits = charges.map(([due, category, cents], at) => dues(`c${at}`, on(due), cents, { category }));
    const credits = payments.flatMap(([received, cents, back, isReturn], at) => {
      const payment = paid(`p${at}`, on(received), cents);
      if (back === null) return [payment];
      const undo = put(`u${at}`, 'reversal', on(received + back), cents, { source_id: payment.id, reason: 'Undone' });
      return [payment, isReturn ? returned(`r${at}`, on(received + back), `p${at}`, cents) : undo];
    });
    return booksOf([...debits, ...credits], {
      account: { ...booksOf([]).account, fees_off_until: off === null ? null : on(off) },
      payments: pending.map(([started, amount_cents, days], at) => ({
        id: `w${at}`,
        kind: 'charge',
        status: 'failed',
        amount_cents,
        invoice_id: null,
        created_at: `${on(started)}T12:00:00.000Z`,
        settled_at: `${on(started + days)}T12:00:00.000Z`,
      })),
      plans: plan
        ? [
            {
              id: 'plan',
              covers: debits.slice(0, 2).map(({ id }) => id),
              instalments: [{ due_on: on(plan[0] + 30), cents: 100 }],
              starts_on: on(plan[0]),
              ended_on: on(plan[0] + plan[1]),
              status: 'broken',
              made_at: '',
            },
          ]
        : [],
    });
  });

/** The fees that are posted when the job runs on these days, each time with the entries that have come by then. */
const runOn = (books: FeeBooks, rules: readonly Policy[], days: readonly number[]) => {
  let known: FeeBooks = { ...books, entries: [] };
  const posted: FeeBooks['entries'][number][] = [];
  for (const at of days) {
    const today = on(at);
    const come = books.entries.filter(({ effective_on }) => effective_on <= today);
    const now = { ...known, entries: [...come, ...posted] };
    const { entries, through } = dueFees(now, { policies: rules, dayOf }, { today });
    for (const { id, kind, effective_on, amount_cents, ...more } of entries)
      posted.push(put(id, kind, effective_on, amount_cents, { ...more, posted_at: `${today}T12:00:00.000Z` }));
    known = { ...now, account: { ...known.account, fees_through: through ?? known.account.fees_through } };
  }
  return posted;
};
const shownOf = (entries: FeeBooks['entries']) =>
  entries.map(({ id, amount_cents, rule: why }) => [id, amount_cents, JSON.stringify(why)]).sort();

const daily = Array.from({ length: LAST + 1 }, (_, at) => at);
const always = (check: (books: FeeBooks, rules: readonly Policy[], days: readonly number[]) => void, count: number) =>
  fc.assert(
    fc.property(
      history,
      policies,
      fc.uniqueArray(fc.integer({ min: 0, max: LAST }), { maxLength: 12 }),
      (books, rules, days) => check(books, rules, [...days.sort((a, b) => a - b), LAST]),
    ),
    { numRuns: count },
  );

test('[INVAR-07] a job that runs late, twice or after 60 days down posts what one on time posts', () => {
  always(
    (books, rules, days) => {
      const onTime = shownOf(runOn(books, rules, daily));
      expect(
        shownOf(
          runOn(
            books,
            rules,
            days.flatMap((at) => [at, at]),
          ),
        ),
      ).toEqual(onTime);
      expect(shownOf(runOn(books, rules, [LAST]))).toEqual(onTime);
    },
    runs(60, 1_000),
  );
});

test('[INVAR-10] one fee for a charge and slot, none on a fee, none above the cap or the number of times', () => {
  always(
    (books, rules, days) => {
      const fees = runOn(books, rules, days).filter(({ kind }) => kind === 'late_fee');
      expect(new Set(fees.map(({ source_id, rule: why }) => `${source_id} ${why?.slot}`)).size).toBe(fees.length);
      expect(new Set(fees.map(({ id }) => id)).size).toBe(fees.length);
      for (const [charge_id, ofCharge] of Map.groupBy(fees, ({ source_id }) => source_id)) {
        expect(books.entries.find(({ id }) => id === charge_id)?.category).not.toBe('attorney_fee');
        const policy = rules.find(({ id }) => id === nth(ofCharge, 0).rule?.policy_id)?.settings as LateFee;
        const sum = ofCharge.reduce((total, { amount_cents }) => total + amount_cents, 0);
        expect(sum).toBeLessThanOrEqual(policy.cap_cents ?? Number.POSITIVE_INFINITY);
        expect(ofCharge.length).toBeLessThanOrEqual(policy.repeat === 'once' ? 1 : policy.times);
        for (const { effective_on } of ofCharge) expect(effective_on <= END).toBe(true);
      }
    },
    runs(60, 1_000),
  );
});

test('[FEE-12] [INVAR-12] each fee and each interest recomputes to its amount, and its sentence says the numbers', () => {
  always(
    (books, rules, days) => {
      const posted = runOn(books, rules, days);
      const all = [...books.entries, ...posted];
      const rows = {
        entries: new Map(all.map((entry) => [entry.id, entry])),
        payments: new Map(),
        fold: fold(all, { policies: rules, as_of: END }),
      };
      for (const entry of posted) {
        const { sentence } = explain(entry, rows);
        const recomputed =
          entry.kind === 'late_fee' ? lateFeeByRule(required(entry.rule)) : interestByRule(required(entry.rule));
        expect(recomputed).toBe(entry.amount_cents);
        expect(amountOf(sentence)).toBe(entry.amount_cents);
        expect(sentence).not.toMatch(/undefined|NaN|null/);
      }
    },
    runs(60, 1_000),
  );
});

/** The amount as a reader of the sentence would work it out. */
const amountOf = (sentence: string): number => {
  const fee = nth(required(/(?:= |fee is )(\$[\d,.]+?)\.(?: |$)/.exec(sentence)), 1);
  const limit = /Limited to (\$[\d,.]+); (\$[\d,.]+) was charged before\./.exec(sentence);
  return limit ? Math.min(centsIn(fee), centsIn(nth(limit, 1)) - centsIn(nth(limit, 2))) : centsIn(fee);
};
const centsIn = (money: string): number => Math.round(Number(money.replaceAll(/[$,]/g, '')) * 100);
