import { CREATION } from '../activity/activity-fields.ts';
import type { ServerDescriptors } from '../entity.ts';

export const server = {
  document: {
    activity: {
      kind: 'record',
      title: ({ title }) => title,
      fields: {
        title: 'plain',
        category: 'plain',
        file_type: 'never',
        file_size: 'never',
        is_public: 'plain',
        notes: 'plain',
        tags: (tags: string[]) => tags.join(', ') || null,
        s3_key: 'never',
        file_pending: 'never',
        uploaded_by: 'never',
        uploaded_by_name: 'never',
        ...CREATION,
        edits: 'never',
      },
    },
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
