import type { ServerResponse } from 'node:http';
import type { Disk } from './disk.ts';
import { escaped, S3Error } from './error.ts';

const KNOWN = /^(list-type|prefix|max-keys|continuation-token|start-after|x-id|x-amz-.*)$/i;
const MAX_KEYS = 1000;

/** ListObjectsV2. The token of the next page is the last key of this one, in base64. */
export const listObjects = async (response: ServerResponse, url: URL, disk: Disk): Promise<void> => {
  const query = url.searchParams;
  const unknown = [...query.keys()].find((name) => !KNOWN.test(name));
  if (unknown) throw new S3Error('NotImplemented', `?${unknown} is not implemented`);
  const token = query.get('continuation-token');
  const after = Buffer.from(token ? Buffer.from(token, 'base64') : (query.get('start-after') ?? ''));
  const limit = Math.min(MAX_KEYS, Number(query.get('max-keys') ?? MAX_KEYS));
  const rest = (await disk.list(query.get('prefix') ?? '')).filter(
    ({ key }) => Buffer.compare(Buffer.from(key), after) > 0,
  );
  const page = rest.slice(0, limit);
  const isTruncated = rest.length > page.length;
  const next = Buffer.from(page.at(-1)?.key ?? '').toString('base64');
  const contents = page.map(
    ({ key, size, etag, modified }) =>
      `<Contents><Key>${escaped(key)}</Key><LastModified>${modified}</LastModified><ETag>${escaped(etag)}</ETag><Size>${size}</Size></Contents>`,
  );
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult><KeyCount>${page.length}</KeyCount><MaxKeys>${limit}</MaxKeys>` +
      `<IsTruncated>${isTruncated}</IsTruncated>${isTruncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}` +
      `${contents.join('')}</ListBucketResult>`,
  );
};
