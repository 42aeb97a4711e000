import { CREATION, never } from '../activity/activity-fields.ts';
import type { ServerDescriptors } from '../entity.ts';

export const server = {
  document: {
    activity: {
      kind: 'record',
      title: ({ title }) => title,
      fields: {
        title: 'plain',
        category: 'plain',
        is_public: 'plain',
        notes: 'plain',
        tags: (tags: string[]) => tags.join(', ') || null,
        ...CREATION,
        ...never('file_type', 'file_size', 's3_key', 'file_pending', 'uploaded_by', 'uploaded_by_name', 'edits'),
      },
    },
    deletion: 'document.deleted',
    event: ({ id }, old) => (old ? undefined : { type: 'document.uploaded', id }),
    files: {
      key: 't.s3_key',
      confirm: async (tx, id, file) => {
        const row = await tx.get('document', id);
        if (row?.s3_key === file.key) await tx.put('document', { ...row, file_size: file.size, file_pending: false });
      },
      withdraw: async (tx, id, file) => {
        const row = await tx.get('document', id);
        if (row?.s3_key !== file.key) return undefined;
        await tx.delete('document', id);
        const { title, category, notes } = row;
        return { mutation: 'createDocument', args: { title, category, notes } };
      },
    },
  },
  documentText: {
    activity: { kind: 'none', because: 'It repeats what the file says.' },
  },
} satisfies ServerDescriptors;
