import { CREATION } from '../activity/activity-fields.ts';
import type { ServerDescriptors } from '../entity.ts';

export const server = {
  deposit: {
    activity: {
      kind: 'record',
      title: ({ name }) => name,
      fields: {
        name: 'plain',
        fund: 'plain',
        made_on: 'plain',
        status: 'plain',
        number: 'plain',
        ...CREATION,
        closed_at: 'never',
      },
    },
  },
} satisfies ServerDescriptors;
