import { linkedWords, type Tally } from '../list.ts';
import type { CollectionBuilder, Keyed, Live } from './collection.ts';
import type { Filter } from './columns.ts';
import type { SortedSlots } from './sorted-slots.ts';

/** Something computed from the rows of an entity that changes keep up to date while anybody listens. */
abstract class LiveValue<Row extends Keyed, Value> implements Live {
  protected readonly rows: CollectionBuilder<Row>;
  readonly #listeners = new Set<() => void>();
  #detach: (() => void) | undefined;
  #version = -1;
  #value: Value | undefined;

  constructor(rows: CollectionBuilder<Row>) {
    this.rows = rows;
  }

  /** The same object until something in it changes. */
  get current(): Value {
    if (!this.#detach && this.#version !== this.rows.version) this.reset();
    if (this.#version !== this.rows.version) this.#refresh();
    return this.#value as Value;
  }

  /** `listener` is called after each change of `current`. Returns how to end it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    // What was computed before nobody listened may be old.
    void this.current;
    this.#detach ??= this.rows.attach(this);
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#detach?.();
      this.#detach = undefined;
    };
  };

  notify(): void {
    const before = this.#value;
    if (this.current !== before) for (const listener of [...this.#listeners]) listener();
  }

  #refresh() {
    this.#version = this.rows.version;
    const next = this.compute();
    if (this.#value === undefined || !this.equals(this.#value, next)) this.#value = next;
  }

  abstract remove(slot: number): void;
  abstract add(slot: number): void;
  abstract reset(): void;
  protected abstract compute(): Value;
  protected abstract equals(a: Value, b: Value): boolean;
}

/** `rows`: the first rows that match, in order. `count`: how many match. `total`: how many there are. */
export type ListState<Row> = { rows: readonly Row[]; count: number; total: number };

/** The result of a query. */
export class LiveList<Row extends Keyed> extends LiveValue<Row, ListState<Row>> {
  readonly #query: object;
  readonly #limit: number;
  #filter: Filter = () => false;
  #matching: SortedSlots<Row> | undefined;

  constructor(rows: CollectionBuilder<Row>, query: object, limit: number) {
    super(rows);
    this.#query = query;
    this.#limit = limit;
  }

  remove(slot: number): void {
    if (this.#filter(slot)) this.#matching?.delete(slot);
  }

  add(slot: number): void {
    if (this.#filter(slot)) this.#matching?.add(slot);
  }

  reset(): void {
    this.#filter = this.rows.filter(this.#query);
    this.#matching = this.rows.matching(this.#query, this.#filter);
  }

  relink(): void {
    if (linkedWords(this.#query).length > 0) this.reset();
  }

  protected compute(): ListState<Row> {
    const count = this.#matching?.slots.length ?? 0;
    return { rows: this.#matching?.top(this.#limit) ?? [], count, total: this.rows.current.size };
  }

  protected equals(a: ListState<Row>, b: ListState<Row>): boolean {
    return (
      a.count === b.count &&
      a.total === b.total &&
      a.rows.length === b.rows.length &&
      a.rows.every((row, at) => row === b.rows[at])
    );
  }
}

/** Figures that add up row by row. */
export class LiveTally<Row extends Keyed, Totals> extends LiveValue<Row, Totals> {
  readonly #tally: Tally<Row, Totals>;
  #totals: Totals;

  constructor(rows: CollectionBuilder<Row>, tally: Tally<Row, Totals>) {
    super(rows);
    this.#tally = tally;
    this.#totals = tally.zero();
  }

  remove(slot: number): void {
    this.#tally.add(this.#totals, this.rows.at(slot), -1);
  }

  add(slot: number): void {
    this.#tally.add(this.#totals, this.rows.at(slot), 1);
  }

  reset(): void {
    this.#totals = this.#tally.zero();
    for (const row of this.rows.rows()) this.#tally.add(this.#totals, row, 1);
  }

  protected compute(): Totals {
    return structuredClone(this.#totals);
  }

  protected equals(a: Totals, b: Totals): boolean {
    return JSON.stringify(a) === JSON.stringify(b);
  }
}
