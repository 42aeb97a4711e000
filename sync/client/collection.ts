import type { List, OrderKey } from '../list.ts';
import { Columns, type Filter, type FindNamed } from './columns.ts';
import { Groups } from './groups.ts';
import { SortedSlots } from './sorted-slots.ts';

export type Keyed = { id: string };
type Source<Row> = Pick<CollectionBuilder<Row & Keyed>, 'get' | 'ids' | 'rows' | 'by'>;

const NONE: readonly never[] = [];

/** The rows of an entity on this device. Each change makes a new collection. */
export class Collection<Row extends Keyed> {
  readonly size: number;
  readonly #source: Source<Row> | undefined;
  #all: readonly Row[] | undefined;

  constructor(size = 0, source?: Source<Row>) {
    this.size = size;
    this.#source = source;
  }

  /** In the order of the entity's list or else newest first, as of the first reading. The array never changes. */
  get all(): readonly Row[] {
    this.#all ??= this.#source?.rows() ?? [];
    return this.#all;
  }

  /** The ids of all rows, in no order, as they are now. */
  get ids(): string[] {
    return this.#source?.ids() ?? [];
  }

  get(id: string | null | undefined): Row | undefined {
    return id ? this.#source?.get(id) : undefined;
  }

  /** The rows whose `field` is `value`, in the order of `all`. The array never changes, and is the same until one of
   * these rows does. */
  by<Field extends keyof Row & string>(field: Field, value: Row[Field]): readonly Row[] {
    return this.#source?.by(field, value) ?? NONE;
  }
}

/** A structure that changes keep beside the rows: a live list, for example. */
export type Live = {
  /** The row of this slot is about to change or to go. */
  remove(slot: number): void;
  add(slot: number): void;
  /** Many rows have changed. */
  reset(): void;
  /** Rows that searched rows name have changed. */
  relink?(): void;
  notify(): void;
};

/** Above this, changes are merged into the orders together: every single one moves the tail of each. */
const MAX_SPLICES = 200;

/** The rows of an entity in memory. Each has a slot, a small number, by which orders and columns name it. */
export class CollectionBuilder<Row extends Keyed> {
  current = new Collection<Row>();
  /** Raised by each change. */
  version = 0;
  readonly #list: List<Row, object>;
  readonly #defaultOrder: readonly OrderKey<Row>[];
  readonly #live = new Set<Live>();
  readonly #slotOf = new Map<string, number>();
  readonly #rows: (Row | undefined)[] = [];
  readonly #free: number[] = [];
  readonly #columns: Columns<Row, object>;
  readonly #orders = new Map<string, SortedSlots<Row>>();
  #groups: Groups<Row>;
  #all: readonly Row[] | undefined;

  constructor(list: List<Row, object>, findNamed: FindNamed = () => []) {
    this.#list = list;
    this.#defaultOrder = list.order({});
    this.#columns = new Columns(list, this.#rows, findNamed);
    this.#groups = new Groups(this.#defaultOrder);
  }

