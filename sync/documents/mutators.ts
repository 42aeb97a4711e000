import type * as z from 'zod/mini';
import { documentDeletion, documentInput, documentUpdate } from '../../schema/document-inputs.ts';
import { DOCUMENT_TEXT_PART, DOCUMENT_TEXT_PARTS } from '../../schema/documents.ts';
import type { Document, DocumentText } from '../../schema/tables/documents.ts';
import { extensionOf, FILE_TYPE_MESSAGES, FILE_TYPES, type StoredFile } from '../../schema/uploads.ts';
import { applyListChange, recordEdits, refuseConflicts } from '../edits.ts';
import { deleteFileEffect, fileOf } from '../photos/files.ts';
import { type Actor, assertNew, authorize, find, mutator, Refusal, type Tx } from '../tx.ts';
import { canManage, conflictsOf, DOCUMENT_NOT_FOUND } from './entity.ts';
import { pieces } from './pieces.ts';

const createDocument = mutator(
  documentInput,
  async (tx, args) => {
    authorize(canManage(tx.actor));
    await fileDocument(tx, args);
  },
  (args) => [args.s3_key],
);

/** Files an uploaded file as a document of the actor's, or of whoever else `by` names. Throws Refusal. */
export const fileDocument = async (
  tx: Tx,
  { text, ...args }: z.output<typeof documentInput>,
  by: Pick<Actor, 'id' | 'name'> = tx.actor,
): Promise<void> => {
  assertNew(await tx.get('document', args.id));
  const file = await fileOf(tx, args.s3_key, 'document', args.id);
  const file_type = typeOf(file, args.file_type);
  await tx.put('document', {
    ...args,
    s3_key: file.key,
    file_type,
    file_size: file.size || args.file_size,
    file_pending: file.pending ?? false,
    uploaded_by: by.id,
    uploaded_by_name: by.name,
    created_at: tx.now,
  });
  await putTexts(tx, args, text);
};

const updateDocument = mutator(documentUpdate, async (tx, { id, base, tags, ...changes }) => {
  const { title, notes, is_public } = changes;
  const [document, texts] = await Promise.all([findDocument(tx, id), is_public === undefined ? [] : textsOf(tx, id)]);
  authorize(canManage(tx.actor));
  refuseConflicts(tx, document, conflictsOf(document, { title, notes, base }));
  await tx.put('document', {
    ...document,
    ...changes,
    tags: applyListChange(document.tags, tags),
    edits: recordEdits(tx, document, { title, notes }),
  });
  if (is_public === undefined || is_public === document.is_public) return;
  await Promise.all(texts.map((text) => tx.put('documentText', { ...text, is_public })));
});

const deleteDocument = mutator(documentDeletion, async (tx, { id }) => {
  const [document] = await Promise.all([findDocument(tx, id), textsOf(tx, id)]);
  authorize(canManage(tx.actor));
  await removeDocument(tx, document);
});

/** Deletes it with its text; a job deletes its file. */
export const removeDocument = async (tx: Tx, { id, s3_key }: Pick<Document, 'id' | 's3_key'>): Promise<void> => {
  const texts = await textsOf(tx, id);
  await Promise.all(texts.map((text) => tx.delete('documentText', text.id)));
  await tx.delete('document', id);
  tx.after(deleteFileEffect(s3_key));
};

const findDocument = (tx: Tx, id: string) => find(tx, 'document', id, DOCUMENT_NOT_FOUND);

/** Read by their ids, because a device does not keep them in memory. */
const textsOf = async (tx: Tx, id: string): Promise<DocumentText[]> => {
  const parts = Array.from({ length: DOCUMENT_TEXT_PARTS }, (_, part) => tx.get('documentText', textId(id, part)));
  return (await Promise.all(parts)).filter((text) => text !== undefined);
};

const putTexts = async (tx: Tx, { id, is_public }: Pick<Document, 'id' | 'is_public'>, text = ''): Promise<void> => {
  const parts = pieces(text, DOCUMENT_TEXT_PART).slice(0, DOCUMENT_TEXT_PARTS);
  await Promise.all(
    parts.map((piece, part) =>
      tx.put('documentText', { id: textId(id, part), document_id: id, part, text: piece, is_public }),
    ),
  );
};

const textId = (document_id: string, part: number): string => `${document_id}:${part}`;

const typeOf = ({ key }: StoredFile, said: string): string => {
  const extension = extensionOf(key);
  if (FILE_TYPES[extension] !== FILE_TYPES[said]) throw new Refusal('invalid', FILE_TYPE_MESSAGES.documents);
  return extension;
};

export const mutators = { createDocument, updateDocument, deleteDocument };
