/** `ifNull` and `ifEmpty` name the column to use instead. `ignoreCase` ignores ASCII case only, as SQLite's lower()
 * does. `natural` ignores case, too, and has 2 before 10. */
export type OrderKey<Row> = {
  column: keyof Row & string;
  descending?: boolean;
  ifNull?: keyof Row & string;
  ifEmpty?: keyof Row & string;
  ignoreCase?: boolean;
  natural?: boolean;
};

/** Rows of the same instant are ordered by id, so that every device shows the same order. */
export const NEWEST_FIRST = [
  { column: 'created_at', descending: true },
  { column: 'id', descending: true },
] as const satisfies OrderKey<{ created_at: string; id: string }>[];

/** Equals SQLite's lower(), which changes ASCII letters only. */
export const asciiLower = (text: string): string =>
  isAscii(text) ? text.toLowerCase() : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** Sorts like SQLite's `lower(text)`. SQLite compares code points; in UTF-16 order surrogates come before U+E000, so
 * the two ranges are swapped here. */
export const sortKey = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : asciiLower(text).replace(/[\ud800-\uffff]/g, (half) => {
        const code = half.charCodeAt(0);
        return String.fromCharCode(code < 0xe000 ? code + 0x2000 : code - 0x800);
      });

/** How many numbers of a text count as such, and to how many digits they are filled up. */
export const NATURAL = { numbers: 3, zeros: '0000000000' } as const;

/** The text with its numbers filled up with zeros, so that its sort key has 2 before 10. A number after a letter that is
 * not ASCII does not count, because SQL cannot skip those (worker/queries/list.ts has the same in SQL). */
export const naturalText = (text: string): string => {
  let [head, rest] = ['', text];
  for (let n = 0; n < NATURAL.numbers; n += 1) {
    const [whole, before = '', digits = ''] = /^([ -/:-~]*)([0-9]*)/.exec(rest)!;
    head += before + (digits && NATURAL.zeros.slice(digits.length) + digits);
    rest = rest.slice(whole.length);
  }
  return head + rest;
};
