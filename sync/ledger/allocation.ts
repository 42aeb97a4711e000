import type { Pin } from '../../schema/ledger.ts';
import { byDue, categoryOf } from './order.ts';
import { firstPortion, ownDueOn } from './plans.ts';
import type { Credit, Debit, FoldEntry, PaymentOrder } from './types.ts';

/** An account while its entries are gone through. */
export type State<E> = {
  day: string;
  debits: Map<string, Debit<E>>;
  credits: Map<string, Credit<E>>;
  /** Debits with something open, by due date. */
  open: Debit<E>[];
  /** Credits with something left, oldest first. */
  waiting: Credit<E>[];
  /** The credits that are pinned to debits that have not come yet, by the id of the debit. */
  pinnedAhead: Map<string, Credit<E>[]>;
  /** The ids of entries that came and are no debit: nothing is held for them. */
  noDebits: Set<string>;
};

export const emptyState = <E>(): State<E> => ({
  day: '',
  debits: new Map(),
  credits: new Map(),
  open: [],
  waiting: [],
  pinnedAhead: new Map(),
  noDebits: new Set(),
});

export const addDebit = <E extends FoldEntry>(state: State<E>, entry: E, cents: number): void => {
  const due_on = entry.due_on ?? entry.effective_on;
  const debit: Debit<E> = { entry, open_cents: cents, covers: [], due_on, category: categoryOf(entry), plan: null };
  state.debits.set(entry.id, debit);
  insertOpen(state, debit);
  arrive(state, entry.id);
};

/** An entry that is undone on its own day, or came to nothing, frees the money that is pinned to it. */
export const passOver = <E extends FoldEntry>(state: State<E>, id: string): void => {
  state.noDebits.add(id);
  arrive(state, id);
};

/** Money that is pinned to a debit waits for it until it comes. */
const arrive = <E extends FoldEntry>(state: State<E>, id: string): void => {
  if (state.pinnedAhead.size > 0) {
    const pinned = state.pinnedAhead.get(id) ?? [];
    state.pinnedAhead.delete(id);
    for (const credit of pinned)
      for (const pin of credit.pins) if (pin.debit_id === id) credit.held_cents -= pin.amount_cents;
  }
  applyWaiting(state);
};

export const addCredit = <E extends FoldEntry>(state: State<E>, entry: E, cents: number, order: PaymentOrder): void => {
  const pins = pinsOf(entry, order.directed);
  const position = state.credits.size;
  const credit: Credit<E> = { entry, left_cents: cents, covers: [], held_cents: 0, pins, order, position };
  state.credits.set(entry.id, credit);
  hold(state, credit);
  payPins(state, credit);
  payByOrder(state, credit);
  if (credit.left_cents > 0) state.waiting.push(credit);
};

/** Waivers and write-offs are for their source whatever the policy says. */
const pinsOf = (entry: FoldEntry, directed: boolean): readonly Pin[] => {
  if (entry.kind === 'waiver' || entry.kind === 'write_off')
    return [{ debit_id: entry.source_id ?? '', amount_cents: -entry.amount_cents }];
  return directed && entry.pins != null ? oneForEach(entry.pins) : NO_PINS;
};
const oneForEach = (pins: readonly Pin[]): readonly Pin[] => {
  if (pins.length === 1 && pins[0]!.amount_cents > 0) return pins;
  const sums = new Map<string, number>();
  for (const { debit_id, amount_cents } of pins)
    if (amount_cents > 0) sums.set(debit_id, (sums.get(debit_id) ?? 0) + amount_cents);
  return [...sums].map(([debit_id, amount_cents]) => ({ debit_id, amount_cents }));
};
const NO_PINS: readonly Pin[] = [];

const hold = <E>(state: State<E>, credit: Credit<E>): void => {
  for (const { debit_id, amount_cents } of credit.pins) {
    if (state.debits.has(debit_id) || state.noDebits.has(debit_id)) continue;
    credit.held_cents += amount_cents;
    const pinned = state.pinnedAhead.get(debit_id);
    if (pinned) pinned.push(credit);
    else state.pinnedAhead.set(debit_id, [credit]);
  }
};

/** Applies what waits to what is open, the oldest credit first; what is meant for a debit before what is meant for any. */
export const applyWaiting = <E extends FoldEntry>(state: State<E>): void => {
  if (state.waiting.length === 0) return;
  for (const credit of state.waiting) payPins(state, credit);
  for (const credit of state.waiting) payByOrder(state, credit);
  if (state.waiting.some(isUsedUp)) state.waiting = state.waiting.filter((credit) => !isUsedUp(credit));
};
const isUsedUp = (credit: Credit<unknown>) => credit.left_cents === 0;

