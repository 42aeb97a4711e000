import { fold } from '../../sync/search.ts';

/** A condition with its values. */
export type Condition = { sql: string; args: (string | number)[] };

/** All of the conditions. */
export const all = (conditions: Condition[]): Condition => ({
  sql: conditions.map(({ sql }) => sql).join(' AND '),
  args: conditions.flatMap(({ args }) => args),
});

/** "`column` is one of the values"; no condition where none are named. */
export const anyOf = (column: string, values: readonly string[] = []): Condition[] =>
  values.length === 0 ? [] : [{ sql: `${column} IN (SELECT value FROM json_each(?))`, args: [JSON.stringify(values)] }];

/** "`column` contains the search term", equal to `fold(text).includes(fold(term))`; no condition for a blank term.
 * SQLite's own lower() knows ASCII alone, so the capitals of the term's letters are replaced one by one. */
export const contains = (column: string, search = ''): Condition[] => {
  const term = fold(search.trim());
  if (term === '') return [];
  const capitals = [...new Set([...term].flatMap((char) => capitalsOf().get(char) ?? []))];
  const folded = capitals.reduce((sql) => `replace(${sql}, ?, ?)`, `lower(${column})`);
  return [{ sql: `instr(${folded}, ?) > 0`, args: [...capitals.flatMap((char) => [char, fold(char)]), term] }];
};

/** No script beyond this code point has letters of two cases. */
const LAST_CASED = 0x1f000;
let capitals: Map<string, string[]> | undefined;

/** For each character, every non-ASCII character that folds to something with it inside. Made once, when first needed. */
const capitalsOf = () => {
  if (capitals) return capitals;
  capitals = new Map();
  for (let point = 0x80; point < LAST_CASED; point += 1) {
    const char = String.fromCodePoint(point);
    const small = fold(char);
    if (small !== char) for (const part of small) capitals.set(part, [...(capitals.get(part) ?? []), char]);
  }
  return capitals;
};
