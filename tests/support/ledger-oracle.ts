import type { Category } from '../../schema/ledger.ts';
import {
  categoryOf,
  compare,
  groupOf,
  type OracleEntry,
  type OraclePlan,
  type OracleRules,
  type Order,
  orderInForce,
  pairsOfOneDay,
  RANKS,
} from './ledger-oracle-rules.ts';
import { nth } from './required.ts';

/** Cents; `open` and `left` by the ids of debits and credits that have any, `reserved` of all that is left. */
export type OracleFigures = {
  balance: number;
  due: number;
  coming: number;
  overdue: number;
  credit: number;
  reserved: number;
  open: Record<string, number>;
  left: Record<string, number>;
};

type Debit = { id: string; due_on: string; from: string; category: Category; cents: number; slices: Slice[] | null };
type Slice = { due_on: string; cents: number };
type Credit = { id: string; cents: number; pins: [debit_id: string, cents: number][]; order: Order };
type Applied = { credit: Credit; debit: Debit; cents: number };
type Books = {
  debits: Debit[];
  credits: Credit[];
  applied: Applied[];
  /** The cents that the source of a return or refund had. */
  taken: Map<string, { credit: Credit; cents: number }>;
  /** The entries whose turn has been. */
  passed: Set<string>;
};

/** A second fold, written from the text of ALLO, PLAN and the ledger's tables alone: slow, with every figure computed from a list
 * of "this much of this credit is on that debit". It shares no code with the product's. */
export const oracleFold = (all: readonly OracleEntry[], rules: OracleRules): OracleFigures => {
  const { as_of } = rules;
  const isKnown = (at: string) => rules.known_at === undefined || at <= rules.known_at;
  const entries = all.filter((entry) => entry.effective_on <= as_of && isKnown(entry.posted_at));
  const leftOut = pairsOfOneDay(entries);
  const books: Books = { debits: [], credits: [], applied: [], taken: new Map(), passed: new Set() };
  const orderOn = (day: string) => orderInForce(rules, day, isKnown);
  const turns = entries.map((entry) => ({
    on: entry.effective_on,
    rank: RANKS[groupOf(entry)],
    id: entry.id,
    run: () => {
      books.passed.add(entry.id);
      if (!leftOut.has(entry.id)) post(books, entry, orderOn(entry.effective_on));
    },
  }));
  for (const plan of rules.plans.filter(({ made_at, starts_on }) => isKnown(made_at) && starts_on <= as_of)) {
    const { id, starts_on } = plan;
    const hasEnded = plan.status !== 'finished' && plan.ended_at !== null && isKnown(plan.ended_at);
    const ended_on = hasEnded ? plan.ended_on : null;
    if (ended_on !== null && ended_on <= starts_on) continue;
    const begin = () => beginPlan(books, plan, orderOn(starts_on));
    turns.push({ on: starts_on, rank: RANKS.planBegins, id, run: begin });
    if (ended_on !== null && ended_on <= as_of)
      turns.push({ on: ended_on, rank: RANKS.planEnds, id, run: () => endPlan(books, plan) });
  }
  turns.sort((a, b) => compare(a.on, b.on) || a.rank - b.rank || compare(a.id, b.id));
  for (const { run } of turns) {
    run();
    applyAll(books);
  }
  return figuresOf(books, entries, as_of);
};

const post = (books: Books, entry: OracleEntry, order: Order): void => {
  const cents = Math.abs(entry.amount_cents);
  const group = groupOf(entry);
  if (group === 'debit') owe(books, entry, cents);
  else if (group === 'credit') books.credits.push({ id: entry.id, cents, order, pins: pinsOf(entry, order) });
  else if (group === 'taken') {
    const credit = books.credits.find(({ id }) => id === entry.source_id);
    const had = credit ? take(books, credit, cents) : 0;
    if (credit) books.taken.set(entry.id, { credit, cents: had });
    owe(books, entry, cents - had);
  } else undo(books, entry, cents, order);
};

/** A day without a due date of its own is due at once. */
const owe = (books: Books, entry: OracleEntry, cents: number): void => {
  if (cents === 0) return;
  const { id, effective_on } = entry;
  const due_on = entry.due_on ?? effective_on;
  books.debits.push({ id, due_on, from: effective_on, category: categoryOf(entry), cents, slices: null });
};

/** ALLO-05, ALLO-06. */
const pinsOf = ({ kind, source_id, amount_cents, pins }: OracleEntry, { directed }: Order): Credit['pins'] => {
  if (kind === 'waiver' || kind === 'write_off') return [[String(source_id), -amount_cents]];
  return directed ? (pins ?? []).map(({ debit_id, amount_cents: cents }) => [debit_id, cents]) : [];
};

/** LEDG-05, ALLO-07. What its source no longer has stays an entry of its own, so that the balance is the sum. */
const undo = (books: Books, { id, source_id, ...entry }: OracleEntry, cents: number, order: Order): void => {
  const credit = books.credits.find((one) => one.id === source_id);
  const debit = books.debits.find((one) => one.id === source_id);
  const returned = books.taken.get(String(source_id));
  let rest = cents;
  if (entry.amount_cents > 0) {
    if (credit) rest -= take(books, credit, cents);
    owe(books, { ...entry, id }, rest);
    return;
  }
  if (returned) {
    returned.credit.cents += returned.cents;
    rest -= returned.cents;
  }
  if (debit) {
    rest -= debit.cents;
    debit.cents = 0;
    books.applied = books.applied.filter((one) => one.debit !== debit);
  }
  if (rest > 0) books.credits.push({ id, cents: rest, order, pins: [] });
};

