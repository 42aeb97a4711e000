import { api } from '../../device/api.ts';
import { localToday } from '../../device/today.ts';
import { download } from '../../files/csv.ts';
import { Archive } from './archive.ts';

type PersonExport = { files: { name: string; record: string; url: string }[] };

const TIMEOUT_MS = 60_000;

/** Saves all that is kept about the user as one archive. Returns how many files could not be loaded; the archive names
 * them. */
export const exportMyData = async (onProgress: (done: number, of: number) => void): Promise<number> => {
  const { files, ...data } = await api<PersonExport>('/api/exports/me', { timeout_ms: TIMEOUT_MS });
  const archive = new Archive();
  const missing: string[] = [];
  for (const [at, { name, record, url }] of files.entries()) {
    onProgress(at + 1, files.length);
    const path = pathInArchive(record, at + 1, name);
    const bytes = await loadFile(url);
    if (bytes) archive.add(path, bytes);
    else missing.push(path);
  }
  archive.text('data.json', JSON.stringify({ ...data, missing_files: missing }, null, 2));
  download(`porchlight-my-data-${localToday()}.zip`, archive.finish(), 'application/zip');
  return missing.length;
};

/** `record` is `entity/id`. */
export const pathInArchive = (record: string, number: number, name: string): string =>
  `files/${record.replaceAll('/', '-')}/${number}-${name.replaceAll(/[\\/]/g, '_')}`;

/** Undefined where it is missing or storage does not respond. */
export const loadFile = async (url: string): Promise<Uint8Array | undefined> => {
  try {
    const response = await fetch(url);
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
  } catch {
    return undefined;
  }
};
