import { csvOf } from '../../sync/formats/csv.ts';

// Spreadsheets read UTF-8 only with a byte order mark.
export const downloadCsv = (name: string, lines: readonly (readonly string[])[]): void =>
  download(name, `\ufeff${csvOf(lines)}`, 'text/csv;charset=utf-8');

export const download = (name: string, content: BlobPart | Uint8Array, type: string): void => {
  const url = URL.createObjectURL(new Blob([content as BlobPart], { type }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};
