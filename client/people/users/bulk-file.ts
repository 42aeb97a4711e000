import { BULK_LIMIT, type BulkRow, bulkRow, DUPLICATE_EMAIL } from '../../../schema/bulk.ts';
import { unguarded } from '../../../sync/formats/csv.ts';
import { decodeText, UNREADABLE, UnreadableFile } from '../../files/decode-text.ts';
import { formatCount } from '../../ui/format.ts';
import { type BulkField, COLUMNS, FIELDS } from '../bulk-columns.ts';
import { type ColumnIndexes, EMPTY_FILE, type FileRow, type FileTable, readTable } from './bulk-table.ts';

/** `errors` are sentences in the order of the rows; `invalid` holds the numbers of wrong rows. */
export type BulkFile = { rows: BulkFileRow[]; errors: string[]; invalid: ReadonlySet<number> };
/** `progress` is 0 to 1. */
type OnProgress = (progress: number) => void;

const SIZE_LIMIT_BYTES = 5 * 1024 * 1024;
const ROWS_PER_TASK = 100;

export const fileProblem = ({ name, size }: Pick<File, 'name' | 'size'>): string | undefined => {
  if (!name.toLowerCase().endsWith('.csv')) return 'Please upload a CSV file (.csv)';
  return size >= SIZE_LIMIT_BYTES ? 'File size must be less than 5MB' : undefined;
};

/** Throws UnreadableFile with the message to show. */
export const readBulkFile = async (
  file: Pick<File, 'name' | 'size' | 'arrayBuffer'>,
  onProgress: OnProgress = () => undefined,
): Promise<BulkFile> => {
  const problem = fileProblem(file);
  if (problem) throw new UnreadableFile(problem);
  const text = decodeText(await bytesOf(file));
  if (text.trim() === '') throw new UnreadableFile(EMPTY_FILE);
  return validate(await readTable(text), onProgress);
};

/** Fails if the file changed or was removed after it was chosen. */
const bytesOf = async (file: Pick<File, 'arrayBuffer'>): Promise<Uint8Array> =>
  new Uint8Array(
    await file.arrayBuffer().catch(() => {
      throw new UnreadableFile(UNREADABLE);
    }),
  );

const validate = async ({ columns, width, rows }: FileTable, onProgress: OnProgress): Promise<BulkFile> => {
  if (rows.length > BULK_LIMIT) throw new UnreadableFile(tooMany(rows.length));
  const validateRow = rowValidator(columns, width);
  const result: BulkFile & { invalid: Set<number> } = { rows: [], errors: [], invalid: new Set() };
  for (const [index, fileRow] of rows.entries()) {
    const { row, messages } = validateRow(fileRow);
    result.rows.push(row);
    if (messages.length > 0) result.invalid.add(row.number);
    for (const message of messages) result.errors.push(`Row ${row.number}: ${message}`);
    if (index % ROWS_PER_TASK === ROWS_PER_TASK - 1) {
      onProgress(index / rows.length);
      await nextTask();
    }
  }
  return result;
};

const tooMany = (count: number) =>
  `You can create up to ${formatCount(BULK_LIMIT)} users at a time, and this file has ${formatCount(count)} rows. Please split it into several files.`;

/** Lets the browser paint. Messages arrive at once; nested timers are throttled. */
const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** One row of the file: its cells as shown, and the user to create unless it is invalid. */
export type BulkFileRow = { number: number; cells: Record<BulkField, string>; user: BulkUser | undefined };
/** Without empty fields, and without an incomplete address. */
export type BulkUser = Pick<BulkRow, 'resident_name' | 'resident_email' | 'role'> &
  Partial<{ street: string; unit: string; is_rented: boolean; phone: string }>;

const PROPERTY_TYPE = 'Property type must be “Rental” or “Owner-occupied”';
const TOO_MANY_VALUES = 'This row has more values than the file has columns';

const rowValidator = (columns: ColumnIndexes, width: number) => {
  const emails = new Set<string>();
  return ({ number, fault, ...row }: FileRow): { row: BulkFileRow; messages: string[] } => {
    const cells = cellsOf(row.cells, columns);
    const { user, messages } = fault ? { user: undefined, messages: [fault] } : checkCells(cells, emails);
    if (!fault && row.cells.slice(width).some((cell) => cell.trim() !== '')) messages.push(TOO_MANY_VALUES);
    return { row: { number, cells, user: messages.length > 0 ? undefined : user }, messages };
  };
};

const cellsOf = (values: readonly string[], columns: ColumnIndexes) =>
  Object.fromEntries(
    FIELDS.map((field) => [field, unguarded(values[columns[field] ?? -1] ?? '').trim()]),
  ) as BulkFileRow['cells'];

const checkCells = (
  cells: BulkFileRow['cells'],
  emails: Set<string>,
): { user: BulkUser | undefined; messages: string[] } => {
  // Who is an owner or a renter by role lives in a home of that kind, unless its property type says otherwise.
  const is_rented = rentedOf(cells.is_rented || (cells.street && RESIDENCY.test(cells.role) ? cells.role : ''));
  // An unreadable value has its own message, so the schema must not report it as missing too.
  const rentedOrInvalid = is_rented === undefined ? true : is_rented;
  const { data, error } = bulkRow.safeParse({ ...cells, role: roleOf(cells.role), is_rented: rentedOrInvalid });
  const messages = (error?.issues ?? []).map(({ path, message }) => fieldMessage(message, path[0] as BulkField));
  if (is_rented === undefined) messages.push(PROPERTY_TYPE);
  const email = cells.resident_email.toLowerCase();
  if (email !== '' && emails.has(email)) messages.push(DUPLICATE_EMAIL);
  emails.add(email);
  return { user: data && userOf(data), messages };
};

/** null for an empty cell, undefined for an unknown value. */
const rentedOf = (text: string): boolean | null | undefined => {
  const value = text.toLowerCase();
  if (value === '') return null;
  if (['rent', 'tenant', 'true'].some((word) => value.includes(word))) return true;
  if (['owner', 'owned', 'false'].some((word) => value.includes(word))) return false;
  return undefined;
};

const RESIDENCY = /owner|renter|tenant/i;

/** Owners and renters are residents. */
const roleOf = (text: string): string =>
  ['resident', 'board'].find((role) => text.toLowerCase().includes(role)) ?? (RESIDENCY.test(text) ? 'resident' : text);

const fieldMessage = (message: string, field: BulkField) =>
  message.startsWith('Cannot ') ? `${COLUMNS[field]} ${message.replace('C', 'c')}` : message;

const userOf = ({ street, unit, is_rented, phone, ...person }: BulkRow): BulkUser => ({
  ...person,
  ...(street && is_rented != null && { street, is_rented, ...(unit && { unit }) }),
  ...(phone && { phone }),
});
