import type { ServerDescriptors } from '../entity.ts';

export const server = {
  notificationPreferences: {
    activity: { kind: 'none', because: 'What a person wants to hear of is their own business.' },
  },
} satisfies ServerDescriptors;
