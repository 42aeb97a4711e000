import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ageingOf } from '../../sync/ledger/ageing.ts';
import { type FoldEntry, type FoldOptions, fold } from '../../sync/ledger/fold.ts';
import { history, optionsFor, post, postings, someDay } from '../support/ledger-histories.ts';
import { required } from '../support/required.ts';
import { runs } from '../support/runs.ts';

type Case = { entries: FoldEntry[]; options: FoldOptions };

const cases: fc.Arbitrary<Case> = history.chain((entries) =>
  fc.record({
    entries: fc.constant(entries),
    options: fc.tuple(optionsFor(entries), someDay).map(([options, as_of]) => ({ ...options, as_of })),
  }),
);
const always = <T>(more: fc.Arbitrary<T>, rule: (one: Case, more: T) => void) =>
  fc.assert(fc.property(cases, more, rule), { numRuns: runs(200, 5_000) });

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);
const centsOf = (covers: readonly { cents: number }[]) => sum(covers.map(({ cents }) => cents));
const isTaken =
  ({ as_of, known_at }: FoldOptions) =>
  ({ effective_on, posted_at }: FoldEntry) =>
    effective_on <= as_of && (known_at === undefined || posted_at <= known_at);

test('[INVAR-01] the balance is the sum of the entries, and due now + coming up - paid ahead', () => {
  always(fc.constant(null), ({ entries, options }) => {
    const folded = fold(entries, options);
    const total = sum(entries.filter(isTaken(options)).map(({ amount_cents }) => amount_cents));
    const { balance_cents, due_now_cents, coming_cents, overdue_cents, credit_cents } = folded;
    expect([balance_cents, due_now_cents + coming_cents - credit_cents]).toEqual([total, total]);
    expect(due_now_cents).toBeGreaterThanOrEqual(overdue_cents);
    expect(due_now_cents + coming_cents).toBe(sum([...folded.debits.values()].map(({ open_cents }) => open_cents)));
    expect(credit_cents).toBe(sum([...folded.credits.values()].map(({ left_cents }) => left_cents)));
  });
});

test('[INVAR-02] no charge is covered beyond its amount, no credit covers more than it has, nothing is negative', () => {
  always(fc.constant(null), ({ entries, options }) => {
    const { debits, credits } = fold(entries, options);
    const reversed = new Set(entries.filter(isTaken(options)).map((e) => e.kind === 'reversal' && e.source_id));
    for (const { entry, open_cents, covers } of debits.values()) {
      expect(Math.min(open_cents, ...covers.map(({ cents }) => cents - 1))).toBeGreaterThanOrEqual(0);
      const undone = reversed.has(entry.id);
      expect(open_cents + centsOf(covers)).toBeLessThanOrEqual(undone ? 0 : entry.amount_cents);
    }
    for (const { entry, left_cents, held_cents, covers } of credits.values()) {
      expect(Math.min(left_cents, held_cents, ...covers.map(({ cents }) => cents - 1))).toBeGreaterThanOrEqual(0);
      expect(left_cents + centsOf(covers)).toBeLessThanOrEqual(-entry.amount_cents);
      for (const cover of covers) expect(required(debits.get(cover.debit_id)).covers).toContain(cover);
    }
  });
});

test('[INVAR-02] a credit has what it brought less what returns and refunds of it took', () => {
  always(fc.constant(null), ({ entries, options }) => {
    const taken = entries.filter(isTaken(options));
    const { debits, credits } = fold(entries, options);
    const reversed = new Set(taken.map((e) => e.kind === 'reversal' && e.source_id));
    for (const { entry, left_cents, covers } of credits.values()) {
      if (reversed.has(entry.id)) continue;
      const back = taken.filter((e) => e.source_id === entry.id && !reversed.has(e.id));
      const beyond = back.map((e) => (debits.get(e.id)?.open_cents ?? 0) + centsOf(debits.get(e.id)?.covers ?? []));
      const gone = sum(back.map(({ amount_cents }) => amount_cents)) - sum(beyond);
      expect(left_cents + centsOf(covers)).toBe(-entry.amount_cents - gone);
    }
  });
});

test('[ALLO-03] [ALLO-08] no money waits while something is open, but what is held for a charge to come', () => {
  always(fc.constant(null), ({ entries, options }) => {
    const { open, credits } = fold(entries, options);
    const free = sum([...credits.values()].map(({ left_cents, held_cents }) => Math.max(0, left_cents - held_cents)));
    expect(open.length === 0 || free === 0).toBe(true);
  });
});

test('[INVAR-03] the order in which entries and policies are given does not matter', () => {
  always(fc.infiniteStream(fc.nat()), ({ entries, options }, keys) => {
    const shuffled = <T>(rows: readonly T[] = []) =>
      rows
        .map((row) => [required(keys.next().value), row] as const)
        .sort(([a], [b]) => a - b)
        .map(([, row]) => row);
    const mixed = { ...options, policies: shuffled(options.policies), plans: shuffled(options.plans) };
    expect(fold(shuffled(entries), mixed)).toEqual(fold(entries, options));
  });
});

test('[INVAR-03] [INVAR-04] what is effective after a day changes nothing as of that day', () => {
  always(fc.constant(null), ({ entries, options }) => {
    const upTo = entries.filter(({ effective_on }) => effective_on <= options.as_of);
    expect(fold(entries, options)).toEqual(fold(upTo, options));
  });
});

test('[INVAR-08] an entry and its reversal on one day leave everything as it was', () => {
  always(postings.one, ({ entries, options }, posting) => {
    const [added] = post(entries, posting, 'added');
    if (!added || added.kind === 'reversal') return;
    const { amount_cents, effective_on, posted_at } = added;
    const undo: FoldEntry = { ...added, id: 'undo', kind: 'reversal', amount_cents: -amount_cents, source_id: 'added' };
    expect(fold([...entries, added, { ...undo, effective_on, posted_at }], options)).toEqual(fold(entries, options));
  });
});

test('[AGE-01] [AGE-02] the buckets less the credit are the balance', () => {
  always(fc.constant(null), ({ entries, options }) => {
    const { balance, credit, ...buckets } = ageingOf(fold(entries, options), options.as_of);
    expect(sum(Object.values(buckets)) - credit).toBe(balance);
  });
});
