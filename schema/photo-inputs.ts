import * as z from 'zod/mini';
import { id } from './inputs.ts';
import { PHOTO_ENTITIES, PHOTO_LIMIT, TOO_MANY_PHOTOS } from './photos.ts';

const key = z.string().check(z.maxLength(1024));

/** Storage keys: the first file is `photo_url`, the others follow it. */
export const photoKeys = {
  photo_url: z.nullish(key),
  more_photo_urls: z.optional(z.array(key).check(z.maxLength(PHOTO_LIMIT - 1, TOO_MANY_PHOTOS))),
};

export const photoInput = z.object({
  entity: z.enum(PHOTO_ENTITIES),
  /** The record or message. */
  id,
  photo_url: z.string({ error: 'No file selected' }).check(z.minLength(1, 'No file selected'), z.maxLength(1024)),
});
