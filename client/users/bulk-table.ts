import { BulkFileError } from './bulk-decode.ts';
import { missingColumns, type Places, placesOf } from './bulk-headers.ts';

/** One record under the header. `number` is its row in the file, so it is 2 right under a header in the first row. */
export type FileRow = { number: number; cells: readonly string[]; fault?: string };
export type FileTable = { places: Places; width: number; rows: FileRow[] };

export const EMPTY_FILE = 'No data found in file';
const SEPARATORS = [',', ';', '\t'];

/** The records of a CSV text, separated by commas, semicolons or tabs; blank ones are left out but counted. Throws
 * BulkFileError where there are none, or a needed column is missing. */
export const readTable = async (text: string): Promise<FileTable> => {
  const { default: papa } = await import('papaparse');
  // One kind of line end, so that a file pasted together of several reads whole.
  const lines = text.replace(/\r\n?/g, '\n');
  const { data, errors } = papa.parse<string[]>(lines, { delimiter: separatorOf(papa, lines), newline: '\n' });
  const faults = new Map(errors.map(({ row, code }) => [(row ?? 0) + 1, QUOTES[code] ?? QUOTES.MissingQuotes]));
  const records = data.map((cells, index) => withFault({ number: index + 1, cells }, faults.get(index + 1)));
  const [header, ...rows] = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (!header) throw new BulkFileError(EMPTY_FILE);
  const places = placesOf(header.cells);
  const missing = missingColumns(places);
  if (missing) throw new BulkFileError(missing);
  if (rows.length === 0) throw new BulkFileError(EMPTY_FILE);
  return { places, width: header.cells.length, rows };
};

const withFault = (row: FileRow, fault: string | undefined): FileRow => (fault ? { ...row, fault } : row);

const QUOTES: Record<string, string> = {
  MissingQuotes: 'A quotation mark is not closed',
  InvalidQuotes: 'A quotation mark stands inside a value',
};

/** The separator under which most of the header's names are known: guessing by counts fails on text full of commas. */
const separatorOf = (papa: typeof import('papaparse'), text: string): string => {
  const start = text.trimStart();
  const known = SEPARATORS.map((delimiter) => {
    const [header = []] = papa.parse<string[]>(start, { delimiter, newline: '\n', preview: 1 }).data;
    return Object.keys(placesOf(header)).length;
  });
  return SEPARATORS[known.indexOf(Math.max(...known))]!;
};
