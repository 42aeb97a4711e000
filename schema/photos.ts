import type { StoredFile } from './uploads.ts';

/** Files of one record or message. */
export const PHOTO_LIMIT = 8;
export const TOO_MANY_PHOTOS = `At most ${PHOTO_LIMIT} files can be attached`;

export const PHOTO_ENTITIES = ['request', 'requestComment', 'violation', 'violationMessage'] as const;
export type PhotoEntity = (typeof PHOTO_ENTITIES)[number];

/** The columns of the files: those of the first one are older, and a device may hold rows without `more_photos`. */
export type PhotoColumns = {
  photo_url: string | null;
  photo: StoredFile | null;
  more_photos?: StoredFile[] | null;
};
