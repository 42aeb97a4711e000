import { createStore, del, entries, get, set } from 'idb-keyval';
import type { UploadFeature } from '../../schema/uploads.ts';
import { fetchFile } from './file-calls.ts';

/** Photos that were seen once are shown without a connection; the oldest give way. */
const KEPT_PHOTOS = 150;

type Kept = { blob: Blob; at: number };

const store = createStore('porchlight-photos', 'files');
/** Object URLs of this page by storage key. */
const urls = new Map<string, Promise<string>>();

const nameOf = (user_id: string, key: string) => `${user_id}/${key}`;

/** An object URL of the photo, from this device or the server. Throws without a connection if it was never seen here. */
export const photoUrl = (user_id: string, feature: UploadFeature, key: string): Promise<string> => {
  const name = nameOf(user_id, key);
  const known = urls.get(name);
  if (known) return known;
  const url = load(name, feature, key).then((blob) => URL.createObjectURL(blob));
  urls.set(name, url);
  url.catch(() => urls.delete(name));
  return url;
};

const load = async (name: string, feature: UploadFeature, key: string): Promise<Blob> => {
  const kept = await find(name).catch(() => undefined);
  if (kept) return kept.blob;
  const blob = await fetchFile(feature, key);
  // Without room or storage it is only shown.
  await keep(name, blob).catch(() => undefined);
  return blob;
};

/** A browser that refuses storage throws at once. */
const find = async (name: string) => get<Kept>(name, store);
const findAll = async () => entries<string, Kept>(store);

const keep = async (name: string, blob: Blob) => {
  await set(name, { blob, at: Date.now() } satisfies Kept, store);
  const all = (await findAll()).sort(([, a], [, b]) => a.at - b.at);
  for (const [oldest] of all.slice(0, Math.max(0, all.length - KEPT_PHOTOS))) await del(oldest, store);
};

/** Removes a user's photos from this device. */
export const removePhotos = async (user_id: string): Promise<void> => {
  for (const [name, url] of urls)
    if (name.startsWith(`${user_id}/`)) {
      urls.delete(name);
      void url.then(URL.revokeObjectURL, () => undefined);
    }
  const all = await findAll().catch(() => []);
  for (const [name] of all) if (name.startsWith(`${user_id}/`)) await del(name, store);
};
