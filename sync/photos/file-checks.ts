import { uuidv7 } from 'uuidv7';
import type { HistoryEntry } from '../../schema/history.ts';
import type { PhotoColumns, PhotoEntity } from '../../schema/photos.ts';
import type { Rows, Unsaved } from '../../schema/rows.ts';
import type { StoredFile } from '../../schema/uploads.ts';
import { recordEdits } from '../edits.ts';
import type { FileEntity } from '../index.ts';
import { dropOldestRefusals } from '../refusals/entity.ts';
import { historyEntry } from '../staff.ts';
import type { Refusal, Tx } from '../tx.ts';
import { photoColumns, photosOf } from './rules.ts';

/** A file that failed verification after a record had claimed it. The client group receives the refusal. */
type BadFile = { key: string; name: string; reason: Refusal; user_id: string; client_group_id: string };

/** Does nothing if the record has another file by now. */
export const confirmFile = async (tx: Tx, entity: FileEntity, id: string, file: StoredFile): Promise<void> => {
  if (entity === 'announcement') return confirmAttachment(tx, id, file);
  if (entity === 'document') return confirmDocument(tx, id, file);
  if (entity === 'proxy') return confirmProxy(tx, id, file);
  await confirmPhoto(tx, entity, id, file);
};

const confirmPhoto = async <E extends PhotoEntity>(tx: Tx, entity: E, id: string, file: StoredFile) => {
  const row = await tx.get(entity, id);
  if (!row || !hasFile(row, file.key)) return;
  const files = photosOf(row).map((one) => (one.key === file.key ? file : one));
  await tx.put(entity, { ...row, ...photoColumns(files) } as Unsaved<Rows[E]>);
};

const hasFile = (row: PhotoColumns, key: string) => photosOf(row).some((file) => file.key === key);
const withoutFile = (row: PhotoColumns, key: string) => photoColumns(photosOf(row).filter((file) => file.key !== key));

const confirmAttachment = async (tx: Tx, id: string, file: StoredFile) => {
  const row = await tx.get('announcement', id);
  if (row?.attachment?.s3_key !== file.key) return;
  const { pending: _, ...attachment } = row.attachment;
  await tx.put('announcement', { ...row, attachment: { ...attachment, file_size: file.size } });
};

const confirmDocument = async (tx: Tx, id: string, file: StoredFile) => {
  const row = await tx.get('document', id);
  if (row?.s3_key === file.key) await tx.put('document', { ...row, file_size: file.size, file_pending: false });
};

const confirmProxy = async (tx: Tx, id: string, file: StoredFile) => {
  const row = await tx.get('proxy', id);
  if (row?.photo_url === file.key) await tx.put('proxy', { ...row, photo: file });
};

/** Leaves the author a refusal. Does nothing if the record has another file by now. */
export const withdrawFile = async (tx: Tx, entity: FileEntity, id: string, file: BadFile): Promise<void> => {
  const change = await WITHDRAWALS[entity](tx, id, file);
  if (!change) return;
  await dropOldestRefusals(tx, file.user_id);
  await tx.put('refusal', {
    id: uuidv7(),
    client_group_id: file.client_group_id,
    user_id: file.user_id,
    mutation: change.mutation,
    args: { ...change.args, fileName: file.name },
    code: file.reason.code,
    message: `The file ${file.name} was not kept: ${file.reason.message}`,
    at: tx.now,
  });
};

type WithdrawnChange = { mutation: string; args: Record<string, unknown> };

const WITHDRAWALS: Record<FileEntity, (tx: Tx, id: string, file: BadFile) => Promise<WithdrawnChange | undefined>> = {
  request: async (tx, id, file) => {
    const row = await tx.get('request', id);
    if (!row || !hasFile(row, file.key)) return;
    await tx.put('request', {
      ...row,
      ...withoutFile(row, file.key),
      history: [...row.history, removalEntry(tx, file)],
    });
    return { mutation: 'attachRequestFile', args: { id } };
  },
  requestComment: async (tx, id, file) => {
    const row = await tx.get('requestComment', id);
    if (!row || !hasFile(row, file.key)) return;
    await tx.put('requestComment', { ...row, ...withoutFile(row, file.key) });
    return { mutation: 'attachRequestFile', args: { id: row.request_id } };
  },
  violation: async (tx, id, file) => {
    const row = await tx.get('violation', id);
    if (!row || !hasFile(row, file.key)) return;
    await tx.put('violation', {
      ...row,
      ...withoutFile(row, file.key),
      history: [...row.history, removalEntry(tx, file)],
    });
    return { mutation: 'attachViolationFile', args: { id } };
  },
  violationMessage: async (tx, id, file) => {
    const row = await tx.get('violationMessage', id);
    if (!row || !hasFile(row, file.key)) return;
    await tx.put('violationMessage', { ...row, ...withoutFile(row, file.key) });
    return { mutation: 'attachViolationFile', args: { id: row.violation_id } };
  },
  announcement: async (tx, id, file) => {
    const row = await tx.get('announcement', id);
    if (row?.attachment?.s3_key !== file.key) return;
    const edits = recordEdits(tx, row, { attachment: null });
    await tx.put('announcement', {
      ...row,
      attachment: null,
      history: [...row.history, removalEntry(tx, file)],
      edits,
    });
    return { mutation: 'updateAnnouncement', args: { id } };
  },
  document: async (tx, id, file) => {
    const row = await tx.get('document', id);
    if (row?.s3_key !== file.key) return;
    await tx.delete('document', id);
    const { title, category, notes } = row;
    return { mutation: 'createDocument', args: { title, category, notes } };
  },
  proxy: async (tx, id, file) => {
    const row = await tx.get('proxy', id);
    if (row?.photo_url !== file.key) return;
    await tx.put('proxy', { ...row, photo_url: null, photo: null });
    return { mutation: 'attachProxyPhoto', args: { id } };
  },
};

/** The product removed the file, not the HOA's staff. */
const removalEntry = (tx: Tx, { name, reason }: BadFile): HistoryEntry => ({
  ...historyEntry(tx, `Removed the file ${name}: ${reason.message}`),
  staff: false,
});
