import { expect, test } from 'vitest';
import { changedCredits } from '../../sync/ledger/folds.ts';
import {
  asOf,
  charge,
  covers,
  dayOf,
  entry,
  figures,
  fine,
  leftOf,
  of,
  openOf,
  payment,
  policy,
} from '../support/ledger-entries.ts';
import { required } from '../support/required.ts';

test('[ALLO-01] a charge says what is open and what covered it when, a credit what is left', () => {
  const folded = asOf(9, [charge('c', 1, 100), payment('p', 2, 30), payment('q', 3, 90)]);
  expect(covers(folded)).toEqual(['p c 30 2', 'q c 70 3']);
  expect([openOf(folded), leftOf(folded)]).toEqual([{}, { p: 0, q: 20 }]);
  expect(required(folded.credits.get('p')).covers).toEqual([
    { credit_id: 'p', debit_id: 'c', cents: 30, on: dayOf(2) },
  ]);
});

test('[ALLO-02] charges of a day come before its payments, those before its returns, and what is undone that day is left out', () => {
  const entries = [
    of('p', 'return', 'a', 2, 40),
    payment('p', 2, 100),
    charge('z', 2, 100),
    charge('x', 2, 70),
    of('x', 'reversal', 'b', 2, -70),
  ];
  const folded = asOf(2, entries);
  expect(covers(folded)).toEqual(['p z 60 2']);
  expect([openOf(folded), [...folded.debits.keys()]]).toEqual([{ z: 40 }, ['z']]);
});

test('[ALLO-02] what is effective or was accepted later is left out', () => {
  const late = { ...payment('late', 2, 50), posted_at: '2030-01-08T00:00:00Z' };
  const entries = [charge('c', 1, 100), late, payment('p', 5, 30)];
  expect(asOf(4, entries).balance_cents).toBe(50);
  expect(asOf(5, entries, { known_at: '2030-01-07T00:00:00Z' }).balance_cents).toBe(70);
});

test('[ALLO-03] what is left waits and pays the next charges as they come, the oldest credit first', () => {
  const entries = [
    charge('a', 1, 50),
    payment('p', 2, 80),
    payment('q', 3, 40),
    charge('b', 4, 45),
    charge('c', 5, 30),
  ];
  expect(covers(asOf(9, entries))).toEqual(['p a 50 2', 'p b 30 4', 'q b 15 4', 'q c 25 5']);
});

test('[ALLO-03] a later charge takes no money from an earlier one, whatever its place in the order', () => {
  const folded = asOf(9, [fine('fine', 1, 50), payment('p', 2, 50), charge('dues', 3, 100)]);
  expect([covers(folded), openOf(folded)]).toEqual([['p fine 50 2'], { dues: 100 }]);
});

test.each([
  ['assessments_first', ['dues', 'cost', 'fee', 'interest', 'fine', 'other']],
  ['interest_first', ['interest', 'fee', 'cost', 'dues', 'fine', 'other']],
  ['assessments_costs_fines', ['dues', 'cost', 'fine', 'fee', 'interest', 'other']],
  ['oldest_first', ['fine', 'fee', 'cost', 'interest', 'other', 'dues']],
  ['own', ['other', 'fine', 'fee', 'cost', 'interest', 'dues']],
] as const)('[ALLO-04] the order %s pays step by step, within a step by due date', (order, expected) => {
  const entries = [
    charge('fine', 1, 10, { category: 'fine' }),
    charge('fee', 2, 10, { category: 'late_fee' }),
    charge('cost', 3, 10, { category: 'collection_cost' }),
    charge('interest', 4, 10, { category: 'interest' }),
    charge('other', 5, 10, { category: 'other' }),
    entry('dues', 'opening', 5, 10, { due_on: dayOf(6) }),
  ];
  const steps = [['other'], ['late_fee', 'fine']];
  const policies = [policy(1, { order, directed: false, steps })];
  const paid = expected.map((_, n) =>
    Object.keys(openOf(asOf(9, [...entries, payment('p', 7, 10 * n + 10)], { policies }))),
  );
  expect(paid.map((open) => expected.filter((id) => !open.includes(id)))).toEqual(
    expected.map((_, n) => expected.slice(0, n + 1)),
  );
});

test('[ALLO-04] of charges of one due date the one of the earlier day is paid first, then by id', () => {
  const entries = [charge('c', 1, 10), charge('b', 3, 10), charge('a', 3, 10)].map((one) => ({
    ...one,
    due_on: dayOf(5),
  }));
  const left = [10, 20].map((cents) => Object.keys(openOf(asOf(9, [...entries, payment('p', 4, cents)]))));
  expect(left).toEqual([['a', 'b'], ['b']]);
});

test('[ALLO-05] what is pinned pays its charge first, at most what is left of either', () => {
  const charges = [charge('a', 1, 100), charge('b', 1, 60), charge('c', 1, 20)];
  const folded = asOf(9, [...charges, payment('p', 2, 150, { c: 50, b: 60, a: 500 })]);
  expect([covers(folded), openOf(folded)]).toEqual([['p a 70 2', 'p b 60 2', 'p c 20 2'], { a: 30 }]);
});

