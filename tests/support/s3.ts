import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { uuidv7 } from 'uuidv7';
import { inject } from 'vitest';

export const { endpoint, region, bucket: Bucket, accessKeyId, secretAccessKey } = inject('s3');

const settings = {
  endpoint,
  region,
  forcePathStyle: true,
  requestChecksumCalculation: 'WHEN_REQUIRED',
  maxAttempts: 1,
} as const;

export const s3 = new S3Client({ ...settings, credentials: { accessKeyId, secretAccessKey } });

export const stranger = new S3Client({ ...settings, credentials: { accessKeyId, secretAccessKey: 'guessed' } });

export const PNG = 'image/png';

export const newKey = () => `test/${uuidv7()}.png`;

export const signed = new Set(['content-type', 'content-length']);

export const store = async (Key: string, Body = 'hello') => {
  await s3.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: PNG, Metadata: { by: 'rex' } }));
  return Key;
};

export const textOf = async (Key: string, Range?: string) => {
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key, Range }));
  return Body?.transformToString();
};

export const refusal = async (answer: Response) => [answer.status, /<Code>(\w+)/.exec(await answer.text())?.[1]];

export const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error: { name: string; $metadata: { httpStatusCode: number } }) => [error.$metadata.httpStatusCode, error.name],
  );
