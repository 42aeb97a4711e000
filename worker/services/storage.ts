import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  type ServiceInputTypes,
  type ServiceOutputTypes,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { StorageAway } from './errors.ts';
import { tracedFetch } from './trace.ts';

/** `endpoint` may be any S3-compatible service with path-style addresses. */
export type S3Config = {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** `size` in bytes, `type` the stored content type. */
export type ObjectInfo = { size: number; type: string };

/** Throws StorageAway if S3 does not respond with 2xx, except for missing objects in `head`, `peek` and `copy`. */
export type Storage = {
  /** Allows one PUT of exactly this content type and `size` in bytes, within 15 minutes. */
  presignPut(key: string, contentType: string, size: number): Promise<string>;
  /** Downloads the object as `fileName` within 5 minutes. */
  presignGet(key: string, fileName: string, contentType: string): Promise<string>;
  head(key: string): Promise<ObjectInfo | undefined>;
  /** Reads the first `count` bytes; `size` is that of the whole object. */
  peek(key: string, count: number): Promise<(ObjectInfo & { bytes: Uint8Array }) | undefined>;
  /** Returns false if `from` is missing. */
  copy(from: string, to: string, contentType: string): Promise<boolean>;
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  delete(key: string): Promise<void>;
};

export const UPLOAD_SECONDS = 900;
export const DOWNLOAD_SECONDS = 300;
const TIMEOUT_MS = 10_000;

/** The worker's own calls also use presigned links, because the SDK's XML parser needs a DOM, which workers lack. */
export const createStorage = (config: S3Config): Storage => {
  const { bucket: Bucket } = config;
  const sign = createSigner(config);
  const call = async <In extends ServiceInputTypes, Out extends ServiceOutputTypes>(
    command: Command<In, Out>,
    init: RequestInit,
  ) => {
    const url = await sign(command, 60);
    return tracedFetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((cause: unknown) => {
      throw new StorageAway('Storage did not answer', { cause });
    });
  };

  return {
    presignPut: (Key, ContentType, ContentLength) =>
      sign(new PutObjectCommand({ Bucket, Key, ContentType, ContentLength }), UPLOAD_SECONDS),
    presignGet: (Key, fileName, ResponseContentType) =>
      sign(
        new GetObjectCommand({
          Bucket,
          Key,
          ResponseContentType,
          ResponseContentDisposition: contentDisposition(fileName),
        }),
        DOWNLOAD_SECONDS,
      ),
    head: async (Key) => {
      const response = await call(new HeadObjectCommand({ Bucket, Key }), { method: 'HEAD' });
      return response.status === 404 ? undefined : objectInfo(await requireOk(response, Key));
    },
    peek: async (Key, count) => {
      const headers = { range: `bytes=0-${count - 1}` };
      const response = await call(new GetObjectCommand({ Bucket, Key, Range: headers.range }), { headers });
      if (response.status === 404) return undefined;
      // For an empty object S3 calls the range unsatisfiable.
      if (response.status === 416) return { size: 0, type: '', bytes: new Uint8Array() };
      const bytes = new Uint8Array(await (await requireOk(response, Key)).arrayBuffer());
      return { ...objectInfo(response), bytes };
    },
    copy: async (from, Key, ContentType) => {
      const CopySource = encodeKey(`${Bucket}/${from}`);
      const command = new CopyObjectCommand({ Bucket, Key, CopySource, ContentType, MetadataDirective: 'REPLACE' });
      const headers = {
        'content-type': ContentType,
        'x-amz-copy-source': CopySource,
        'x-amz-metadata-directive': 'REPLACE',
      };
      const response = await call(command, { method: 'PUT', headers });
      if (response.status === 404) return false;
      // S3 may answer 200 and still report an error in the body.
      if ((await (await requireOk(response, Key)).text()).includes('<Error>')) throw new Error(`Copy to ${Key} failed`);
      return true;
    },
    put: async (Key, bytes, ContentType) => {
      const command = new PutObjectCommand({ Bucket, Key, ContentType, ContentLength: bytes.byteLength });
      const headers = { 'content-type': ContentType };
      await requireOk(await call(command, { method: 'PUT', headers, body: bytes as BodyInit }), Key);
    },
    delete: async (Key) => {
      await requireOk(await call(new DeleteObjectCommand({ Bucket, Key }), { method: 'DELETE' }), Key);
    },
  };
};

const client = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Config) =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // Otherwise the SDK signs a checksum header that browsers do not send.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

type Command<Input extends ServiceInputTypes, Output extends ServiceOutputTypes> = Parameters<
  typeof getSignedUrl<ServiceInputTypes, Input, Output>
>[1];

/** Headers that the link is bound to. Otherwise the presigner moves them into the query. */
const SIGNED_HEADERS = ['content-type', 'content-length', 'range', 'x-amz-copy-source', 'x-amz-metadata-directive'];

const createSigner = (config: S3Config) => {
  let s3: S3Client | undefined;
  return <In extends ServiceInputTypes, Out extends ServiceOutputTypes>(
    command: Command<In, Out>,
    expiresIn: number,
  ) => {
    s3 ??= client(config);
    const bound = {
      signableHeaders: new Set([...SIGNED_HEADERS, 'host']),
      unhoistableHeaders: new Set(SIGNED_HEADERS),
    };
    return getSignedUrl(s3, command, { expiresIn, ...bound });
  };
};

const requireOk = async (response: Response, key: string) => {
  if (response.ok) return response;
  throw new StorageAway(`Storage answered ${response.status} for ${key}: ${(await response.text()).slice(0, 200)}`);
};

const objectInfo = ({ headers }: Response): ObjectInfo => ({
  size: Number(headers.get('content-range')?.split('/')[1] ?? headers.get('content-length')),
  type: headers.get('content-type') ?? '',
});

const encodeKey = (key: string) => key.split('/').map(encodeURIComponent).join('/');

/** RFC 6266: an ASCII name, and the exact one as in RFC 5987. */
const contentDisposition = (name: string) => {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
};
