/** RFC 4180. A cell that a spreadsheet would run as a formula gets an apostrophe in front. */
export const csvOf = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('');

/** A negative number is none. */
const FORMULA = /^\s*[=+@＝＋－＠]|^\s*-(?!\d+(\.\d+)?$)|^[\t\r\n]/;

const cellOf = (text: string): string => {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};
