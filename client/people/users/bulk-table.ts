import { UnreadableFile } from '../../files/decode-text.ts';
import { type BulkField, COLUMNS, FIELDS } from '../bulk-columns.ts';

/** `number` is the row number in the file, starting at 1 with the header. */
export type FileRow = { number: number; cells: readonly string[]; fault?: string };
export type FileTable = { columns: ColumnIndexes; width: number; rows: FileRow[] };

export const EMPTY_FILE = 'No data found in file';
const SEPARATORS = [',', ';', '\t'];

/** Parses CSV separated by commas, semicolons or tabs; skips blank rows but counts them. Throws UnreadableFile when
 * there is no data or a required column is missing. */
export const readTable = async (text: string): Promise<FileTable> => {
  const { default: papa } = await import('papaparse');
  // papaparse expects one kind of line break; a file pasted from several has more.
  const lines = text.replace(/\r\n?/g, '\n');
  const { data, errors } = papa.parse<string[]>(lines, { delimiter: separatorOf(papa, lines), newline: '\n' });
  const faults = new Map(
    errors.map(({ row, code }) => [(row ?? 0) + 1, QUOTE_FAULTS[code] ?? QUOTE_FAULTS.MissingQuotes]),
  );
  const records = data.map((cells, index) => withFault({ number: index + 1, cells }, faults.get(index + 1)));
  const [header, ...rows] = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (!header) throw new UnreadableFile(EMPTY_FILE);
  const columns = columnIndexes(header.cells);
  const missing = missingColumns(columns);
  if (missing) throw new UnreadableFile(missing);
  if (rows.length === 0) throw new UnreadableFile(EMPTY_FILE);
  return { columns, width: header.cells.length, rows };
};

const withFault = (row: FileRow, fault: string | undefined): FileRow => (fault ? { ...row, fault } : row);

const QUOTE_FAULTS: Record<string, string> = {
  MissingQuotes: 'A closing quotation mark is missing',
  InvalidQuotes: 'A quotation mark is out of place',
};

/** Picks the separator that yields most known column names: counting separators fails on text full of commas. */
const separatorOf = (papa: typeof import('papaparse'), text: string): string => {
  const start = text.trimStart();
  const matches = SEPARATORS.map((delimiter) => {
    const [header = []] = papa.parse<string[]>(start, { delimiter, newline: '\n', preview: 1 }).data;
    return Object.keys(columnIndexes(header)).length;
  });
  return SEPARATORS[matches.indexOf(Math.max(...matches))]!;
};

const ALIASES: Record<BulkField, readonly string[]> = {
  street: ['street', 'streetaddress', 'address'],
  unit: ['unit', 'unitnumber', 'apt'],
  is_rented: ['propertytype', 'isrented', 'rented'],
  resident_name: ['name', 'residentname', 'fullname'],
  resident_email: ['email', 'residentemail', 'emailaddress'],
  role: ['role', 'userrole'],
  phone: ['phone', 'phonenumber', 'mobile'],
};
const REQUIRED: readonly BulkField[] = ['resident_name', 'resident_email', 'role'];

export type ColumnIndexes = Partial<Record<BulkField, number>>;

const columnIndexes = (header: readonly string[]): ColumnIndexes => {
  const names = header.map(normalized);
  const found = FIELDS.map((field) => [field, names.findIndex((name) => ALIASES[field].includes(name))] as const);
  return Object.fromEntries(found.filter(([, index]) => index >= 0));
};

const missingColumns = (columns: ColumnIndexes): string | undefined => {
  const missing = REQUIRED.filter((field) => columns[field] === undefined).map((field) => COLUMNS[field]);
  if (missing.length === 0) return undefined;
  return `Missing required ${missing.length === 1 ? 'column' : 'columns'}: ${missing.join(', ')}`;
};

const normalized = (name: string) => name.toLowerCase().replace(/[\s\p{P}\p{S}\ufeff]/gu, '');
