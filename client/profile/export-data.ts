import { strToU8, type Zippable, zip } from 'fflate';
import { api } from '../api.ts';
import { download } from '../csv.ts';
import { localToday } from '../today.ts';

type PersonExport = { files: { name: string; record: string; url: string }[] };

const TIMEOUT_MS = 60_000;

/** Saves all that is kept about the user as one archive. Returns how many files could not be loaded; the archive names
 * them. */
export const exportMyData = async (onProgress: (done: number, of: number) => void): Promise<number> => {
  const { files, ...data } = await api<PersonExport>('/api/exports/me', { timeout_ms: TIMEOUT_MS });
  const archive: Zippable = {};
  const missing: string[] = [];
  for (const [at, { name, record, url }] of files.entries()) {
    onProgress(at + 1, files.length);
    const path = `files/${record.replaceAll('/', '-')}/${at + 1}-${name.replaceAll(/[\\/]/g, '_')}`;
    const bytes = await load(url);
    if (bytes) archive[path] = [bytes, { level: 0 }];
    else missing.push(path);
  }
  archive['data.json'] = strToU8(JSON.stringify({ ...data, missing_files: missing }, null, 2));
  download(`porchlight-my-data-${localToday()}.zip`, await zipped(archive), 'application/zip');
  return missing.length;
};

const load = async (url: string): Promise<Uint8Array | undefined> => {
  const response = await fetch(url).catch(() => undefined);
  return response?.ok ? new Uint8Array(await response.arrayBuffer()) : undefined;
};

const zipped = (archive: Zippable): Promise<Uint8Array> =>
  new Promise((resolve, reject) => zip(archive, (error, bytes) => (error ? reject(error) : resolve(bytes))));
