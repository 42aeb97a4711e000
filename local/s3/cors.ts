import type { IncomingMessage, ServerResponse } from 'node:http';
import { S3Error } from './error.ts';

/** Lets the pages of `origins` read the answer, as a bucket's CORS rule does. Whether this page may. */
export const allowOrigin = (request: IncomingMessage, response: ServerResponse, origins: string[]): boolean => {
  response.setHeader('vary', 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method');
  const { origin } = request.headers;
  if (!origin || !origins.includes(origin)) return false;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-expose-headers', 'ETag, Content-Range, Content-Disposition');
  return true;
};

/** Answers a browser's question before an upload or download. Throws AccessForbidden. */
export const preflight = (request: IncomingMessage, response: ServerResponse, allowed: boolean): void => {
  const method = request.headers['access-control-request-method'] ?? '';
  if (!allowed || !['GET', 'HEAD', 'PUT'].includes(method)) {
    throw new S3Error('AccessForbidden', 'CORSResponse: This CORS request is not allowed.');
  }
  response.setHeader('access-control-allow-methods', 'GET, HEAD, PUT');
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '');
  response.setHeader('access-control-max-age', '3000');
  response.writeHead(200).end();
};
