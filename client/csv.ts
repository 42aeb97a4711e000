/** Lines of cells as CSV (RFC 4180). A cell that a spreadsheet would run as a formula gets an apostrophe in front. */
export const toCsv = (lines: readonly (readonly string[])[]): string =>
  lines.map((cells) => `${cells.map((cell) => quoted(harmless(cell))).join(',')}\r\n`).join('');

/** Hands text to the browser as a CSV download. */
export const downloadCsv = (name: string, csv: string): void => {
  // Without the mark at its start spreadsheets do not read UTF-8.
  const url = URL.createObjectURL(new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

const harmless = (cell: string) => (/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(cell) ? `'${cell}` : cell);
const quoted = (cell: string) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
