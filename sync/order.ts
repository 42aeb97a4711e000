/** `ifNull` and `ifEmpty` name the column to use instead. `ignoreCase` ignores ASCII case only, as SQLite's lower()
 * does. */
export type OrderKey<Row> = {
  column: keyof Row & string;
  descending?: boolean;
  ifNull?: keyof Row & string;
  ifEmpty?: keyof Row & string;
  ignoreCase?: boolean;
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
