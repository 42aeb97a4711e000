import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
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
type ObjectInfo = { size: number; type: string };

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
  /** Throws while nothing can be stored; missing where a call of the bucket tells it. */
  check?(): Promise<void>;
};

const UPLOAD_SECONDS = 900;
const DOWNLOAD_SECONDS = 300;
const TIMEOUT_MS = 10_000;

export const createStorage = (config: S3Config): Storage => {
  const { bucket: Bucket } = config;
  let client: S3Client | undefined;
  const s3 = () => {
    client ??= createClient(config);
    return client;
  };

  return {
    presignPut: (Key, ContentType, ContentLength) =>
      presign(s3(), new PutObjectCommand({ Bucket, Key, ContentType, ContentLength }), UPLOAD_SECONDS),
    presignGet: (Key, fileName, ResponseContentType) => {
      const ResponseContentDisposition = contentDisposition(fileName);
      const command = new GetObjectCommand({ Bucket, Key, ResponseContentType, ResponseContentDisposition });
      return presign(s3(), command, DOWNLOAD_SECONDS);
    },
    head: (Key) =>
      answered(Key, async () => {
        const { ContentLength, ContentType } = await s3().send(new HeadObjectCommand({ Bucket, Key }));
        return { size: Number(ContentLength), type: ContentType ?? '' };
      }),
    peek: async (Key, count) =>
      answered(Key, () => readRange(s3(), new GetObjectCommand({ Bucket, Key, Range: `bytes=0-${count - 1}` })), EMPTY),
    copy: async (from, Key, ContentType) => {
      const CopySource = encodeKey(`${Bucket}/${from}`);
      const command = new CopyObjectCommand({ Bucket, Key, CopySource, ContentType, MetadataDirective: 'REPLACE' });
      return (await answered(Key, () => s3().send(command))) !== undefined;
    },
    put: async (Key, Body, ContentType) => {
      const command = new PutObjectCommand({ Bucket, Key, Body, ContentType, ContentLength: Body.byteLength });
      await answered(Key, () => s3().send(command));
    },
    delete: async (Key) => {
      await answered(Key, () => s3().send(new DeleteObjectCommand({ Bucket, Key })));
    },
  };
};

const readRange = async (s3: S3Client, command: GetObjectCommand): Promise<ObjectInfo & { bytes: Uint8Array }> => {
  const { Body, ContentRange, ContentLength, ContentType } = await s3.send(command);
  const bytes = (await Body?.transformToByteArray()) ?? new Uint8Array();
  return { size: Number(ContentRange?.split('/')[1] ?? ContentLength), type: ContentType ?? '', bytes };
};

const EMPTY = { size: 0, type: '', bytes: new Uint8Array() };

/** Undefined for a missing object. Of an empty one S3 calls any range unsatisfiable, which gives `empty`. */
const answered = async <T>(key: string, call: () => Promise<T>, empty?: T): Promise<T | undefined> => {
  try {
    return await call();
  } catch (cause) {
    const status = cause instanceof S3ServiceException ? cause.$metadata.httpStatusCode : undefined;
    if (status === 404) return undefined;
    if (status === 416) return empty;
    const answer =
      status === undefined ? 'did not answer' : `answered ${status} for ${key}: ${String(cause).slice(0, 200)}`;
    throw new StorageAway(`Storage ${answer}`, { cause });
  }
};

const createClient = ({ endpoint, region, accessKeyId, secretAccessKey }: S3Config) =>
  new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // Jobs try again, and a request tells its user.
    maxAttempts: 1,
    // fetch knows no such header.
    expectContinueHeader: false,
    // Otherwise the SDK signs a checksum header that browsers do not send.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { handle: send, updateHttpClientConfig: () => undefined, httpHandlerConfigs: () => ({}) },
  });

/** A call as the SDK wants it made. */
type SdkRequest = {
  protocol: string;
  hostname: string;
  port?: number;
  path: string;
  query: Record<string, string>;
  method: string;
  headers: Record<string, string>;
  body?: BodyInit;
};

/** Counts the call as one of this request, and gives it up after a while. */
const send = async ({ protocol, hostname, port, path, query, method, headers, body }: SdkRequest) => {
  const url = new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await tracedFetch(url, { method, headers, body, signal });
  const { status: statusCode, statusText: reason } = response;
  return {
    response: {
      statusCode,
      reason,
      headers: Object.fromEntries(response.headers),
      body: response.body ?? new Uint8Array(),
    },
  };
};

/** Headers that the link is bound to. Otherwise the presigner moves them into the query. */
const BOUND = ['content-type', 'content-length'];

const presign = (s3: S3Client, command: GetObjectCommand | PutObjectCommand, expiresIn: number): Promise<string> =>
  getSignedUrl(s3, command, {
    expiresIn,
    signableHeaders: new Set([...BOUND, 'host']),
    unhoistableHeaders: new Set(BOUND),
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
