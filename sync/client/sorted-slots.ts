/** Slots of rows, in the order of the rows; a change costs a binary search. A row must not change while its slot is in
 * here. The order must be total. */
export class SortedSlots<Row> {
  readonly #slots: number[];
  readonly #rows: readonly (Row | undefined)[];
  readonly #compare: (a: Row, b: Row) => number;

  constructor(slots: number[], rows: readonly (Row | undefined)[], compare: (a: Row, b: Row) => number) {
    this.#slots = slots;
    this.#rows = rows;
    this.#compare = compare;
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

  /** The first `limit` rows. */
  top(limit: number): Row[] {
    return this.#slots.slice(0, limit).map((slot) => this.#rows[slot]!);
  }

  #search(slot: number): number {
    const row = this.#rows[slot]!;
    let low = 0;
    let high = this.#slots.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#compare(this.#rows[this.#slots[middle]!]!, row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
