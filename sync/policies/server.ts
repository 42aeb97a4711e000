import type { ServerDescriptors } from '../entity.ts';

export const server = {
  policy: {
    activity: {
      kind: 'record',
      title: ({ kind }) => kind,
      fields: {
        kind: 'plain',
        starts_on: 'plain',
        settings: 'never',
        made_by: 'never',
        made_by_name: 'never',
        made_at: 'never',
      },
    },
  },
} satisfies ServerDescriptors;
