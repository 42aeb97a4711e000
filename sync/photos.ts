import { PHOTO_LIMIT, type PhotoColumns, type PhotoEntity, photoInput, TOO_MANY_PHOTOS } from '../schema/photos.ts';
import type { Rows, Unsaved } from '../schema/rows.ts';
import type { StoredFile } from '../schema/uploads.ts';
import { fileOf, replaceFile, UPLOAD_FEATURE } from './files.ts';
import { can } from './roles.ts';
import { type Actor, authorize, find, mutator, Refusal, type Tx } from './tx.ts';

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

const unnamed = (key: string): StoredFile => ({ key, name: key.split('/').pop() ?? key, size: 0, type: '' });

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

type Row<E extends PhotoEntity> = Rows[E];

const NOT_FOUND = 'The file’s record was not found or you do not have permission to view it';

/** Authors add to what they wrote; the board adds to every request and violation. */
const MAY_ADD: { [E in PhotoEntity]: (actor: Actor, row: Row<E>) => boolean } = {
  request: (actor, { user_id }) => user_id === actor.id || can(actor.role, 'requests.manage'),
  requestComment: (actor, { user_id }) => user_id === actor.id,
  violation: (actor) => can(actor.role, 'violations.manage'),
  violationMessage: (actor, { sender_id }) => sender_id === actor.id,
};

const addPhoto = mutator(
  photoInput,
  (tx, { entity, id, photo_url }) => addTo(tx, entity, id, photo_url),
  ({ photo_url }) => [photo_url],
);

const addTo = async <E extends PhotoEntity>(tx: Tx, entity: E, id: string, key: string) => {
  const row = await find(tx, entity, id, NOT_FOUND);
  authorize(MAY_ADD[entity](tx.actor, row));
  const files = photosOf(row);
  const file = await fileOf(tx, key, entity, id);
  if (files.some((one) => one.key === file.key)) return;
  if (files.length >= PHOTO_LIMIT) throw new Refusal('invalid', TOO_MANY_PHOTOS);
  await tx.put(entity, { ...row, ...photoColumns([...files, file]) } as Unsaved<Rows[E]>);
};

/** Authors take files off what they wrote, and the board off everything that it sees. What the board has attached to a
 * violation is not a resident's to remove. */
export const mayRemovePhoto = <E extends PhotoEntity>(actor: Actor, entity: E, row: Row<E>): boolean =>
  MAY_ADD[entity](actor, row) || can(actor.role, `${UPLOAD_FEATURE[entity]}.manage`);

const removePhoto = mutator(photoInput, (tx, { entity, id, photo_url }) => removeFrom(tx, entity, id, photo_url));

/** The file is deleted after 30 days, as one that is replaced. */
const removeFrom = async <E extends PhotoEntity>(tx: Tx, entity: E, id: string, key: string) => {
  const row = await find(tx, entity, id, NOT_FOUND);
  authorize(mayRemovePhoto(tx.actor, entity, row));
  const files = photosOf(row);
  const file = files.find((one) => one.key === key);
  if (!file) throw new Refusal('not_found', 'File not found');
  const entries = replaceFile(tx, file, null);
  const columns = photoColumns(files.filter((one) => one !== file));
  const history = 'history' in row ? { history: [...row.history, ...entries] } : {};
  await tx.put(entity, { ...row, ...columns, ...history } as Unsaved<Rows[E]>);
};

export const mutators = { addPhoto, removePhoto };
