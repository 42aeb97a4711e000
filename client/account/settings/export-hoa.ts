import { csvOf } from '../../../sync/formats/csv.ts';
import { ApiError, api } from '../../device/api.ts';
import { withStepUp } from '../../device/step-up.ts';
import { localToday } from '../../device/today.ts';
import { ownerId } from '../../device/token.ts';
import { Archive, loadFile, pathInArchive } from '../../files/archive.ts';
import { download } from '../../files/download.ts';

type EntityExport = { entity: string; name: string; columns: string[]; rows: number };
type HoaExport = {
  exported_at: string;
  hoa: { id: string; name: string };
  entities: EntityExport[];
  files: { count: number; bytes: number };
};
type Row = Record<string, unknown>;
type StoredFile = { key: string; name: string; record: string; size: number; url: string };

/** Limits of one archive: a zip without extensions holds 4 GB and 65,535 files. */
const MOST_BYTES = 1024 ** 3;
const MOST_FILES = 10_000;
const TIMEOUT_MS = 60_000;
const PAUSES_MS = [1000, 4000];

/** `done` of `of` records or files. */
export type Progress = { what: 'records' | 'files'; done: number; of: number };
export type Exported = { archives: number; missing: number };

/** Saves all records of the HOA and its files as one archive, or as several if they are large. Files that could not be
 * loaded are named in it. Throws ApiError, and the signal's reason once it is aborted. */
export const exportHoa = async (signal: AbortSignal, onProgress: (progress: Progress) => void): Promise<Exported> => {
  const run = new Run(signal, onProgress);
  await run.begin();
  await run.addRecords();
  await run.addFiles();
  return run.finish();
};

class Run {
  readonly #signal: AbortSignal;
  readonly #onProgress: (progress: Progress) => void;
  readonly #owner = ownerId();
  readonly #missing: string[] = [];
  #archive = new Archive();
  #archives = 0;
  #about!: HoaExport;

  constructor(signal: AbortSignal, onProgress: (progress: Progress) => void) {
    this.#signal = signal;
    this.#onProgress = onProgress;
  }

  async begin(): Promise<void> {
    // Not repeated, because each counts.
    this.#about = await withStepUp(() =>
      api<HoaExport>('/api/exports/hoa', { method: 'POST', timeout_ms: TIMEOUT_MS }),
    );
    this.#archive.text('README.txt', readme(this.#about));
  }

  async addRecords(): Promise<void> {
    const of = this.#about.entities.reduce((sum, { rows }) => sum + rows, 0);
    let done = 0;
    for (const entity of this.#about.entities) {
      const json = this.#archive.open(`records/${entity.name}.jsonl`);
      const csv = this.#archive.open(`records/${entity.name}.csv`);
      // Spreadsheets read UTF-8 only with a byte order mark.
      csv.write(`\ufeff${csvOf([entity.columns])}`);
      for (let after: string | null = ''; after !== null; ) {
        this.#onProgress({ what: 'records', done: Math.min(done, of), of });
        const page: { rows: Row[]; next: string | null } = await this.#read('records', {
          entity: entity.entity,
          after,
        });
        if (page.rows.length > 0) {
          json.write(page.rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
          csv.write(csvOf(page.rows.map((row) => entity.columns.map((column) => cellOf(row[column])))));
        }
        done += page.rows.length;
        after = page.next;
      }
      json.end();
      csv.end();
    }
  }

  async addFiles(): Promise<void> {
    const of = this.#about.files.count;
    let done = 0;
    let last = '';
    for (let after: string | null = ''; after !== null; ) {
      const page: { files: StoredFile[]; next: string | null } = await this.#read('files', { after });
      for (const file of page.files) {
        this.#onProgress({ what: 'files', done: done + 1, of: Math.max(of, done + 1) });
        const path = pathInArchive(file.record, done + 1, file.name);
        const bytes = (await loadFile(file.url)) ?? (await this.#loadAgain(last, file.key));
        this.#continue();
        if (bytes) this.#add(path, bytes);
        else this.#missing.push(path);
        done += 1;
        last = file.key;
      }
      after = page.next;
    }
  }

  finish(): Exported {
    if (this.#missing.length > 0) this.#archive.text('missing-files.txt', `${this.#missing.join('\n')}\n`);
    this.#save(this.#archives > 0);
    return { archives: this.#archives, missing: this.#missing.length };
  }

  /** The link may have expired. Throws ApiError 0 where nothing can be reached. */
  async #loadAgain(before: string, key: string): Promise<Uint8Array | undefined> {
    const { files } = await this.#read<{ files: StoredFile[] }>('files', { after: before });
    const file = files.find((one) => one.key === key);
    return file && loadFile(file.url);
  }

  #add(path: string, bytes: Uint8Array): void {
    const { size, entries } = this.#archive;
    if (size + bytes.length > MOST_BYTES || entries >= MOST_FILES) {
      this.#save(true);
      this.#archive = new Archive();
    }
    this.#archive.add(path, bytes);
  }

  #save(isPart: boolean): void {
    this.#archives += 1;
    const name = this.#about.hoa.name
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, '')
      .toLowerCase();
    const part = isPart ? `-part-${this.#archives}` : '';
    download(`porchlight-${name}-${localToday()}${part}.zip`, this.#archive.finish(), 'application/zip');
  }

  async #read<Page>(what: 'records' | 'files', query: Record<string, string>): Promise<Page> {
    for (const pause of [...PAUSES_MS, 0]) {
      this.#continue();
      try {
        const path = `/api/exports/hoa/${what}?${new URLSearchParams(query)}`;
        return await withStepUp(() => api<Page>(path, { timeout_ms: TIMEOUT_MS }));
      } catch (error) {
        if (pause === 0 || !(error instanceof ApiError) || (error.status > 0 && error.status < 500)) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
    throw new Error('Unreachable');
  }

  /** Another person may have signed in meanwhile. */
  #continue(): void {
    this.#signal.throwIfAborted();
    if (ownerId() !== this.#owner) throw new ApiError(401, 'Session expired', 'Session expired');
  }
}

const cellOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const readme = ({ hoa, exported_at, entities, files }: HoaExport): string => `Porchlight: all data of ${hoa.name}
Downloaded ${exported_at}

records/   Each kind of record twice: .csv for spreadsheets, .jsonl for programs, one JSON object per line.
           Amounts are in cents, times in UTC (ISO 8601); columns that end in _id name a row of another file.
           In .csv, text that a spreadsheet would read as a formula starts with an apostrophe.
files/     Attachments, photos and documents, in a folder for each record: its kind and its id.
           Files that could not be loaded are named in missing-files.txt. If there are several archives, the others
           hold more files.

Passwords, sign-ins and what each person has read are not included.

${entities.map(({ name, rows }) => `${String(rows).padStart(9)}  ${name}`).join('\n')}
${String(files.count).padStart(9)}  files (${files.bytes} bytes)
`;
