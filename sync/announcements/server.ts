import type { Attachment } from '../../schema/announcements.ts';
import { AUTHOR, EDITED, never } from '../activity/activity-fields.ts';
import { recordEdits } from '../edits.ts';
import type { ServerDescriptors } from '../entity.ts';
import { removalEntry } from '../photos/file-checks.ts';

export const server = {
  announcement: {
    activity: {
      kind: 'record',
      title: ({ title }) => title,
      fields: {
        title: 'plain',
        message: 'rich',
        category: 'plain',
        status: 'plain',
        audience_type: 'plain',
        custom_recipients: 'items',
        streets: (names: string[]) => names.join(', '),
        attachment: ({ filename }: Attachment) => filename,
        send_at: 'plain',
        ...EDITED,
        ...AUTHOR,
        ...never('delivery_methods', 'recipient_count', 'delivered_count', 'failed_count', 'sent_at'),
        ...never('sending_since', 'street_recipients'),
      },
    },
    rich: ['message'],
    deletion: 'announcement.deleted',
    event: ({ id, status }, old) =>
      status === 'sent' && old?.status !== 'sent' ? { type: 'announcement.sent', id } : undefined,
    files: {
      // Its partial index is used only under the second condition.
      key: "t.attachment ->> '$.s3_key'",
      where: 't.attachment IS NOT NULL',
      confirm: async (tx, id, file) => {
        const row = await tx.get('announcement', id);
        if (row?.attachment?.s3_key !== file.key) return;
        const { pending: _, ...attachment } = row.attachment;
        await tx.put('announcement', { ...row, attachment: { ...attachment, file_size: file.size } });
      },
      withdraw: async (tx, id, file) => {
        const row = await tx.get('announcement', id);
        if (row?.attachment?.s3_key !== file.key) return undefined;
        const history = [...row.history, removalEntry(tx, file)];
        const edits = recordEdits(tx, row, { attachment: null });
        await tx.put('announcement', { ...row, attachment: null, history, edits });
        return { mutation: 'updateAnnouncement', args: { id } };
      },
    },
  },
  announcementRecipients: {
    activity: {
      kind: 'none',
      because: 'Each mail that was delivered would be one; /announcements shows them.',
    },
  },
  announcementRead: {
    activity: { kind: 'none', because: 'What a person reads is their own business.' },
  },
} satisfies ServerDescriptors;
