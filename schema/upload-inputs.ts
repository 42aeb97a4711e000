import * as z from 'zod/mini';
import { LOGO_LIMIT, LOGO_TOO_LARGE, LOGO_TYPES } from './hoas.ts';
import {
  FILE_EMPTY_MESSAGE,
  FILE_LIMIT,
  FILE_SIZE_MESSAGE,
  FILE_SIZE_MISSING,
  FILE_TYPE_MESSAGES,
  isAllowedFile,
  type UploadFeature,
} from './uploads.ts';

export const presignFor = (feature: UploadFeature) =>
  z
    .object({
      fileName: z.string({ error: 'No file selected' }).check(z.minLength(1, 'No file selected'), z.maxLength(255)),
      fileType: z.string({ error: FILE_TYPE_MESSAGES[feature] }).check(z.maxLength(200)),
      fileSize: z
        .number({ error: FILE_SIZE_MISSING })
        .check(z.int(), z.minimum(1, FILE_EMPTY_MESSAGE), mostBytes(feature)),
    })
    .check(
      z.refine((file) => isAllowedFile(file.fileName, file.fileType) && isTaken(feature, file.fileType), {
        error: FILE_TYPE_MESSAGES[feature],
        path: ['fileType'],
      }),
    );
const mostBytes = (feature: UploadFeature) =>
  feature === 'branding' ? z.maximum(LOGO_LIMIT, LOGO_TOO_LARGE) : z.maximum(FILE_LIMIT, FILE_SIZE_MESSAGE);
const isTaken = (feature: UploadFeature, type: string) =>
  feature === 'branding' ? LOGO_TYPES.includes(type) : type !== '';

export const presignInput = /* @__PURE__ */ presignFor('requests');
export const downloadInput = z.object({ s3Key: z.string().check(z.minLength(1), z.maxLength(1024)) });
