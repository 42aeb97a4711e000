import { api } from '../../device/api.ts';
import { localToday } from '../../device/today.ts';
import { Archive, loadFile, pathInArchive } from '../../files/archive.ts';
import { download } from '../../files/download.ts';

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
