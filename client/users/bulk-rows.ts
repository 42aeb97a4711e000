import { type BulkRow, bulkRow, DUPLICATE_EMAIL } from '../../schema/bulk.ts';
import { type BulkField, COLUMNS, FIELDS, type Places } from './bulk-headers.ts';
import type { FileRow } from './bulk-table.ts';

/** A record as it is shown, and as it would be sent: `row` is undefined where something in it is wrong. */
export type ReadRow = { number: number; cells: Record<BulkField, string>; row: SentRow | undefined };
/** What goes to the server: without empty fields, and without the address where it is not whole. */
export type SentRow = Pick<BulkRow, 'resident_name' | 'resident_email' | 'role'> &
  Partial<{ street: string; unit: string; is_rented: boolean; phone: string }>;
export type Validated = { rows: ReadRow[]; errors: { number: number; message: string }[] };

const PROPERTY_TYPE = 'Property type must be "Rental" or "Owner-occupied"';
const TOO_WIDE = 'There are more values than columns';

/** Checks records one after another; it remembers the emails it has seen. Gives each record with its messages. */
export const rowReader = (places: Places, width: number) => {
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
