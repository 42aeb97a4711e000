import type { ServerDescriptors } from '../entity.ts';

export const server = {
  activity: {
    activity: { kind: 'none', because: 'It is the trail itself.' },
  },
} satisfies ServerDescriptors;