test('[ALLO-05] a pin counts once: what is applied anew later follows the order', () => {
  const entries = [charge('a', 1, 50), charge('c', 1, 50), charge('b', 2, 60), payment('p', 3, 80, { b: 30 })];
  const folded = asOf(9, [...entries, of('a', 'reversal', 'r', 5, -50)]);
  expect(covers(folded)).toEqual(['p b 30 3', 'p c 50 5']);
});

test('[ALLO-05] money that is pinned to a charge of a later day is held for it, and what it does not need is free then', () => {
  const entries = [charge('old', 1, 100), payment('p', 2, 80, { new: 50 }), charge('new', 4, 40)];
  expect(covers(asOf(3, entries))).toEqual(['p old 30 2']);
  expect(figures(asOf(3, entries))).toEqual({ balance: 20, due: 70, coming: 0, overdue: 70, credit: 50 });
  expect(covers(asOf(4, entries))).toEqual(['p new 40 4', 'p old 10 4', 'p old 30 2']);
  const undone = [...entries, of('new', 'reversal', 'r', 4, -40)];
  expect(covers(asOf(4, undone))).toEqual(['p old 30 2', 'p old 50 4']);
});

test('[ALLO-05] nothing is held for a charge that was undone on its own day, before or after it was paid', () => {
  const undone = [charge('old', 2, 100), of('old', 'reversal', 'r', 2, -100), charge('again', 2, 100)];
  for (const day of [1, 2, 3])
    expect(figures(asOf(9, [...undone, payment('p', day, 100, { old: 100 })]))).toMatchObject({ due: 0, credit: 0 });
});
test('[ALLO-05] nothing is held for a return that opened a charge again, for it is no debit of its own', () => {
  const returned = [charge('c', 1, 100), payment('p', 2, 100), of('p', 'return', 'r', 3, 100)];
  const folded = asOf(9, [...returned, payment('q', 4, 100, { r: 100 })]);
  expect([openOf(folded), leftOf(folded)]).toEqual([{}, { p: 0, q: 0 }]);
});
test('[ALLO-05] of what waits, what is meant for a charge that is opened again goes before older money', () => {
  const waived = [charge('c', 1, 100), payment('a', 2, 100), payment('b', 3, 50), of('c', 'waiver', 'w', 4, -30)];
  const folded = asOf(9, [...waived, of('a', 'return', 'r', 5, 40)]);
  expect(covers(folded)).toEqual(['a c 60 2', 'b c 10 5', 'w c 30 5']);
});
test('[ALLO-05] a waiver and a write-off are for their source; what that had been paid meanwhile is a credit like others', () => {
  const entries = [charge('dues', 1, 100), entry('fee', 'late_fee', 3, 25, { due_on: dayOf(3) })];
  const waived = [...entries, of('fee', 'waiver', 'w', 4, -20), of('fee', 'write_off', 'o', 5, -5)];
  expect(covers(asOf(9, waived))).toEqual(['o fee 5 5', 'w fee 20 4']);
  const paid = asOf(9, [...waived, payment('p', 3, 110)]);
  expect(covers(paid)).toEqual(['p dues 100 3', 'p fee 10 3', 'w fee 15 4']);
  expect([openOf(paid), leftOf(paid)]).toEqual([{}, { p: 0, w: 5, o: 5 }]);
});

test('[ALLO-06] where the policy lets nobody choose, pins of payments do not count, those of waivers do', () => {
  const policies = [policy(1, { order: 'assessments_first', directed: false })];
  const entries = [charge('a', 1, 50), fine('f', 1, 50), payment('p', 2, 60, { f: 50 }), of('f', 'waiver', 'w', 3, -5)];
  expect(covers(asOf(9, entries, { policies }))).toEqual(['p a 50 2', 'p f 10 2', 'w f 5 3']);
  expect(covers(asOf(9, entries))).toEqual(['p a 10 2', 'p f 50 2', 'w a 5 3']);
});

test('[ALLO-07] a return takes what is left, then what was applied last; waiting credit pays what it opens at once', () => {
  const entries = [charge('a', 1, 50), charge('b', 2, 50), payment('p', 3, 110), of('p', 'return', 'r', 5, 40)];
  expect(covers(asOf(4, entries))).toEqual(['p a 50 3', 'p b 50 3']);
  expect([covers(asOf(5, entries)), openOf(asOf(5, entries))]).toEqual([['p a 50 3', 'p b 20 3'], { b: 30 }]);
  const waiting = asOf(5, [...entries, payment('q', 4, 25)]);
  expect([covers(waiting), openOf(waiting)]).toEqual([['p a 50 3', 'p b 20 3', 'q b 25 5'], { b: 5 }]);
});

