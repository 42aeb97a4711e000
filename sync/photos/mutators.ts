import { photoInput } from '../../schema/photo-inputs.ts';
import { PHOTO_LIMIT, type PhotoEntity, TOO_MANY_PHOTOS } from '../../schema/photos.ts';
import type { Rows, Unsaved } from '../../schema/rows.ts';
import { authorize, find, mutator, Refusal, type Tx } from '../tx.ts';
import { fileOf, replaceFile } from './files.ts';
import { mayAddPhoto, mayRemovePhoto, photoColumns, photosOf } from './rules.ts';

const NOT_FOUND = 'Record not found or you do not have permission to view it';

const addPhoto = mutator(
  photoInput,
  (tx, { entity, id, photo_url }) => addTo(tx, entity, id, photo_url),
  ({ photo_url }) => [photo_url],
);

const addTo = async <E extends PhotoEntity>(tx: Tx, entity: E, id: string, key: string) => {
  const row = await find(tx, entity, id, NOT_FOUND);
  authorize(mayAddPhoto(tx.actor, entity, row));
  const files = photosOf(row);
  const file = await fileOf(tx, key, entity, id);
  if (files.some((one) => one.key === file.key)) return;
  if (files.length >= PHOTO_LIMIT) throw new Refusal('invalid', TOO_MANY_PHOTOS);
  await tx.put(entity, { ...row, ...photoColumns([...files, file]) } as Unsaved<Rows[E]>);
};

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
