import { CREATION, never } from '../activity/activity-fields.ts';
import type { ServerDescriptors } from '../entity.ts';

export const server = {
  user: {
    activity: {
      kind: 'record',
      title: ({ name, email }) => name || email,
      fields: {
        name: 'plain',
        email: 'plain',
        role: 'plain',
        status: 'plain',
        address_id: 'address',
        phone: 'plain',
        ...CREATION,
        deleted_at: 'plain',
        email_bounced_at: 'plain',
        needs_second_factor: 'plain',
        ...never('last_login', 'account_ids', 'epoch'),
      },
    },
    event: ({ id, deleted_at }, old) => {
      if (deleted_at) return old && !old.deleted_at ? { type: 'person.deleted', id } : undefined;
      return !old || old.deleted_at ? { type: 'person.added', id } : undefined;
    },
  },
} satisfies ServerDescriptors;