test('[ALLO-07] a reversed return gives its money back, which is applied anew from that day', () => {
  const entries = [charge('a', 1, 50), payment('p', 2, 50), of('p', 'return', 'r', 3, 50), payment('q', 4, 20)];
  const folded = asOf(9, [...entries, of('r', 'reversal', 'won', 5, -50)]);
  expect([covers(folded), leftOf(folded)]).toEqual([['p a 30 5', 'q a 20 4'], { p: 20, q: 0 }]);
});

test('[ALLO-07] a reversed charge frees what covered it, a reversed payment or waiver covers nothing any more', () => {
  const entries = [charge('a', 1, 50), payment('p', 2, 50), charge('b', 3, 70)];
  const canceled = asOf(9, [...entries, of('a', 'reversal', 'r', 5, -50)]);
  expect([covers(canceled), openOf(canceled)]).toEqual([['p b 50 5'], { b: 20 }]);
  const unpaid = asOf(9, [...entries, of('p', 'reversal', 'r', 5, 50)]);
  expect([covers(unpaid), openOf(unpaid), leftOf(unpaid)]).toEqual([[], { a: 50, b: 70 }, { p: 0 }]);
  const waived = [...entries, of('b', 'waiver', 'w', 4, -70), of('w', 'reversal', 'r', 5, 70)];
  expect([openOf(asOf(4, waived)), openOf(asOf(5, waived))]).toEqual([{}, { b: 70 }]);
});

test('[ALLO-07] freed money waits by the age of its credit', () => {
  const entries = [charge('a', 1, 50), payment('p', 2, 50), payment('q', 3, 50), of('a', 'reversal', 'r', 4, -50)];
  expect(covers(asOf(9, [...entries, charge('b', 5, 60)]))).toEqual(['p b 50 5', 'q b 10 5']);
});

test('[ALLO-07] what is taken back beyond what a payment brought is owed by itself until it is given back', () => {
  const entries = [payment('p', 1, 100), of('p', 'reversal', 'x', 2, 100), of('p', 'return', 'r', 3, 30)];
  expect([openOf(asOf(3, entries)), asOf(3, entries).balance_cents]).toEqual([{ r: 30 }, 30]);
  const undone = asOf(4, [...entries, of('r', 'reversal', 'y', 4, -30)]);
  expect(figures(undone)).toEqual({ balance: 0, due: 0, coming: 0, overdue: 0, credit: 0 });
});

test('[ALLO-08] [ALLO-09] credit is carried forward; balance = due now + coming up - paid ahead', () => {
  const entries = [
    charge('a', 1, 50),
    payment('p', 2, 130),
    charge('b', 3, 60, { due_on: dayOf(6) }),
    charge('c', 4, 80),
  ];
  expect(figures(asOf(2, entries))).toEqual({ balance: -80, due: 0, coming: 0, overdue: 0, credit: 80 });
  const later = [...entries, charge('d', 5, 15, { due_on: dayOf(8) })];
  expect(figures(asOf(5, later))).toEqual({ balance: 75, due: 60, coming: 15, overdue: 60, credit: 0 });
  expect(figures(asOf(8, later))).toEqual({ balance: 75, due: 75, coming: 0, overdue: 60, credit: 0 });
});

test('[ALLO-10] credits keep the order of their day, also when their money is freed later', () => {
  const policies = [
    policy(4, { order: 'interest_first', directed: true }, 3),
    policy(1, { order: 'oldest_first', directed: true }),
  ];
  const entries = [fine('f', 1, 50), charge('a', 2, 50), entry('i', 'interest', 3, 50, { due_on: dayOf(3) })];
  const paid = [...entries, payment('p', 3, 50), payment('q', 4, 50)];
  expect(covers(asOf(9, paid, { policies }))).toEqual(['p f 50 3', 'q i 50 4']);
  const freed = [...paid, of('f', 'reversal', 'x', 5, -50), of('i', 'reversal', 'y', 5, -50)];
  expect(covers(asOf(9, freed, { policies }))).toEqual(['p a 50 5']);
  const early = paid.map((one) => ({ ...one, posted_at: '2030-01-02T00:00:00Z' }));
  expect(covers(asOf(9, early, { policies, known_at: '2030-01-02T00:00:00Z' }))).toEqual(['p f 50 3', 'q a 50 4']);
  const replaced = [...policies, policy(4, { order: 'oldest_first', directed: true }, 10)];
  expect(covers(asOf(9, paid, { policies: replaced }))).toEqual(['p f 50 3', 'q a 50 4']);
});

test('[ALLO-11] money that is recorded late shows which later payments it moves', () => {
  const entries = [
    charge('a', 1, 50),
    charge('b', 2, 50),
    payment('p', 4, 50),
    payment('q', 5, 50),
    payment('r', 6, 10),
  ];
  const late = asOf(9, [...entries, payment('late', 3, 50)]);
  expect(changedCredits(asOf(9, entries), late).map(({ id }) => id)).toEqual(['p', 'q']);
});
