import { FILE_TYPES } from '../../schema/uploads.ts';
import type { Answer, Person, TestContext } from './fixtures.ts';
import { create, draft } from './requests.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'));

/** Small files that are what their extension says. */
export const GENUINE: Record<string, Uint8Array> = {
  pdf: new TextEncoder().encode('%PDF-1.7\n%%EOF'),
  doc: bytes('d0cf11e0a1b11ae10000000000000000'),
  docx: bytes('504b030414000600080000002100'),
  jpg: bytes('ffd8ffe000104a46494600'),
  jpeg: bytes('ffd8ffe1001845786966'),
  png: bytes('89504e470d0a1a0a0000000d49484452'),
  gif: new TextEncoder().encode('GIF89a;'),
};

export const HTML = new TextEncoder().encode('<!doctype html><script>alert(1)</script>');

/** A genuine file made `size` bytes long. */
export const padded = (extension: string, size: number): Uint8Array => {
  const padding = new Uint8Array(size);
  padding.set(GENUINE[extension] as Uint8Array);
  return padding;
};

export const extensionOf = (name: string) => name.split('.').pop() ?? '';

export const typeOf = (name: string): string => FILE_TYPES[extensionOf(name)] ?? '';

/** HTML of as many bytes as the genuine file, which a link for that one takes too. */
export const disguised = (name: string): Uint8Array => HTML.slice(0, GENUINE[extensionOf(name)]?.length);

/** The browser names a file so when it asks for a link. Without bytes it is the genuine one of that extension. */
export const named = (fileName: string, bytes = GENUINE[extensionOf(fileName)]) => ({
  fileName,
  fileType: typeOf(fileName),
  fileSize: bytes?.length ?? 1,
});

/** Asks for an upload link for a request's file. */
export const presign = (person: Person, fileName: string, more: object = {}): Promise<Answer> =>
  person.call('POST', '/api/requests/presigned-url', { ...named(fileName), ...more });

/** The browser's direct PUT. Answers the status. */
export const put = async (url: string, body: Uint8Array, type: string): Promise<number> => {
  const answer = await fetch(url, { method: 'PUT', body: body as BodyInit, headers: { 'Content-Type': type } });
  await answer.arrayBuffer();
  return answer.status;
};

/** Uploads bytes as `fileName`, as the browser does. Returns the link and its key. */
export const upload = async (person: Person, fileName: string, body = GENUINE[extensionOf(fileName)]) => {
  const { uploadUrl, s3Key } = (await presign(person, fileName, named(fileName, body))).body as {
    uploadUrl: string;
    s3Key: string;
  };
  const status = await put(uploadUrl, body as Uint8Array, typeOf(fileName));
  if (status !== 200) throw new Error(`The upload of ${fileName} answered ${status}`);
  return { uploadUrl, s3Key };
};

/** Stores bytes under a link's key as if the link were of a release whose links bound no length. Returns the key. */
export const uploadUnbound = async ({ db, deps }: TestContext, link: Answer, fileName: string, body: Uint8Array) => {
  const { s3Key } = link.body as { s3Key: string };
  await db.execute({ sql: 'UPDATE uploads SET size = NULL WHERE key = ?', args: [s3Key] });
  await deps.storage.put(s3Key, body, typeOf(fileName));
  return s3Key;
};

/** Files a request that names a key. */
export const postWithFile = (person: Person, photo_url: string) =>
  person.call('POST', '/api/requests', draft({ photo_url }));
/** The same where it must succeed. Returns the record. */
export const createWithFile = (person: Person, photo_url: string) => create(person, { photo_url });

/** Asks for a download link. */
export const link = (person: Person, s3Key: string) => person.call('POST', '/api/requests/download-url', { s3Key });
/** Asks for a link and follows it. */
export const download = async (person: Person, s3Key: string) => fetch((await link(person, s3Key)).body.downloadUrl);

/** The keys of so many photos, named 1.png and so on. */
export const uploads = async (person: Person, count: number): Promise<string[]> => {
  const keys: string[] = [];
  for (let n = 1; n <= count; n += 1) keys.push((await upload(person, `${n}.png`)).s3Key);
  return keys;
};

/** The names of a record's photos. */
export const namesOf = ({
  photo,
  more_photos,
}: {
  photo: { name: string } | null;
  more_photos: { name: string }[] | null;
}) => [photo, ...(more_photos ?? [])].map((file) => file?.name);
