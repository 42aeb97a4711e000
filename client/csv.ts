/** Lines of cells as CSV (RFC 4180). A cell that a spreadsheet would run as a formula gets an apostrophe in front. */
export const toCsv = async (lines: readonly (readonly string[])[]): Promise<string> => {
  const { default: papa } = await import('papaparse');
  return papa.unparse(lines as string[][], { escapeFormulae: /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/, newline: '\r\n' });
};

/** Hands text to the browser as a CSV download. */
export const downloadCsv = (name: string, csv: string): void => {
  // Without the mark at its start spreadsheets do not read UTF-8.
  const url = URL.createObjectURL(new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
