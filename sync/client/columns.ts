import type { Entity } from '../../schema/rows.ts';
import { alternatives, fold, type List, linkedWords, termOf } from '../list.ts';
import { holds, type Test, testsOf } from '../where.ts';

/** `codes` says by slot which of `values` a row has. */
type Column = { codes: number[]; values: unknown[]; codeOf: Map<unknown, number> };
type ColumnTest = { column: Column; test: Test; admits: (boolean | undefined)[] };

/** The ids of the rows of an entity that have all these words. */
export type FindNamed = (entity: Entity, words: readonly string[]) => readonly string[];

/** True if the row of a slot matches a query. */
export type Filter = (slot: number) => boolean;

/** The columns that filters and searches read, by slot: short arrays, because over the rows themselves, which lie far
 * apart in memory, a query takes ten times as long. A column is made when a query first asks for its field. */
export class Columns<Row extends object, Query extends object> {
  readonly #list: List<Row, Query>;
  readonly #rows: readonly (Row | undefined)[];
  readonly #findNamed: FindNamed;
  readonly #columns = new Map<keyof Row & string, Column>();
  readonly #texts: (string | undefined)[];

  constructor(list: List<Row, Query>, rows: readonly (Row | undefined)[], findNamed: FindNamed) {
    this.#list = list;
    this.#rows = rows;
    this.#findNamed = findNamed;
    // A filled array: writing far beyond an array's end would turn it into a slow one.
    this.#texts = rows.map(() => undefined);
  }

  set(slot: number, row: Row): void {
    for (const [field, column] of this.#columns) column.codes[slot] = codeIn(column, row[field]);
    this.#texts[slot] = undefined;
  }

  filter(query: Query): Filter {
    const tests = alternatives(this.#list.filters(query)).map((where) =>
      testsOf(where).map(([field, test]) => columnTest(this.#column(field), test)),
    );
    const term = this.#list.searchText ? termOf(query) : '';
    const links = term === '' ? [] : this.#links(linkedWords(query));
    const isFound = (slot: number) =>
      term === '' || this.#textOf(slot).includes(term) || links.some((link) => admits(link, slot));
    return (slot) => passes(tests, slot) && isFound(slot);
  }

  /** True of the rows whose first line has all these words, or that name such a row. */
  named(words: readonly string[]): Filter {
    const links = this.#links(words);
    return (slot) => {
      const [line = ''] = this.#textOf(slot).split('\n', 1);
      return words.every((word) => line.includes(word)) || links.some((link) => admits(link, slot));
    };
  }

  #links(words: readonly string[]): ColumnTest[] {
    if (words.length === 0) return [];
    const linked = Object.entries(this.#list.linked ?? {}) as [keyof Row & string, Entity][];
    return linked.map(([field, entity]) => columnTest(this.#column(field), this.#findNamed(entity, words)));
  }

  #column(field: keyof Row & string): Column {
    const known = this.#columns.get(field);
    if (known) return known;
    const column: Column = { codes: [], values: [], codeOf: new Map() };
    for (const row of this.#rows) column.codes.push(row ? codeIn(column, row[field]) : 0);
    this.#columns.set(field, column);
    return column;
  }

  /** Folded when a search first looks at the row. */
  #textOf(slot: number): string {
    const known = this.#texts[slot];
    if (known !== undefined) return known;
    const text = fold(this.#list.searchText?.(this.#rows[slot]!) ?? '');
    this.#texts[slot] = text;
    return text;
  }
}

const codeIn = ({ values, codeOf }: Column, value: unknown): number => {
  const known = codeOf.get(value);
  if (known !== undefined) return known;
  codeOf.set(value, values.length);
  return values.push(value) - 1;
};

const columnTest = (column: Column, test: Test): ColumnTest => ({
  column,
  test,
  admits: column.values.map((value) => holds(value, test)),
});

const passes = (tests: readonly (readonly ColumnTest[])[], slot: number): boolean => {
  for (let at = 0; at < tests.length; at += 1) if (passesAll(tests[at]!, slot)) return true;
  return false;
};

const passesAll = (tests: readonly ColumnTest[], slot: number): boolean => {
  for (let at = 0; at < tests.length; at += 1) if (!admits(tests[at]!, slot)) return false;
  return true;
};

const admits = ({ column, test, admits: known }: ColumnTest, slot: number): boolean => {
  const code = column.codes[slot]!;
  // A value may be newer than the filter.
  known[code] ??= holds(column.values[code], test);
  return known[code];
};
