import { comparing, type OrderKey, sortRows } from '../list.ts';

/** Slots of rows, in the order of the rows; a change costs a binary search. A row must not change while its slot is in
 * here, but by `replace`. The order must be total. */
export class SortedSlots<Row> {
  #slots: number[];
  readonly #rows: readonly (Row | undefined)[];
  readonly #order: readonly OrderKey<Row>[];
  readonly #compare: (a: Row, b: Row) => number;

  /** `slots` are in order. */
  constructor(slots: readonly number[], rows: readonly (Row | undefined)[], order: readonly OrderKey<Row>[]) {
    this.#slots = [...slots];
    this.#rows = rows;
    this.#order = order;
    this.#compare = comparing(order);
  }

  get slots(): readonly number[] {
    return this.#slots;
  }

  add(slot: number): void {
    this.#slots.splice(this.#search(slot), 0, slot);
  }

  delete(slot: number): void {
    const at = this.#search(slot);
    this.#slots.splice(this.#slots[at] === slot ? at : this.#slots.indexOf(slot), 1);
  }

  /** `removed` may have changed already, and be among `added` again, which are in any order. */
  replace(removed: ReadonlySet<number>, added: readonly number[]): void {
    const kept = removed.size > 0 ? this.#slots.filter((slot) => !removed.has(slot)) : this.#slots;
    this.#slots = this.#merge(
      kept,
      sortRows(added, this.#order, (slot) => this.#rows[slot]!),
    );
  }

  /** The first `limit` rows. */
  top(limit: number): Row[] {
    return this.#slots.slice(0, limit).map((slot) => this.#rows[slot]!);
  }

  #merge(some: number[], others: number[]): number[] {
    if (some.length === 0 || others.length === 0) return some.length === 0 ? others : some;
    if (this.#isBefore(some.at(-1)!, others[0]!)) return some.concat(others);
    if (this.#isBefore(others.at(-1)!, some[0]!)) return others.concat(some);
    const merged: number[] = [];
    let at = 0;
    for (const slot of some) {
      while (at < others.length && this.#isBefore(others[at]!, slot)) merged.push(others[at++]!);
      merged.push(slot);
    }
    return merged.concat(others.slice(at));
  }

  #isBefore(one: number, other: number): boolean {
    return this.#compare(this.#rows[one]!, this.#rows[other]!) < 0;
  }

  #search(slot: number): number {
    let low = 0;
    let high = this.#slots.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#isBefore(this.#slots[middle]!, slot)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
