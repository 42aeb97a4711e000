import { BULK_MOST } from '../../schema/bulk.ts';
import { BulkFileError, decodeText, UNREADABLE } from './bulk-decode.ts';
import { type ReadRow, rowReader } from './bulk-rows.ts';
import { EMPTY_FILE, type FileTable, readTable } from './bulk-table.ts';

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
