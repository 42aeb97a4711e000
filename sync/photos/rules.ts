import type { PhotoColumns, PhotoEntity } from '../../schema/photos.ts';
import type { Rows } from '../../schema/rows.ts';
import { nameOfKey, type StoredFile } from '../../schema/uploads.ts';
import { entities, uploadFeatureOf } from '../index.ts';
import { can } from '../roles.ts';
import type { Actor, Tx } from '../tx.ts';
import { fileOf } from './files.ts';

type Keys = { photo_url?: string | null | undefined; more_photo_urls?: string[] | undefined };

/** The distinct keys among the arguments of a mutator, the first file first. */
export const keysOf = ({ photo_url, more_photo_urls = [] }: Keys): string[] => [
  ...new Set([photo_url, ...more_photo_urls].filter((key): key is string => Boolean(key))),
];

/** All files of a record or message, the first one first. */
export const photosOf = ({ photo_url, photo, more_photos }: Partial<PhotoColumns>): StoredFile[] => [
  ...(photo_url ? [photo ?? unnamed(photo_url)] : []),
  ...(more_photos ?? []),
];

const unnamed = (key: string): StoredFile => ({ key, name: nameOfKey(key), size: 0, type: '' });

export const photoColumns = ([photo, ...more]: readonly StoredFile[]): Required<PhotoColumns> => ({
  photo_url: photo?.key ?? null,
  photo: photo ?? null,
  more_photos: more.length > 0 ? more : null,
});

/** Claims the files for a new record or message and returns their columns. Throws Refusal. */
export const claimPhotos = async (
  tx: Tx,
  entity: PhotoEntity,
  id: string,
  keys: Keys,
): Promise<Required<PhotoColumns>> => {
  const files: StoredFile[] = [];
  for (const key of keysOf(keys)) files.push(await fileOf(tx, key, entity, id));
  return photoColumns(files);
};

/** Authors add to what they wrote; the board adds to every request and violation. */
export const mayAddPhoto = <E extends PhotoEntity>(actor: Actor, entity: E, row: Rows[E]): boolean =>
  entities[entity].files?.mayAdd?.(actor, row) ?? false;

/** Authors take files off what they wrote, and the board off everything that it sees. What the board has attached to a
 * violation is not a resident's to remove. */
export const mayRemovePhoto = <E extends PhotoEntity>(actor: Actor, entity: E, row: Rows[E]): boolean =>
  mayAddPhoto(actor, entity, row) || can(actor.role, `${uploadFeatureOf(entity)}.manage`);
