/** The S3 emulator as a process: `node local/s3.ts PORT`; its folder, keys and allowed origins come from the environment. */
import { createS3 } from './s3/server.ts';

const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};

createS3({
  folder: setting('S3_FOLDER'),
  bucket: setting('S3_BUCKET'),
  origins: setting('S3_ORIGINS').split(',').filter(Boolean),
  keys: {
    accessKeyId: setting('S3_ACCESS_KEY_ID'),
    secretAccessKey: setting('S3_SECRET_ACCESS_KEY'),
    region: setting('S3_REGION'),
  },
}).listen(Number(process.argv[2]), '127.0.0.1');
