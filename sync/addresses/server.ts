import { CREATION, never } from '../activity/activity-fields.ts';
import type { ServerDescriptors } from '../entity.ts';

export const server = {
  address: {
    activity: {
      kind: 'record',
      title: ({ street, unit_number }) => [street, unit_number].filter(Boolean).join(' '),
      // `resident_ids` says what users.address_id says.
      fields: {
        street: 'plain',
        unit_number: 'plain',
        is_rented: 'plain',
        notes: 'plain',
        ...CREATION,
        ...never('resident_ids', 'edits'),
      },
    },
    deletion: 'address.deleted',
  },
} satisfies ServerDescriptors;
