import type { Context } from 'hono';
import { FILE_LIMIT, FILE_SIZE_MESSAGE } from '../../schema/uploads.ts';
import { Refusal } from '../../sync/tx.ts';
import { HttpError } from './errors.ts';

export const readSingleFile = async (c: Context): Promise<File> => {
  const parts = [...(await readFormData(c)).values()] as (string | File)[];
  const [file, ...others] = parts.filter((part) => typeof part !== 'string');
  if (!file) throw new Refusal('invalid', 'No file selected');
  if (others.length > 0) throw new Refusal('invalid', 'Please upload one file');
  if (file.size > FILE_LIMIT) throw new HttpError(413, FILE_SIZE_MESSAGE);
  return file;
};

const readFormData = async (c: Context): Promise<FormData> => {
  if (!c.req.header('content-type')?.startsWith('multipart/form-data')) return new FormData();
  try {
    return await c.req.formData();
  } catch (error) {
    if (error instanceof TypeError) throw new HttpError(400, 'Malformed form data', {}, { code: 'malformed_body' });
    throw error;
  }
};
