import { comparing, type OrderKey } from '../list.ts';

/** Rows of one value. The array never changes; where it is not in order yet, it is sorted when first asked for. */
type Group<Row> = { rows: readonly Row[]; isSorted: boolean };

/** Rows by the value of a field. A field's groups are made when first asked for, and then kept by changes. */
export class Groups<Row extends object> {
  readonly #compare: (a: Row, b: Row) => number;
  readonly #byField = new Map<keyof Row & string, Map<unknown, Group<Row>>>();

  constructor(order: readonly OrderKey<Row>[]) {
    this.#compare = comparing(order);
  }

  /** `all` is asked for the rows, in any order, when the field is new. */
  get(field: keyof Row & string, value: unknown, all: () => Iterable<Row>): readonly Row[] {
    let groups = this.#byField.get(field);
    if (!groups) {
      groups = groupsOf(field, all());
      this.#byField.set(field, groups);
    }
    const group = groups.get(value);
    return group ? this.#sorted(group) : NONE;
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

  #sorted(group: Group<Row>): readonly Row[] {
    if (!group.isSorted) Object.assign(group, { rows: group.rows.toSorted(this.#compare), isSorted: true });
    return group.rows;
  }

  #replace(row: Row, change: (group: readonly Row[]) => readonly Row[]) {
    for (const [field, groups] of this.#byField) {
      const group = groups.get(row[field]);
      groups.set(row[field], { rows: change(group ? this.#sorted(group) : NONE), isSorted: true });
    }
  }
}

const groupsOf = <Row extends object>(field: keyof Row & string, rows: Iterable<Row>): Map<unknown, Group<Row>> => {
  const groups = new Map<unknown, Group<Row>>();
  for (const [value, group] of Map.groupBy(rows, (row): unknown => row[field]))
    groups.set(value, { rows: group, isSorted: group.length === 1 });
  return groups;
};

const NONE: readonly never[] = [];
