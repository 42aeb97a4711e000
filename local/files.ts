import { AwsClient } from 'aws4fetch';
import { keepRunning } from './keep-running.ts';
import { localScript } from './paths.ts';
import type { Processes } from './processes.ts';
import type { Secrets } from './secrets.ts';
import { untilAnswers } from './until-answers.ts';

export const BUCKET = 'porchlight';
export const REGION = 'us-east-1';

export type SeedFiles = { put(key: string, bytes: Uint8Array, contentType: string): Promise<void> };

export const startFiles = async (
  processes: Processes,
  { port, folder, origins, secrets }: { port: number; folder: string; origins: string[]; secrets: Secrets },
): Promise<{ url: string; files: SeedFiles }> => {
  const url = `http://127.0.0.1:${port}`;
  const env = {
    S3_FOLDER: folder,
    S3_ORIGINS: origins.join(','),
    S3_BUCKET: BUCKET,
    S3_REGION: REGION,
    S3_ACCESS_KEY_ID: secrets.S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY: secrets.S3_SECRET_ACCESS_KEY,
  };
  await keepRunning(processes, {
    name: 'files',
    port,
    command: process.execPath,
    args: () => [localScript('s3.ts'), String(port)],
    env,
    ready: (running) => untilAnswers(running, url),
    whenLost: 'Uploads and downloads fail until it is back. Everything else works.',
  });
  return { url, files: filesAt(`${url}/${BUCKET}`, secrets) };
};

const filesAt = (bucketUrl: string, secrets: Secrets): SeedFiles => {
  const aws = new AwsClient({
    accessKeyId: secrets.S3_ACCESS_KEY_ID,
    secretAccessKey: secrets.S3_SECRET_ACCESS_KEY,
    region: REGION,
    service: 's3',
  });
  return {
    put: async (key, bytes, contentType) => {
      const path = key.split('/').map(encodeURIComponent).join('/');
      const body = bytes as Uint8Array<ArrayBuffer>;
      const answer = await aws.fetch(`${bucketUrl}/${path}`, {
        method: 'PUT',
        body,
        headers: { 'Content-Type': contentType },
      });
      if (!answer.ok) throw new Error(`${key} was not stored: ${await answer.text()}`);
    },
  };
};