const payPins = <E extends FoldEntry>(state: State<E>, credit: Credit<E>): void => {
  for (const { debit_id, amount_cents } of credit.pins) {
    const debit = state.debits.get(debit_id);
    if (!debit || debit.open_cents === 0) continue;
    let pinned = amount_cents;
    for (const cover of credit.covers) if (cover.debit_id === debit_id) pinned -= cover.cents;
    const cents = Math.min(pinned, credit.left_cents, debit.open_cents);
    if (cents > 0) cover(state, credit, debit, cents);
  }
};

const payByOrder = <E extends FoldEntry>(state: State<E>, credit: Credit<E>): void => {
  let available = credit.left_cents - credit.held_cents;
  while (available > 0 && state.open.length > 0) {
    const debit = firstToPay(state.open, credit.order);
    const cents = Math.min(available, debit.plan ? firstPortion(debit).cents : debit.open_cents);
    cover(state, credit, debit, cents);
    available -= cents;
  }
};

/** The first by due date among those of the lowest step. */
const firstToPay = <E>(open: readonly Debit<E>[], { stepOf }: PaymentOrder): Debit<E> => {
  let first = open[0]!;
  for (let at = 1; at < open.length && stepOf[first.category]! > 0; at += 1)
    if (stepOf[open[at]!.category]! < stepOf[first.category]!) first = open[at]!;
  return first;
};

const cover = <E extends FoldEntry>(state: State<E>, credit: Credit<E>, debit: Debit<E>, cents: number): void => {
  credit.left_cents -= cents;
  changeOpen(state, debit, -cents);
  const last = debit.covers.at(-1);
  if (last && last.on === state.day && last === credit.covers.at(-1)) {
    last.cents += cents;
    return;
  }
  const made = { credit_id: credit.entry.id, debit_id: debit.entry.id, cents, on: state.day };
  // A literal takes the memory of one; the first push that of many.
  if (credit.covers.length === 0) credit.covers = [made];
  else credit.covers.push(made);
  if (debit.covers.length === 0) debit.covers = [made];
  else debit.covers.push(made);
};

/** Takes money out of a credit: what is left, then what was applied last. Answers what the credit did not have. */
export const withdraw = <E extends FoldEntry>(
  state: State<E>,
  credit: Credit<E> | undefined,
  cents: number,
): number => {
  if (!credit) return cents;
  const left = Math.min(cents, credit.left_cents);
  credit.left_cents -= left;
  let rest = cents - left;
  for (let last = credit.covers.at(-1); last && rest > 0; last = credit.covers.at(-1)) {
    const debit = state.debits.get(last.debit_id)!;
    const part = Math.min(rest, last.cents);
    shrink(last, part, credit.covers, debit.covers);
    changeOpen(state, debit, part);
    rest -= part;
  }
  return rest;
};

/** Cancels a debit and frees the money that covered it. Answers what the debit did not amount to. */
export const cancel = <E extends FoldEntry>(state: State<E>, debit: Debit<E> | undefined, cents: number): number => {
  if (!debit) return cents;
  const open = Math.min(cents, debit.open_cents);
  if (open > 0) changeOpen(state, debit, -open);
  let rest = cents - open;
  for (let last = debit.covers.at(-1); last && rest > 0; last = debit.covers.at(-1)) {
    const credit = state.credits.get(last.credit_id)!;
    const part = Math.min(rest, last.cents);
    shrink(last, part, debit.covers, credit.covers);
    giveBack(state, credit, part);
    rest -= part;
  }
  return rest;
};

const shrink = (cover: { cents: number }, cents: number, ...lists: { cents: number }[][]): void => {
  cover.cents -= cents;
  if (cover.cents === 0) for (const list of lists) list.splice(list.lastIndexOf(cover), 1);
};

/** Lets money of a credit wait again. */
export const giveBack = <E>(state: State<E>, credit: Credit<E>, cents: number): void => {
  if (cents === 0) return;
  if (credit.left_cents === 0) {
    const later = state.waiting.findIndex(({ position }) => position > credit.position);
    state.waiting.splice(later < 0 ? state.waiting.length : later, 0, credit);
  }
  credit.left_cents += cents;
};

const changeOpen = <E extends FoldEntry>(state: State<E>, debit: Debit<E>, cents: number): void => {
  const before = debit.open_cents;
  const moves = debit.plan !== null || before === 0 || before + cents === 0;
  if (moves && before > 0) removeOpen(state, debit);
  debit.open_cents += cents;
  if (moves && debit.open_cents > 0) insertOpen(state, debit);
};

export const insertOpen = <E extends FoldEntry>({ open }: State<E>, debit: Debit<E>): void => {
  debit.due_on = debit.plan ? firstPortion(debit).due_on : ownDueOn(debit);
  let at = open.length;
  while (at > 0 && byDue(debit, open[at - 1]!) < 0) at -= 1;
  if (at === open.length) open.push(debit);
  else open.splice(at, 0, debit);
};

export const removeOpen = <E>({ open }: State<E>, debit: Debit<E>): void => {
  if (open.length === 1) open.pop();
  else open.splice(open.indexOf(debit), 1);
};
