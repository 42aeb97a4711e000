import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Configuration } from './configuration.ts';
import { Disk } from './disk.ts';
import { S3Error } from './error.ts';
import { listObjects } from './list.ts';
import { type Call, deleteObject, getObject, putObject } from './objects.ts';
import { type Keys, verify } from './signature.ts';

/** `endpoint` is the address at which a proxy or another server offers it, if not at its own: its path stands before the
 * bucket's, and links are signed for its host. */
type S3Options = { folder: string; bucket: string; keys: Keys; origins: string[]; endpoint?: string };

const OPERATIONS: Record<string, (call: Call) => Promise<void>> = {
  GET: getObject,
  HEAD: getObject,
  PUT: putObject,
  DELETE: deleteObject,
};

// Any other parameter names another operation (?acl, ?uploads), which must not be taken for a plain one.
const KNOWN = /^(x-amz-|x-id$|response-)/i;

export const createS3 = (options: S3Options): Server => createServer(s3Listener(options));

export const s3Listener = (options: S3Options): RequestListener => {
  const disk = new Disk(options.folder);
  const configuration = new Configuration(options.origins);
  return (request, response) => {
    answer(request, response, { ...options, disk, configuration }).catch((error: unknown) =>
      refuse(request, response, error),
    );
  };
};

type Bucket = S3Options & { disk: Disk; configuration: Configuration };

const answer = async (request: IncomingMessage, response: ServerResponse, options: Bucket) => {
  const { disk, configuration } = options;
  const allowed = allowOrigin(request, response, configuration.origins);
  if (request.method === 'OPTIONS') return preflight(request, response, allowed);
  const own = options.endpoint === undefined ? undefined : new URL(options.endpoint);
  const url = new URL(request.url ?? '/', own?.origin ?? `http://${request.headers.host}`);
  // What health asks: it has no key, and a bucket that can store nothing is down.
  if (request.method === 'GET' && url.pathname === `/${options.bucket}` && url.search === '') await disk.requireRoom();
  await verify({ method: request.method ?? '', url, headers: request.headers }, options.keys, new Date());
  const { bucket, key } = namesIn(url.pathname.slice(own?.pathname.length ?? 0));
  if (bucket !== options.bucket)
    throw new S3Error('NoSuchBucket', 'The specified bucket does not exist', { BucketName: bucket });
  if (key === '') return bucketAnswer(request, response, url, options);
  if (Buffer.byteLength(key) > 1024) throw new S3Error('KeyTooLongError', 'Your key is too long');
  const extra = [...url.searchParams.keys()].find((name) => !KNOWN.test(name));
  if (extra) throw new S3Error('NotImplemented', `?${extra} is not implemented`);
  const operate = OPERATIONS[request.method ?? ''];
  if (!operate) throw new S3Error('MethodNotAllowed', 'The specified method is not allowed against this resource.');
  await operate({ request, response, url, bucket, key, disk });
};

const bucketAnswer = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  { disk, configuration }: Bucket,
): Promise<void> =>
  request.method === 'GET' && url.searchParams.get('list-type') === '2'
    ? listObjects(response, url, disk)
    : configuration.answer(request, response, url);

const namesIn = (path: string): { bucket: string; key: string } => {
  const [, bucket = '', ...rest] = path.split('/');
  try {
    return { bucket, key: decodeURIComponent(rest.join('/')) };
  } catch {
    throw new S3Error('InvalidArgument', 'The key is not well encoded');
  }
};

const refuse = (request: IncomingMessage, response: ServerResponse, error: unknown): void => {
  if (response.headersSent || response.destroyed) return void response.destroy();
  if (!(error instanceof S3Error)) console.error(`${request.method} ${request.url}`, error);
  const known = error instanceof S3Error ? error : new S3Error('InternalError', 'We encountered an internal error.');
  for (const name of response.getHeaderNames()) if (/^(content|etag|x-amz)/.test(name)) response.removeHeader(name);
  response.writeHead(known.status, { 'content-type': 'application/xml' });
  response.end(request.method === 'HEAD' ? undefined : known.xml());
};

const allowOrigin = (request: IncomingMessage, response: ServerResponse, origins: string[]): boolean => {
  response.setHeader('vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method');
  const { origin } = request.headers;
  if (!origin || !origins.includes(origin)) return false;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', 'ETag, Content-Range, Content-Disposition');
  return true;
};

/** Answers a CORS preflight request. Throws AccessForbidden. */
const preflight = (request: IncomingMessage, response: ServerResponse, allowed: boolean): void => {
  const method = request.headers['access-control-request-method'] ?? '';
  if (!allowed || !['GET', 'HEAD', 'PUT'].includes(method)) {
    throw new S3Error('AccessForbidden', 'CORSResponse: This CORS request is not allowed.');
  }
  response.setHeader('access-control-allow-methods', 'GET, HEAD, PUT');
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '');
  response.setHeader('access-control-max-age', '3000');
  response.writeHead(200).end();
};
