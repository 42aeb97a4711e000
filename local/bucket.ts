import {
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { S3Config } from '../worker/services/storage.ts';

export type StoredObject = { key: string; size: number; modified: Date };

/** A bucket as the tools of this folder use it; the worker signs its own calls (worker/services/storage.ts). */
export type Bucket = {
  /** Pages of at most 1,000 objects, in the order of their keys. */
  list(prefix: string): AsyncIterable<StoredObject[]>;
  has(key: string): Promise<boolean>;
  /** Returns undefined if there is no such object. */
  get(key: string): Promise<{ bytes: Uint8Array; type: string } | undefined>;
  put(key: string, bytes: Uint8Array, type: string): Promise<void>;
};

export const openBucket = ({ endpoint, region, bucket: Bucket, accessKeyId, secretAccessKey }: S3Config): Bucket => {
  const s3 = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
    // Services other than Amazon's do not know its newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return {
    list: async function* (Prefix) {
      for (let ContinuationToken: string | undefined, isLast = false; !isLast; ) {
        const page = await s3.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }));
        yield (page.Contents ?? []).map(({ Key = '', Size = 0, LastModified = new Date(0) }) => ({
          key: Key,
          size: Size,
          modified: LastModified,
        }));
        ContinuationToken = page.NextContinuationToken;
        isLast = ContinuationToken === undefined;
      }
    },
    has: async (Key) => (await orMissing(s3.send(new HeadObjectCommand({ Bucket, Key })))) !== undefined,
    get: async (Key) => {
      const object = await orMissing(s3.send(new GetObjectCommand({ Bucket, Key })));
      if (!object?.Body) return undefined;
      return { bytes: await object.Body.transformToByteArray(), type: object.ContentType ?? '' };
    },
    put: async (Key, Body, ContentType) => {
      await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }));
    },
  };
};

const orMissing = async <Answer>(call: Promise<Answer>): Promise<Answer | undefined> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
    throw error;
  }
};
