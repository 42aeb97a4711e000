import { sortRows } from '../list.ts';
import type { OrderKey } from '../order.ts';

/** Rows by the value of a field. A field's groups are made when first asked for, and then kept by changes. */
export class Groups<Row extends object> {
  readonly #order: readonly OrderKey<Row>[];
  readonly #byField = new Map<keyof Row & string, Map<unknown, readonly Row[]>>();

  constructor(order: readonly OrderKey<Row>[]) {
    this.#order = order;
  }

  /** `all` is asked for the rows, in order, when the field is new. */
  get(field: keyof Row & string, value: unknown, all: () => readonly Row[]): readonly Row[] {
    const groups = this.#byField.get(field) ?? Map.groupBy(all(), (row): unknown => row[field]);
    this.#byField.set(field, groups);
    return groups.get(value) ?? NONE;
  }

  add(row: Row): void {
    for (const [field, groups] of this.#byField)
      groups.set(row[field], sortRows([...(groups.get(row[field]) ?? NONE), row], this.#order));
  }

  remove(row: Row): void {
    for (const [field, groups] of this.#byField)
      groups.set(
        row[field],
        (groups.get(row[field]) ?? NONE).filter((other) => other !== row),
      );
  }
}

const NONE: readonly never[] = [];
