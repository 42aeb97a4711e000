import { CATEGORIES } from '../../../schema/ledger.ts';
import {
  IMPORT_BYTES_LIMIT,
  IMPORT_LINES_LIMIT,
  type OpeningLine,
  openingLine,
} from '../../../schema/opening-balances.ts';
import { downloadCsv } from '../../files/download.ts';

export const OPENING_COLUMNS = [
  'street',
  'unit',
  'email',
  'name',
  'balance',
  'as_of',
  'due_on',
  'category',
  'memo',
] as const;
type OpeningColumn = (typeof OPENING_COLUMNS)[number];
const NEEDED: readonly OpeningColumn[] = ['balance', 'as_of'];

/** A line of the file that is left out, and why. `cells` are as they stand in the file. */
export type LeftOut = { line: number; cells: readonly string[]; msg: string };
export type ReadLine = { line: OpeningLine; cells: readonly string[] };
export type OpeningFile = { header: readonly string[]; lines: ReadLine[]; leftOut: LeftOut[] };

export class OpeningFileError extends Error {}

export const openingFileProblem = ({ name, size }: Pick<File, 'name' | 'size'>): string | undefined => {
  if (!name.toLowerCase().endsWith('.csv')) return 'Please upload a CSV file (.csv)';
  return size > IMPORT_BYTES_LIMIT ? 'The file is larger than 2 MB.' : undefined;
};

/** Reads a file of balances; headings may stand in any order. Throws OpeningFileError. */
export const readOpeningFile = async (text: string): Promise<OpeningFile> => {
  const { default: papa } = await import('papaparse');
  const { data } = papa.parse<string[]>(text.replace(/\r\n?/g, '\n').trimStart(), { newline: '\n' });
  const [header = [], ...rest] = data;
  const records = rest
    .map((cells, at) => ({ line: at + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const columns = columnsOf(header);
  const missing = NEEDED.find((name) => columns[name] === undefined) ?? (hasHome(columns) ? undefined : 'email');
  if (header.length > 0 && missing) throw new OpeningFileError(`The column ${missing} is missing.`);
  if (records.length === 0) throw new OpeningFileError('The file has no lines.');
  if (records.length > IMPORT_LINES_LIMIT) throw new OpeningFileError('At most 5,000 lines can be imported at once.');
  const file: OpeningFile = { header, lines: [], leftOut: [] };
  for (const { line, cells } of records) {
    const read = readLine(line, (name) => cells[columns[name] ?? -1]?.trim() ?? '');
    if (typeof read === 'string') file.leftOut.push({ line, cells, msg: read });
    else file.lines.push({ line: read, cells });
  }
  return file;
};

type Columns = Partial<Record<OpeningColumn, number>>;

const hasHome = ({ email, street }: Columns) => email !== undefined || street !== undefined;

const columnsOf = (header: readonly string[]): Columns => {
  const names = header.map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  );
  return Object.fromEntries(
    OPENING_COLUMNS.flatMap((name) => (names.includes(name) ? [[name, names.indexOf(name)]] : [])),
  );
};

/** The line, or the sentence that says what is wrong with it. */
const readLine = (line: number, cell: (name: OpeningColumn) => string): OpeningLine | string => {
  const balance = amountOf(cell('balance'));
  if (balance === undefined) return `Line ${line}: ${problemOf(cell('balance'), 'the balance', 'an amount')}`;
  if (balance === 0) return `Line ${line}: the balance is 0.`;
  const [as_of, due_on] = [dayOf(cell('as_of')), cell('due_on') === '' ? null : dayOf(cell('due_on'))];
  if (as_of === undefined) return `Line ${line}: ${problemOf(cell('as_of'), 'the date', 'a date')}`;
  if (due_on === undefined) return `Line ${line}: “${cell('due_on')}” is not a date.`;
  const category = cell('category') === '' ? null : categoryOf(cell('category'));
  if (category === undefined) return `Line ${line}: “${cell('category')}” is not a category.`;
  const [street, unit, email, name, memo] = (['street', 'unit', 'email', 'name', 'memo'] as const).map(cell);
  const given = { line, street, unit, email, name, memo, balance, as_of, due_on, category };
  const parsed = openingLine.safeParse(given);
  return parsed.success ? parsed.data : `Line ${line}: ${parsed.error.issues[0]?.message}`;
};

const problemOf = (typed: string, what: string, kind: string): string =>
  typed ? `“${typed}” is not ${kind}.` : `${what} is missing.`;

const AMOUNT = /^(\d{1,3}(,\d{3})+|\d+)?(\.\d{1,2})?$/;

/** "1,234.56", "(12.00)" and "-12.00" as dollars; undefined for what is none. */
const amountOf = (text: string): number | undefined => {
  const plain = text.replace(/[\s$]/g, '');
  const inner = /^\((.+)\)$/.exec(plain)?.[1];
  const digits = (inner ?? plain).replace(/^[-−]/, '');
  const isNegative = inner !== undefined || digits !== plain;
  if (!/\d/.test(digits) || !AMOUNT.test(digits)) return undefined;
  const dollars = Number(digits.replaceAll(',', ''));
  return isNegative && dollars !== 0 ? -dollars : dollars;
};

/** "2026-01-31" and "1/31/2026" as a calendar date; undefined for what is none. */
const dayOf = (text: string): string | undefined => {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const day = american ? `${american[3]}-${american[1]!.padStart(2, '0')}-${american[2]!.padStart(2, '0')}` : text;
  const isReal = /^\d{4}-\d{2}-\d{2}$/.test(day) && new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day;
  return isReal ? day : undefined;
};

const categoryOf = (text: string) => {
  const name = text.toLowerCase().replace(/[\s-]+/g, '_');
  return CATEGORIES.find((category) => category === name);
};

/** Saves the lines that were left out as they stand in the file, each with its reason. */
export const saveLeftOut = ({ header }: Pick<OpeningFile, 'header'>, leftOut: readonly LeftOut[]): void =>
  downloadCsv('balances left out.csv', [
    ['line', 'reason', ...header],
    ...leftOut.map(({ line, msg, cells }) => [String(line), msg, ...cells]),
  ]);

const EXAMPLES = [
  ['12 Oak Street', '4', '', '', '460.00', '2026-01-31', '2026-01-15', 'assessment', 'From the old books'],
  ['12 Oak Street', '4', '', '', '25.00', '2026-01-31', '', 'late_fee', ''],
  ['', '', 'pat@example.com', 'Pat Doe', '(12.00)', '1/31/2026', '', '', 'Paid ahead'],
];

export const saveTemplate = (): void => downloadCsv('opening balances.csv', [OPENING_COLUMNS, ...EXAMPLES]);
