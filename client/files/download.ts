/** A negative number is none. */
const FORMULA = /^\s*[=+@＝＋－＠]|^\s*-(?!\d+(\.\d+)?$)|^[\t\r\n]/;

/** CSV by RFC 4180. A cell that a spreadsheet would run as a formula gets an apostrophe in front. */
export const toCsv = async (lines: readonly (readonly string[])[]): Promise<string> => {
  const { default: papa } = await import('papaparse');
  return papa.unparse(lines as string[][], { escapeFormulae: FORMULA, newline: '\r\n' });
};

/** A cell of such a file without that apostrophe. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;

// Spreadsheets read UTF-8 only with a byte order mark.
export const downloadCsv = (name: string, csv: string): void =>
  download(name, `\ufeff${csv}`, 'text/csv;charset=utf-8');

export const download = (name: string, content: BlobPart | Uint8Array, type: string): void => {
  const url = URL.createObjectURL(new Blob([content as BlobPart], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
