import type { IncomingMessage, ServerResponse } from 'node:http';
import { S3Error } from './error.ts';

const KINDS = ['cors', 'lifecycle', 'versioning'] as const;
type Kind = (typeof KINDS)[number];

/** A bucket's configuration. It is kept as it came; of it only the CORS rule's origins are followed. */
export class Configuration {
  readonly #texts = new Map<Kind, string>();
  readonly #origins: string[];

  constructor(origins: string[]) {
    this.#origins = origins;
  }

  get origins(): string[] {
    const cors = this.#texts.get('cors');
    return cors === undefined
      ? this.#origins
      : [...cors.matchAll(/<AllowedOrigin>([^<]+)</g)].map(([, one]) => String(one));
  }

  /** Answers a call on the bucket itself. Throws NotImplemented. */
  async answer(request: IncomingMessage, response: ServerResponse, { searchParams }: URL): Promise<void> {
    if (request.method === 'HEAD') return void response.writeHead(200).end();
    const kind = KINDS.find((one) => searchParams.has(one));
    if (!kind)
      throw new S3Error(
        'NotImplemented',
        'Only HEAD, ListObjectsV2, ?cors, ?lifecycle and ?versioning are implemented for a bucket',
      );
    if (request.method === 'PUT') {
      this.#texts.set(kind, Buffer.concat(await request.toArray()).toString());
      return void response.writeHead(200).end();
    }
    if (request.method !== 'GET')
      throw new S3Error('MethodNotAllowed', 'The specified method is not allowed against this resource.');
    const text = this.#texts.get(kind);
    if (text === undefined) throw new S3Error('NoSuchConfiguration', `The bucket has no ${kind} configuration`);
    response.writeHead(200, { 'content-type': 'application/xml' }).end(text);
  }
}
