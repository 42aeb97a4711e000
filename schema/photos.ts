import * as z from 'zod/mini';
import { id } from './inputs.ts';
import type { StoredFile } from './uploads.ts';

/** Files of one record or message. */
export const PHOTO_LIMIT = 8;
export const TOO_MANY_PHOTOS = `At most ${PHOTO_LIMIT} files can be attached`;

const key = z.string().check(z.maxLength(1024));

/** Storage keys: the first file is `photo_url`, the others follow it. */
export const photoKeys = {
  photo_url: z.nullish(key),
  more_photo_urls: z.optional(z.array(key).check(z.maxLength(PHOTO_LIMIT - 1, TOO_MANY_PHOTOS))),
};

export const PHOTO_ENTITIES = ['request', 'requestComment', 'violation', 'violationMessage'] as const;
export type PhotoEntity = (typeof PHOTO_ENTITIES)[number];

export const photoInput = z.object({
  entity: z.enum(PHOTO_ENTITIES),
  /** Of the record or message. */
  id,
  photo_url: z.string({ error: 'No file selected' }).check(z.minLength(1, 'No file selected'), z.maxLength(1024)),
});

/** The columns of the files: those of the first one are older, and a device may hold rows without `more_photos`. */
export type PhotoColumns = {
  photo_url: string | null;
  photo: StoredFile | null;
  more_photos?: StoredFile[] | null;
};
