import { comparing } from '../list.ts';
import type { OrderKey } from '../order.ts';

/** Rows by the value of a field. A field's groups are made when first asked for, and then kept by changes. */
export class Groups<Row extends object> {
  readonly #compare: (a: Row, b: Row) => number;
  readonly #byField = new Map<keyof Row & string, Map<unknown, readonly Row[]>>();

  constructor(order: readonly OrderKey<Row>[]) {
    this.#compare = comparing(order);
  }

  /** `all` is asked for the rows, in order, when the field is new. */
  get(field: keyof Row & string, value: unknown, all: () => readonly Row[]): readonly Row[] {
    const groups = this.#byField.get(field) ?? Map.groupBy(all(), (row): unknown => row[field]);
    this.#byField.set(field, groups);
    return groups.get(value) ?? NONE;
  }

  add(row: Row): void {
    this.#replace(row, (group) => {
      let low = 0;
      let high = group.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.#compare(group[middle]!, row) < 0) low = middle + 1;
        else high = middle;
      }
      return group.toSpliced(low, 0, row);
    });
  }

  remove(row: Row): void {
    this.#replace(row, (group) => group.toSpliced(group.indexOf(row), 1));
  }

  #replace(row: Row, change: (group: readonly Row[]) => readonly Row[]) {
    for (const [field, groups] of this.#byField) groups.set(row[field], change(groups.get(row[field]) ?? NONE));
  }
}

const NONE: readonly never[] = [];
