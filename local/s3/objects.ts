import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Disk, Meta, Range, Sums } from './disk.ts';
import { S3Error, xml } from './error.ts';

/** One verified call on one object. `bucket` is the only bucket there is. */
export type Call = {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  bucket: string;
  key: string;
  disk: Disk;
};

/** The most that one PUT may carry, in bytes, as on S3. */
const MAX_PUT_BYTES = 5 * 1024 ** 3;
const STORED_HEADERS = [
  'content-type',
  'content-disposition',
  'content-encoding',
  'content-language',
  'cache-control',
  'expires',
];

export const getObject = async ({ request, response, url, key, disk }: Call): Promise<void> => {
  const rangeIn = (meta: Meta) => rangeOf(request.headers.range, meta.size);
  // Before a file is opened, because a name outside ISO-8859-1 is refused here.
  setHeaders(response, overrides(url));
  const isHead = request.method === 'HEAD';
  const { meta, bytes } = isHead ? { meta: await disk.head(key), bytes: undefined } : await disk.get(key, rangeIn);
  const range = rangeIn(meta);
  setHeaders(response, { ...meta.headers, ...objectHeaders(meta), ...overrides(url) });
  if (range) response.setHeader('content-range', `bytes ${range.start}-${range.end}/${meta.size}`);
  response.setHeader('content-length', range ? range.end - range.start + 1 : meta.size);
  response.writeHead(range ? 206 : 200);
  if (bytes) await pipeline(bytes, response);
  else response.end();
};

export const putObject = async (call: Call): Promise<void> => {
  const { request, response, url, key, disk } = call;
  if (request.headers['if-none-match'] === '*') await refuseExisting(disk, key);
  if (request.headers['x-amz-copy-source']) return copyObject(call);
  const length = request.headers['content-length'];
  if (String(request.headers['x-amz-content-sha256']).startsWith('STREAMING-')) {
    throw new S3Error('NotImplemented', 'Bodies signed in chunks are not implemented');
  }
  if (length === undefined)
    throw new S3Error('MissingContentLength', 'You must provide the Content-Length HTTP header.');
  if (Number(length) > MAX_PUT_BYTES)
    throw new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size');
  const meta = await disk.put(key, request, storedHeaders(request), (sums) => checkSums(request, url, sums));
  response.writeHead(200, { etag: meta.etag }).end();
};

export const deleteObject = async ({ response, key, disk }: Call): Promise<void> => {
  await disk.remove(key);
  response.writeHead(204).end();
};

const copyObject = async ({ request, response, bucket, key, disk }: Call): Promise<void> => {
  const source = decodeURIComponent(String(request.headers['x-amz-copy-source'])).replace(/^\//, '');
  if (!source.startsWith(`${bucket}/`)) throw new S3Error('NoSuchBucket', 'The specified bucket does not exist');
  const ifMatch = request.headers['x-amz-copy-source-if-match'];
  const headers = request.headers['x-amz-metadata-directive'] === 'REPLACE' ? storedHeaders(request) : undefined;
  const meta = await disk.copy(source.slice(bucket.length + 1), key, headers, ({ etag }) => {
    if (ifMatch && unquoted(String(ifMatch)) !== unquoted(etag)) throw preconditionFailed('x-amz-copy-source-If-Match');
  });
  const body = xml('CopyObjectResult', { LastModified: meta.modified, ETag: meta.etag });
  response.writeHead(200, { 'content-type': 'application/xml' }).end(body);
};

const refuseExisting = async (disk: Disk, key: string): Promise<void> => {
  if (await disk.head(key).catch(() => undefined)) throw preconditionFailed('If-None-Match');
};

const preconditionFailed = (Condition: string) =>
  new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', { Condition });

const unquoted = (etag: string) => etag.replaceAll('"', '');

const storedHeaders = ({ headers }: IncomingMessage): Meta['headers'] => {
  const kept = Object.entries(headers).filter(
    ([name]) => STORED_HEADERS.includes(name) || name.startsWith('x-amz-meta-'),
  );
  return {
    'content-type': 'binary/octet-stream',
    ...Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
  };
};

const checkSums = ({ headers }: IncomingMessage, url: URL, sums: Sums): void => {
  const given = (name: string) => headers[name] ?? url.searchParams.get(name) ?? undefined;
  const sha256 = headers['x-amz-content-sha256'];
  if (sha256 && sha256 !== 'UNSIGNED-PAYLOAD' && sha256 !== sums.sha256) {
    throw new S3Error(
      'XAmzContentSHA256Mismatch',
      "The provided 'x-amz-content-sha256' header does not match what was computed.",
    );
  }
  const crc = given('x-amz-checksum-crc32');
  if (crc !== undefined && crc !== sums.crc32)
    throw new S3Error('BadDigest', 'The CRC32 you specified did not match the calculated checksum.');
};

const overrides = (url: URL): Record<string, string> => {
  const given = STORED_HEADERS.map((name) => [name, url.searchParams.get(`response-${name}`)] as const);
  return Object.fromEntries(given.filter((pair): pair is [string, string] => pair[1] !== null));
};

const objectHeaders = ({ etag, modified }: Meta) => ({
  etag,
  'last-modified': new Date(modified).toUTCString(),
  'accept-ranges': 'bytes',
});

const setHeaders = (response: ServerResponse, headers: Record<string, string>): void => {
  try {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  } catch {
    throw new S3Error('InvalidArgument', 'Header value cannot be represented using ISO-8859-1.');
  }
};

/** The one range asked for; several ranges and other units are ignored. */
const rangeOf = (header: string | undefined, size: number): Range | undefined => {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start <= end) return { start, end };
  throw new S3Error('InvalidRange', 'The requested range is not satisfiable', { ActualObjectSize: String(size) });
};