/** ALLO-07: what is left first, then what was applied last. Answers how much the credit had. */
const take = (books: Books, credit: Credit, cents: number): number => {
  const had = Math.min(cents, credit.cents);
  credit.cents -= had;
  for (let at = books.applied.length - 1; at >= 0 && leftOf(books, credit) < 0; at -= 1) {
    const one = nth(books.applied, at);
    if (one.credit === credit) one.cents -= Math.min(one.cents, -leftOf(books, credit));
  }
  return had;
};

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const appliedOn = ({ applied }: Books, one: Partial<Applied>): number =>
  sum(
    applied
      .filter(({ credit, debit }) => (one.credit ?? credit) === credit && (one.debit ?? debit) === debit)
      .map(({ cents }) => cents),
  );
const leftOf = (books: Books, credit: Credit): number => credit.cents - appliedOn(books, { credit });
const openOf = (books: Books, debit: Debit): number => debit.cents - appliedOn(books, { debit });

/** ALLO-05: reserved is what is pinned to a debit that is still to come. */
const reservedOf = ({ passed }: Books, { pins }: Credit): number =>
  sum(pins.map(([debit_id, cents]) => (passed.has(debit_id) ? 0 : cents)));

/** ALLO-03, ALLO-05: pins before the order, the oldest credit first. */
const applyAll = (books: Books): void => {
  for (const credit of books.credits) payPins(books, credit);
  for (const credit of books.credits) payByOrder(books, credit);
};

const payPins = (books: Books, credit: Credit): void => {
  for (const [debit_id, cents] of credit.pins) {
    const debit = books.debits.find(({ id }) => id === debit_id);
    if (debit) pay(books, credit, debit, cents - appliedOn(books, { credit, debit }));
  }
};

const payByOrder = (books: Books, credit: Credit): void => {
  for (;;) {
    const free = leftOf(books, credit) - reservedOf(books, credit);
    if (free <= 0) return;
    const [first] = inOrder(books, credit.order);
    if (!first) return;
    pay(books, credit, first, Math.min(free, nth(portionsOf(books, first), 0).cents));
  }
};

const pay = (books: Books, credit: Credit, debit: Debit, most: number): void => {
  const cents = Math.min(most, leftOf(books, credit), openOf(books, debit));
  if (cents > 0) books.applied.push({ credit, debit, cents });
};

/** ALLO-04: by step, within one by due date (of a plan's instalment), then by the day it counts from, then by id. */
const inOrder = (books: Books, { steps }: Order): Debit[] =>
  books.debits
    .filter((debit) => openOf(books, debit) > 0)
    .map((debit) => {
      const step = steps.findIndex((one) => one.includes(debit.category));
      return { debit, step: step < 0 ? steps.length : step, due_on: nth(portionsOf(books, debit), 0).due_on };
    })
    .sort((a, b) => {
      const byDay = compare(a.due_on, b.due_on) || compare(a.debit.from, b.debit.from);
      return a.step - b.step || byDay || compare(a.debit.id, b.debit.id);
    })
    .map(({ debit }) => debit);

/** PLAN-04: what is open of a debit, by the days on which it is due. Money has filled the first slices first. */
const portionsOf = (books: Books, debit: Debit): Slice[] => {
  let before = sum((debit.slices ?? []).map(({ cents }) => cents)) - openOf(books, debit);
  const late = { due_on: debit.due_on, cents: Math.max(0, -before) };
  const portions = (debit.slices ?? []).map(({ due_on, cents }) => {
    const filled = Math.min(cents, Math.max(0, before));
    before -= filled;
    return { due_on, cents: cents - filled };
  });
  return [late, ...portions].filter(({ cents }) => cents > 0);
};

const beginPlan = (books: Books, { covers, instalments }: OraclePlan, order: Order): void => {
  const debits = inOrder(books, order).filter(({ id }) => covers.includes(id));
  const beyond = sum(debits.map((debit) => openOf(books, debit))) - sum(instalments.map(({ cents }) => cents));
  const parts = instalments.toSorted((a, b) => compare(a.due_on, b.due_on)).map((one) => ({ ...one }));
  let skip = Math.max(0, beyond);
  for (const debit of debits) {
    let open = openOf(books, debit);
    const slices: Slice[] = [];
    const skipped = Math.min(skip, open);
    skip -= skipped;
    open -= skipped;
    for (const part of parts) {
      const cents = Math.min(open, part.cents);
      open -= cents;
      part.cents -= cents;
      if (cents > 0) slices.push({ due_on: part.due_on, cents });
    }
    debit.slices = slices;
  }
};

const endPlan = ({ debits }: Books, { covers }: OraclePlan): void => {
  for (const debit of debits) if (covers.includes(debit.id)) debit.slices = null;
};

/** ALLO-09. */
const figuresOf = (books: Books, entries: readonly OracleEntry[], as_of: string): OracleFigures => {
  const portions = books.debits.flatMap((debit) => portionsOf(books, debit));
  const sumWhere = (holds: (due_on: string) => boolean) =>
    sum(portions.filter(({ due_on }) => holds(due_on)).map(({ cents }) => cents));
  const left = books.credits.map((credit) => [credit.id, leftOf(books, credit)] as const);
  const open = books.debits.map((debit) => [debit.id, openOf(books, debit)] as const);
  return {
    balance: sum(entries.map(({ amount_cents }) => amount_cents)),
    due: sumWhere((due_on) => due_on <= as_of),
    coming: sumWhere((due_on) => due_on > as_of),
    overdue: sumWhere((due_on) => due_on < as_of),
    credit: sum(left.map(([, cents]) => cents)),
    reserved: sum(books.credits.map((credit) => Math.min(leftOf(books, credit), reservedOf(books, credit)))),
    open: Object.fromEntries(open.filter(([, cents]) => cents > 0)),
    left: Object.fromEntries(left.filter(([, cents]) => cents > 0)),
  };
};
