import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AwsV4Signer } from 'aws4fetch';
import { S3Error } from './error.ts';

export type Keys = { accessKeyId: string; secretAccessKey: string; region: string };
type Signed = { method: string; url: URL; headers: IncomingHttpHeaders };
type Claim = { credential: string; date: string; signedHeaders: string[]; signature: string; presigned: boolean };

const WEEK = 604_800;
const SKEW = 15 * 60 * 1000;

/** Verifies the SigV4 signature of a request, in its query or Authorization header, and its time. Throws S3Error. */
export const verify = async (request: Signed, keys: Keys, now: Date): Promise<void> => {
  const claim = claimOf(request);
  checkScope(claim, keys);
  if (claim.presigned) checkExpiry(request.url.searchParams, claim, now);
  else checkSkew(claim, now);
  checkHeadersSigned(request.headers, claim);
  if (!same(await sign(request, claim, keys), claim.signature)) {
    throw new S3Error(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    );
  }
};

const claimOf = ({ url, headers }: Signed): Claim => {
  const query = url.searchParams;
  if (query.has('X-Amz-Signature')) {
    const part = (name: string) => query.get(`X-Amz-${name}`) ?? '';
    if (part('Algorithm') !== 'AWS4-HMAC-SHA256') throw malformed(true, 'Unsupported X-Amz-Algorithm');
    const signedHeaders = part('SignedHeaders').split(';');
    return {
      credential: part('Credential'),
      date: part('Date'),
      signedHeaders,
      signature: part('Signature'),
      presigned: true,
    };
  }
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
    headers.authorization ?? '',
  );
  if (!parts) throw new S3Error('AccessDenied', 'Access Denied');
  const [, credential = '', signedHeaders = '', signature = ''] = parts;
  const date = String(headers['x-amz-date'] ?? '');
  return { credential, date, signedHeaders: signedHeaders.split(';'), signature, presigned: false };
};

const checkScope = ({ credential, date, presigned }: Claim, { accessKeyId, region }: Keys): void => {
  const [id, ...scope] = credential.split('/');
  if (id !== accessKeyId) {
    throw new S3Error('InvalidAccessKeyId', 'The AWS Access Key Id you provided does not exist in our records.');
  }
  const wanted = [date.slice(0, 8), region, 's3', 'aws4_request'];
  if (scope.join('/') !== wanted.join('/'))
    throw malformed(presigned, `The credential scope must be ${wanted.join('/')}`);
};

const checkExpiry = (query: URLSearchParams, { date }: Claim, now: Date): void => {
  const seconds = Number(query.get('X-Amz-Expires') || Number.NaN);
  if (!(seconds >= 0 && seconds <= WEEK)) throw malformed(true, 'X-Amz-Expires must be between 0 and 604800 seconds');
  const start = timeOf(date, true);
  if (start > now.getTime() + SKEW) throw new S3Error('AccessDenied', 'Request is not valid yet');
  const end = new Date(start + seconds * 1000);
  if (now <= end) return;
  throw new S3Error('AccessDenied', 'Request has expired', {
    'X-Amz-Expires': String(seconds),
    Expires: end.toISOString(),
    ServerTime: now.toISOString(),
  });
};

const checkSkew = ({ date }: Claim, now: Date): void => {
  if (Math.abs(now.getTime() - timeOf(date, false)) <= SKEW) return;
  throw new S3Error(
    'RequestTimeTooSkewed',
    'The difference between the request time and the current time is too large.',
  );
};

/** Otherwise a presigned upload could be turned into a copy of any object. */
const checkHeadersSigned = (headers: IncomingHttpHeaders, { signedHeaders }: Claim): void => {
  const loose = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !signedHeaders.includes(name));
  if (loose.length === 0 && signedHeaders.includes('host')) return;
  throw new S3Error('AccessDenied', 'There were headers present in the request which were not signed', {
    HeadersNotSigned: loose.join(', ') || 'host',
  });
};

const sign = async ({ method, url, headers }: Signed, claim: Claim, keys: Keys): Promise<string> => {
  const unsigned = new URL(url);
  unsigned.searchParams.delete('X-Amz-Signature');
  const covered = claim.signedHeaders.filter((name) => name !== 'host' && headers[name] !== undefined);
  const signer = new AwsV4Signer({
    ...keys,
    method,
    url: unsigned.href,
    headers: Object.fromEntries(covered.map((name) => [name, String(headers[name]).trim()])),
    service: 's3',
    datetime: claim.date,
    signQuery: claim.presigned,
    allHeaders: true,
  });
  return signer.signature();
};

const same = (ours: string, theirs: string) =>
  ours.length === theirs.length && timingSafeEqual(Buffer.from(ours), Buffer.from(theirs));

const timeOf = (date: string, presigned: boolean): number => {
  const iso = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const time = Date.parse(iso);
  if (iso === date || Number.isNaN(time)) throw malformed(presigned, 'X-Amz-Date must be in the ISO8601 basic format');
  return time;
};

const malformed = (presigned: boolean, message: string) =>
  new S3Error(presigned ? 'AuthorizationQueryParametersError' : 'AuthorizationHeaderMalformed', message);
