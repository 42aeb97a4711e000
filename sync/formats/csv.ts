/** A negative number is none. */
const FORMULA = /^\s*[=+@＝＋－＠]|^\s*-(?!\d+(\.\d+)?$)|^[\t\r\n]/;

/** Lines of CSV by RFC 4180. A cell that a spreadsheet would run as a formula gets an apostrophe in front. */
export const csvOf = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');

const quoted = (cell: string): string => {
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]|^ | $/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A cell of such a file without that apostrophe. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