  /** A row by id, or undefined where it is gone. `notify` then tells the live lists. */
  apply(changes: ReadonlyMap<string, Row | undefined>): void {
    this.#all = undefined;
    if (changes.size > MAX_SPLICES) this.#changeMany(changes);
    else for (const [id, row] of changes) this.#change(id, row);
    this.version += 1;
    this.current = new Collection(this.#slotOf.size, this);
  }

  /** Rows that these name have changed. */
  relink(): void {
    this.version += 1;
    for (const live of this.#live) live.relink?.();
  }

  notify(): void {
    for (const live of [...this.#live]) live.notify();
  }

  attach(live: Live): () => void {
    this.#live.add(live);
    return () => void this.#live.delete(live);
  }

  get(id: string): Row | undefined {
    const slot = this.#slotOf.get(id);
    return slot === undefined ? undefined : this.#rows[slot];
  }

  ids(): string[] {
    return [...this.#slotOf.keys()];
  }

  at(slot: number): Row {
    return this.#rows[slot]!;
  }

  rows(): readonly Row[] {
    this.#all ??= this.#scan(this.#defaultOrder, () => true, Infinity).map((slot) => this.#rows[slot]!);
    return this.#all;
  }

  by(field: keyof Row & string, value: unknown): readonly Row[] {
    return this.#groups.get(field, value, () => this.#rows.filter((row) => row !== undefined));
  }

  /** The first `limit` rows that match, in the query's order. */
  query(query: object, limit: number): Row[] {
    return this.#scan(this.#list.order(query), this.filter(query), limit).map((slot) => this.#rows[slot]!);
  }

  /** The ids of the rows with all these words. */
  named(words: readonly string[]): string[] {
    const isNamed = this.#columns.named(words);
    return this.#rows.flatMap((row, slot) => (row && isNamed(slot) ? row.id : []));
  }

  filter(query: object): Filter {
    return this.#columns.filter(query);
  }

  /** All slots that match, in the query's order. */
  matching(query: object, filter: Filter): SortedSlots<Row> {
    const order = this.#list.order(query);
    return new SortedSlots(this.#scan(order, filter, Infinity), this.#rows, order);
  }

  #scan(order: readonly OrderKey<Row>[], filter: Filter, limit: number): number[] {
    // An order and its reverse are kept once.
    const isReverse = order[0]?.descending === true;
    const { slots } = this.#order(isReverse ? reverse(order) : order);
    const found: number[] = [];
    for (let at = 0; at < slots.length && found.length < limit; at += 1) {
      const slot = slots[isReverse ? slots.length - 1 - at : at]!;
      if (filter(slot)) found.push(slot);
    }
    return found;
  }

  /** Made when first asked for, then kept. */
  #order(order: readonly OrderKey<Row>[]): SortedSlots<Row> {
    const name = nameOf(order);
    let sorted = this.#orders.get(name);
    if (!sorted) {
      sorted = new SortedSlots<Row>([], this.#rows, order);
      sorted.replace(new Set(), [...this.#slotOf.values()]);
      this.#orders.set(name, sorted);
    }
    return sorted;
  }

  #change(id: string, row: Row | undefined) {
    const slot = this.#slotOf.get(id);
    if (slot !== undefined) {
      for (const live of this.#live) live.remove(slot);
      for (const order of this.#orders.values()) order.delete(slot);
      this.#groups.remove(this.#rows[slot]!);
    }
    if (!row) return this.#drop(id, slot);
    const added = this.#put(row, slot);
    for (const order of this.#orders.values()) order.add(added);
    for (const live of this.#live) live.add(added);
    this.#groups.add(row);
  }

  #changeMany(changes: ReadonlyMap<string, Row | undefined>) {
    const removed = new Set<number>();
    const added: number[] = [];
    for (const [id, row] of changes) {
      const slot = this.#slotOf.get(id);
      if (slot !== undefined) removed.add(slot);
      if (row) added.push(this.#put(row, slot));
      else this.#drop(id, slot);
    }
    for (const order of this.#orders.values()) order.replace(removed, added);
    this.#groups = new Groups(this.#defaultOrder);
    for (const live of this.#live) live.reset();
  }

  #put(row: Row, known: number | undefined): number {
    const slot = known ?? this.#free.pop() ?? this.#rows.length;
    this.#slotOf.set(row.id, slot);
    this.#rows[slot] = row;
    this.#columns.set(slot, row);
    return slot;
  }

  #drop(id: string, slot: number | undefined) {
    if (slot === undefined) return;
    this.#slotOf.delete(id);
    this.#rows[slot] = undefined;
    this.#free.push(slot);
  }
}

const reverse = <Row>(order: readonly OrderKey<Row>[]): OrderKey<Row>[] =>
  order.map((key) => ({ ...key, descending: !key.descending }));

const nameOf = <Row>(order: readonly OrderKey<Row>[]): string =>
  order.map(({ column, descending = false }) => `${column} ${descending}`).join();
