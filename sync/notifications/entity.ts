import type { Descriptors } from '../entity.ts';

export const entities = {
  notificationPreferences: { audiences: [{ namedIn: 'user_id' }], view: (preferences) => preferences },
} satisfies Descriptors;
