import { uuidv7 } from 'uuidv7';
import type { HistoryEntry } from '../../schema/history.ts';
import type { PhotoColumns, PhotoEntity } from '../../schema/photos.ts';
import type { Rows, Unsaved } from '../../schema/rows.ts';
import { historyEntry } from '../activity/history.ts';
import type { BadFile, ServerFiles, WithdrawnChange } from '../entity.ts';
import { dropOldestRefusals } from '../refusals/entity.ts';
import type { Tx } from '../tx.ts';
import { photoColumns, photosOf } from './rules.ts';

/** The files of records and messages that hold several. `changeOf` names the change that attaches another. */
export const photoFiles = <E extends PhotoEntity>(
  entity: E,
  changeOf: (id: string, row: Rows[E]) => WithdrawnChange,
): ServerFiles => ({
  key: 't.photo_url',
  hasMore: true,
  confirm: async (tx, id, file) => {
    const row = await tx.get(entity, id);
    if (!row || !hasFile(row, file.key)) return;
    const files = photosOf(row).map((one) => (one.key === file.key ? file : one));
    await tx.put(entity, { ...row, ...photoColumns(files) } as Unsaved<Rows[E]>);
  },
  withdraw: async (tx, id, file) => {
    const row = await tx.get(entity, id);
    if (!row || !hasFile(row, file.key)) return undefined;
    const columns = photoColumns(photosOf(row).filter(({ key }) => key !== file.key));
    const history = 'history' in row ? { history: [...row.history, removalEntry(tx, file)] } : {};
    await tx.put(entity, { ...row, ...columns, ...history } as Unsaved<Rows[E]>);
    return changeOf(id, row);
  },
});

const hasFile = (row: PhotoColumns, key: string) => photosOf(row).some((file) => file.key === key);

/** Leaves the author a refusal. Does nothing if the record has another file by now. */
export const withdrawFile = async (tx: Tx, files: ServerFiles, id: string, file: BadFile): Promise<void> => {
  const change = await files.withdraw(tx, id, file);
  if (!change) return;
  await dropOldestRefusals(tx, file.user_id);
  await tx.put('refusal', {
    id: uuidv7(),
    client_group_id: file.client_group_id,
    user_id: file.user_id,
    mutation: change.mutation,
    args: { ...change.args, fileName: file.name },
    code: file.reason.code,
    message: `The file ${file.name} was not saved: ${file.reason.message}`,
    at: tx.now,
  });
};

/** The product removed the file, not the HOA's staff. */
export const removalEntry = (tx: Tx, { name, reason }: BadFile): HistoryEntry => ({
  ...historyEntry(tx, `Removed the file ${name}: ${reason.message}`),
  staff: false,
});
