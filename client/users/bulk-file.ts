import { useRef, useState } from 'react';
import { BULK_MOST, type BulkRow, bulkRow, DUPLICATE_EMAIL } from '../../schema/bulk.ts';
import { BulkFileError, decodeText, UNREADABLE } from './bulk-decode.ts';
import {
  type BulkField,
  COLUMNS,
  EMPTY_FILE,
  FIELDS,
  type FileRow,
  type FileTable,
  type Places,
  readTable,
} from './bulk-table.ts';

/** What a file holds. `errors` are whole sentences in the order of the rows; nothing can be sent while there are any. */
export type BulkFile = { rows: ReadRow[]; errors: string[]; wrong: ReadonlySet<number> };
/** How far it is: 0 to 1. */
type OnProgress = (share: number) => void;

/** Bytes. */
const SIZE_LIMIT = 5 * 1024 * 1024;
/** Rows checked before the screen may draw again. */
const CHUNK = 100;

/** Why a file cannot be chosen, or undefined where it can. */
export const refusalOf = ({ name, size }: Pick<File, 'name' | 'size'>): string | undefined => {
  if (!name.toLowerCase().endsWith('.csv')) return 'Please upload a CSV file (.csv)';
  return size >= SIZE_LIMIT ? 'File size must be less than 5MB' : undefined;
};

/** Reads and checks a file. Throws BulkFileError with the sentence for a file that cannot be used at all. */
export const readBulkFile = async (
  file: Pick<File, 'name' | 'size' | 'arrayBuffer'>,
  onProgress: OnProgress = () => undefined,
): Promise<BulkFile> => {
  const refusal = refusalOf(file);
  if (refusal) throw new BulkFileError(refusal);
  const text = decodeText(await bytesOf(file));
  if (text.trim() === '') throw new BulkFileError(EMPTY_FILE);
  return validate(await readTable(text), onProgress);
};

/** A file that has changed or gone since it was chosen can no longer be read. */
const bytesOf = async (file: Pick<File, 'arrayBuffer'>): Promise<Uint8Array> =>
  new Uint8Array(
    await file.arrayBuffer().catch(() => {
      throw new BulkFileError(UNREADABLE);
    }),
  );

const validate = async ({ places, width, rows: records }: FileTable, onProgress: OnProgress): Promise<BulkFile> => {
  if (records.length > BULK_MOST) throw new BulkFileError(tooMany(records.length));
  const read = rowReader(places, width);
  const found: BulkFile & { wrong: Set<number> } = { rows: [], errors: [], wrong: new Set() };
  for (const [index, record] of records.entries()) {
    const { read: row, messages } = read(record);
    found.rows.push(row);
    if (messages.length > 0) found.wrong.add(row.number);
    for (const message of messages) found.errors.push(`Row ${row.number}: ${message}`);
    if (index % CHUNK === CHUNK - 1) {
      onProgress(index / records.length);
      await nextTask();
    }
  }
  return found;
};

const tooMany = (count: number) =>
  `At most ${BULK_MOST.toLocaleString('en-US')} users can be created at a time, and this file has ${count.toLocaleString('en-US')} rows. Please split it into several files.`;

/** Lets the screen draw. A message comes at once, where timers wait ever longer. */
const nextTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });

/** A record as it is shown, and as it would be sent: `row` is undefined where something in it is wrong. */
export type ReadRow = { number: number; cells: Record<BulkField, string>; row: SentRow | undefined };
/** What goes to the server: without empty fields, and without the address where it is not whole. */
export type SentRow = Pick<BulkRow, 'resident_name' | 'resident_email' | 'role'> &
  Partial<{ street: string; unit: string; is_rented: boolean; phone: string }>;

const PROPERTY_TYPE = 'Property type must be "Rental" or "Owner-occupied"';
const TOO_WIDE = 'There are more values than columns';

/** Checks records one after another; it remembers the emails it has seen. Gives each record with its messages. */
const rowReader = (places: Places, width: number) => {
  const seen = new Set<string>();
  return (record: FileRow): { read: ReadRow; messages: string[] } => {
    const cells = cellsOf(record.cells, places);
    const { row, messages } = record.fault ? { row: undefined, messages: [record.fault] } : check(cells, seen);
    if (!record.fault && record.cells.slice(width).some((cell) => cell.trim() !== '')) messages.push(TOO_WIDE);
    return { read: { number: record.number, cells, row: messages.length > 0 ? undefined : row }, messages };
  };
};

/** The cells under the known columns; those that a short record lacks are empty. */
const cellsOf = (values: readonly string[], places: Places) =>
  Object.fromEntries(FIELDS.map((field) => [field, values[places[field] ?? -1]?.trim() ?? ''])) as ReadRow['cells'];

const check = (cells: ReadRow['cells'], seen: Set<string>): { row: SentRow | undefined; messages: string[] } => {
  const is_rented = rentedOf(cells.is_rented);
  // What could not be read still counts as given: its own message is enough.
  const given = is_rented === undefined ? true : is_rented;
  const { data, error } = bulkRow.safeParse({ ...cells, role: roleOf(cells.role), is_rented: given });
  const messages = (error?.issues ?? []).map(({ path, message }) => clear(message, path[0] as BulkField));
  if (is_rented === undefined) messages.push(PROPERTY_TYPE);
  const email = cells.resident_email.toLowerCase();
  if (email !== '' && seen.has(email)) messages.push(DUPLICATE_EMAIL);
  seen.add(email);
  return { row: data && sentRow(data), messages };
};

/** true, false, null where the cell is empty; undefined where it says something else. */
const rentedOf = (text: string): boolean | null | undefined => {
  const said = text.toLowerCase();
  if (said === '') return null;
  if (['rent', 'true'].some((word) => said.includes(word))) return true;
  if (['owner-occupied', 'owned', 'false'].some((word) => said.includes(word))) return false;
  return undefined;
};

const roleOf = (text: string): string =>
  ['resident', 'board'].find((role) => text.toLowerCase().includes(role)) ?? text;

/** A message that names its field. */
const clear = (message: string, field: BulkField) =>
  message.startsWith('Cannot ') ? `${COLUMNS[field]} ${message.replace('C', 'c')}` : message;

const sentRow = ({ street, unit, is_rented, phone, ...person }: BulkRow): SentRow => ({
  ...person,
  ...(street && is_rented != null && { street, is_rented, ...(unit && { unit }) }),
  ...(phone && { phone }),
});

type State =
  | { phase: 'none'; problem?: string }
  /** `share` from 0 to 1. */
  | { phase: 'reading'; name: string; share: number }
  | { phase: 'read'; name: string; content: BulkFile };

/** Reads one chosen file at a time; a later choice overtakes an earlier one. */
export const useReading = () => {
  const [state, setState] = useState<State>({ phase: 'none' });
  const latest = useRef(0);
  const take = async (file: File) => {
    latest.current += 1;
    const turn = latest.current;
    const show = (next: State) => turn === latest.current && setState(next);
    const { name } = file;
    show({ phase: 'reading', name, share: 0 });
    await readBulkFile(file, (share) => show({ phase: 'reading', name, share })).then(
      (content) => show({ phase: 'read', name, content }),
      (error) => show({ phase: 'none', problem: error instanceof BulkFileError ? error.message : UNREADABLE }),
    );
  };
  const drop = (problem?: string) => {
    latest.current += 1;
    setState({ phase: 'none', ...(problem && { problem }) });
  };
  return { state, take, drop };
};

export type Reading = ReturnType<typeof useReading>;
