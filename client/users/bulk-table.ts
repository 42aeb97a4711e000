import { downloadCsv, toCsv } from '../csv.ts';
import { BulkFileError } from './bulk-decode.ts';

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

/** The columns of the file, in the order of the template. */
export const COLUMNS = {
  street: 'Street Address',
  unit: 'Unit',
  is_rented: 'Property Type',
  resident_name: 'Resident Name',
  resident_email: 'Resident Email',
  role: 'Role',
  phone: 'Phone',
} as const;
export type BulkField = keyof typeof COLUMNS;
export const FIELDS = Object.keys(COLUMNS) as BulkField[];

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

/** Where each column stands in the file: the first of its names. Columns with other names count for nothing. */
export type Places = Partial<Record<BulkField, number>>;

export const placesOf = (header: readonly string[]): Places => {
  const names = header.map(loose);
  const found = FIELDS.map((field) => [field, names.findIndex((name) => ALIASES[field].includes(name))] as const);
  return Object.fromEntries(found.filter(([, place]) => place >= 0));
};

/** The sentence for a header without a column that every row needs; undefined where all are there. */
const missingColumns = (places: Places): string | undefined => {
  const missing = REQUIRED.filter((field) => places[field] === undefined).map((field) => COLUMNS[field]);
  if (missing.length === 0) return undefined;
  return `Missing required ${missing.length === 1 ? 'column' : 'columns'}: ${missing.join(', ')}`;
};

/** Case, spaces and punctuation do not count. */
const loose = (name: string) => name.toLowerCase().replace(/[\s\p{P}\p{S}\ufeff]/gu, '');

const SAMPLE = [
  '12 Maple Court',
  '4B',
  'Owner-occupied',
  'Maria Alvarez',
  'maria@example.com',
  'Resident',
  '555-010-0142',
];

export const TEMPLATE_NAME = 'bulk_users_template.csv';

/** The template: the columns, and one sample row. */
export const templateCsv = (): Promise<string> => toCsv([Object.values(COLUMNS), SAMPLE]);

/** Downloads the template; it is made here, so it works offline. */
export const downloadTemplate = async (): Promise<void> => downloadCsv(TEMPLATE_NAME, await templateCsv());
