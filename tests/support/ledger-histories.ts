import fc from 'fast-check';
import { CATEGORIES } from '../../schema/ledger.ts';
import type { FoldEntry, FoldOptions, FoldPlan } from '../../sync/ledger/fold.ts';
import { dayOf, entry, policy } from './ledger-entries.ts';
import { nth } from './required.ts';

type EntryKind = FoldEntry['kind'];

const LAST_DAY = 14;
const day = fc.integer({ min: 1, max: LAST_DAY });
export const someDay = day.map(dayOf);

const posting = fc.record({
  kind: fc.constantFrom<EntryKind>(
    ...(['charge', 'charge', 'charge', 'payment', 'payment', 'payment', 'late_fee', 'interest', 'opening'] as const),
    ...(['return', 'refund', 'credit', 'waiver', 'write_off', 'transfer', 'reversal', 'reversal'] as const),
  ),
  category: fc.constantFrom(...CATEGORIES),
  cents: fc.integer({ min: 1, max: 12 }),
  negative: fc.boolean(),
  day,
  due: fc.integer({ min: 0, max: 6 }),
  posted: day,
  source: fc.nat(),
  pins: fc.array(fc.record({ of: fc.nat(), cents: fc.integer({ min: -2, max: 12 }) }), { maxLength: 2 }),
});
type Posting = typeof posting extends fc.Arbitrary<infer P> ? P : never;

/** Histories of one account with every kind of entry. Sources fit by kind; days and amounts need not. */
export const history: fc.Arbitrary<FoldEntry[]> = fc
  .tuple(fc.array(posting, { maxLength: 24 }), fc.infiniteStream(fc.integer({ min: 0, max: 1000 })))
  .map(([postings, keys]) => {
    const entries: FoldEntry[] = [];
    for (const one of postings) entries.push(...post(entries, one, `${keys.next().value}-${entries.length}`));
    return entries;
  });

/** One more entry for a history; none where it has nothing that the kind needs. */
export const post = (entries: readonly FoldEntry[], one: Posting, id: string): FoldEntry[] => {
  const debits = entries.filter((e) => e.amount_cents > 0 && !['return', 'refund', 'reversal'].includes(e.kind));
  const credits = entries.filter((e) => e.amount_cents < 0 && e.kind !== 'reversal');
  const pick = (from: readonly FoldEntry[]) => from[one.source % from.length];
  const due_on = dayOf(one.day + one.due);
  const posted_at = `${dayOf(one.posted)}T12:00:00Z`;
  const make = (cents: number, more: Partial<FoldEntry> = {}) => [
    entry(id, one.kind, one.day, cents, { posted_at, ...more }),
  ];
  switch (one.kind) {
    case 'reversal': {
      const undone = new Set(entries.map((e) => e.kind === 'reversal' && e.source_id));
      const source = pick(entries.filter((e) => e.kind !== 'reversal' && !undone.has(e.id)));
      if (!source) return [];
      const effective_on = nth([dayOf(one.day), source.effective_on].sort(), 1);
      return make(-source.amount_cents, { source_id: source.id, effective_on });
    }
    case 'return':
    case 'refund': {
      const source = pick(credits);
      return source ? make(one.cents, { source_id: source.id }) : [];
    }
    case 'waiver':
    case 'write_off': {
      const source = pick(debits);
      return source ? make(-one.cents, { source_id: source.id }) : [];
    }
    case 'payment':
    case 'credit': {
      const pins = one.pins.flatMap(({ of, cents }) =>
        debits.length === 0 ? [] : { debit_id: nth(debits, of % debits.length).id, amount_cents: cents },
      );
      return make(-one.cents, pins.length > 0 ? { pins } : {});
    }
    case 'opening':
    case 'transfer':
      return one.negative ? make(-one.cents) : make(one.cents, { due_on });
    default:
      return make(one.cents, { due_on, category: one.kind === 'charge' ? one.category : one.kind });
  }
};

export const postings = { one: posting, some: fc.array(posting, { maxLength: 3 }) };

/** Orders that change, plans over what is there, and an instant up to which all of it is known. */
export const optionsFor = (entries: readonly FoldEntry[]): fc.Arbitrary<Omit<FoldOptions, 'as_of'>> =>
  fc.record({
    policies: fc.uniqueArray(
      fc
        .tuple(day, fc.constantFrom('assessments_first', 'interest_first', 'oldest_first', 'own'), fc.boolean(), day)
        .map(([starts, order, directed, made]) =>
          policy(
            starts,
            { order, directed, ...(order === 'own' && { steps: [['fine', 'other'], ['interest']] }) },
            made,
          ),
        ),
      { maxLength: 3, selector: ({ id }) => id },
    ),
    plans: fc.uniqueArray(plan(entries), { maxLength: 2, selector: ({ id }) => id }),
    known_at: fc.option(
      day.map((n) => `${dayOf(n)}T12:00:00Z`),
      { nil: undefined },
    ),
  });

const plan = (entries: readonly FoldEntry[]): fc.Arbitrary<FoldPlan> =>
  fc.record({
    id: fc.constantFrom('plan-a', 'plan-b'),
    covers: fc.subarray(entries.map(({ id }) => id)),
    instalments: fc.array(fc.record({ due_on: someDay, cents: fc.integer({ min: 1, max: 9 }) }), { maxLength: 4 }),
    starts_on: someDay,
    ended_on: fc.option(someDay),
    made_at: someDay.map((on) => `${on}T09:00:00Z`),
  });
